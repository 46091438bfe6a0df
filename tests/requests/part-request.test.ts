import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookiesOf, type Fields, type Site, startSite, wordsOf } from "../support/site";

const ACCORD = "1HGCM82633A004352";
const NOBODYS = "000000000A0000000";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

beforeEach(async () => {
  for (const table of ["partRequests", "partRequestDrafts", "dismantledVehicles"] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

/** A visitor without script: posts a step, keeps the cookies, and says where the answer leads. */
function visitor() {
  let cookie = "";
  const keep = (response: Response) => {
    cookie = cookiesOf(response, cookie);
    return response;
  };
  return {
    get: async (path: string) => keep(await site.fetch(path, { headers: { Cookie: cookie } })),
    post: async (step: number, fields: Fields, intent = "continue") => {
      const entries = Array.isArray(fields) ? fields : Object.entries(fields);
      const path = step === 1 ? "/partsrequest" : `/partsrequest?step=${step}`;
      return keep(
        await site.form(path, [...entries, ["step", String(step)], ["intent", intent]], { cookie }),
      );
    },
  };
}

const PART = { categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" };
const CONTACT = {
  name: "Jane Doe",
  phone: "+1 555.555.0142",
  email: "jane@example.com",
  additionalInfo: "Silver",
};

async function toReview(given = visitor()) {
  await given.post(1, { vin: ACCORD.toLowerCase() });
  await given.post(2, PART);
  await given.post(3, CONTACT);
  const html = await (await given.get("/partsrequest?step=4")).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return { ...given, html, review: { draft: hidden("draft"), reviewed: hidden("reviewed") } };
}

const location = (response: Response) => `${response.status} ${response.headers.get("Location")}`;

describe("the wizard without script", () => {
  test("goes through all four steps and stores what section 7 of the specification says", async () => {
    const jane = visitor();
    expect(location(await jane.post(1, { vin: " 1hgcm-82633a004352" }))).toBe("303 /partsrequest?step=2");
    expect(await wordsOf(await jane.get("/partsrequest?step=2"))).toContain("2003 Honda Accord");
    expect(location(await jane.post(2, PART))).toBe("303 /partsrequest?step=3");
    expect(location(await jane.post(3, CONTACT))).toBe("303 /partsrequest?step=4");
    const { review, post, get } = await toReview(jane);
    expect(location(await post(4, review))).toBe("303 /partsrequest");
    expect(await site.db.selectFrom("partRequests").selectAll().execute()).toMatchObject([
      {
        status: "pending",
        vin: ACCORD,
        vehicleYear: "2003",
        vehicleMake: "Honda",
        vehicleModel: "Accord",
        partSystem: "Exterior",
        partComponent: "Hood - Hood Latch",
        partAdditionalInfo: "Silver",
        customerName: "Jane Doe",
        customerPhone: "(555) 555-0142",
        customerEmail: "jane@example.com",
      },
    ]);
    const words = await wordsOf(await get("/partsrequest"));
    expect(words).toContain("Part request submitted successfully! Our team will contact you shortly.");
    expect(words).toMatch(/Your reference is PR-\w{6}\./);
  });

  test("however often it is sent, one request is stored and the same reference told", async () => {
    const { post, get, review } = await toReview();
    await Promise.all([post(4, review), post(4, review)]);
    const first = /PR-\w{6}/.exec(await wordsOf(await get("/partsrequest")))?.[0];
    await post(4, review);
    expect(await wordsOf(await get("/partsrequest"))).toContain(first);
    expect(await site.db.selectFrom("partRequests").select("id").execute()).toHaveLength(1);
  });

  test("what changed since it was read through is not sent unseen", async () => {
    const { post, get, review } = await toReview();
    await post(3, { ...CONTACT, name: "John Doe" });
    expect(location(await post(4, review))).toBe("303 /partsrequest?step=4");
    expect(await wordsOf(await get("/partsrequest?step=4"))).toContain("Your answers have changed");
    expect(await site.db.selectFrom("partRequests").select("id").execute()).toEqual([]);
  });

  test("a step does not open before those ahead of it are valid", async () => {
    const jane = visitor();
    expect((await jane.get("/partsrequest?step=3")).headers.get("Location")).toMatch(
      /^\/partsrequest\?again/,
    );
    await jane.post(1, { vin: ACCORD });
    expect((await jane.get("/partsrequest?step=4")).headers.get("Location")).toBe("/partsrequest?step=2");
    expect((await jane.get("/partsrequest?step=seven")).status).toBe(200);
  });

  test("errors come with status 400, their sentences, and every word kept", async () => {
    const jane = visitor();
    const empty = await jane.post(1, { vin: "" });
    expect([empty.status, await wordsOf(empty)]).toEqual([400, expect.stringContaining("VIN is required")]);
    expect(await wordsOf(await jane.post(1, { vin: "1HG" }))).toContain(
      "Please enter a valid 17-character VIN",
    );
    await jane.post(1, { vin: ACCORD });
    expect(await wordsOf(await jane.post(2, {}))).toContain("Please select a category");
    expect(await wordsOf(await jane.post(2, { categoryId: "exterior" }))).toContain(
      "Please select a subcategory",
    );
    expect(await wordsOf(await jane.post(2, { ...PART, partId: "" }))).toContain(
      "Please complete your part selection",
    );
    await jane.post(2, PART);
    const html = await (await jane.post(3, { ...CONTACT, phone: "555", name: "" })).text();
    expect(html).toContain("Name is required");
    expect(html).toContain("Please enter a valid 10-digit phone number");
    expect(html).toContain('value="jane@example.com"');
    expect(html).toContain("Silver</textarea>");
  });

  test("Back keeps what was typed, right or wrong", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    await jane.post(2, PART);
    expect(location(await jane.post(3, { name: "Jo", phone: "12" }, "back"))).toBe(
      "303 /partsrequest?step=2",
    );
    expect(location(await jane.post(2, PART))).toBe("303 /partsrequest?step=3");
    const html = await (await jane.get("/partsrequest?step=3")).text();
    expect(html).toContain('value="Jo"');
    expect(html).toContain('value="12"');
  });

  test("a VIN that no method can decode goes on with year, make and model typed", async () => {
    const jane = visitor();
    expect(location(await jane.post(1, { vin: NOBODYS }))).toBe("303 /partsrequest");
    expect(await wordsOf(await jane.get("/partsrequest"))).toContain("All VIN decode methods failed");
    const typed = { vin: NOBODYS, year: "1988", make: "Yugo", model: "GV", trim: "", engineSize: "" };
    expect((await jane.post(1, { ...typed, make: "" })).status).toBe(400);
    expect(location(await jane.post(1, typed))).toBe("303 /partsrequest?step=2");
    expect(await wordsOf(await jane.get("/partsrequest?step=2"))).toContain("1988 Yugo GV");
  });

  test("a search's result chooses all three", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    expect(location(await jane.post(2, { q: "hood latch" }, "search"))).toBe(
      "303 /partsrequest?step=2&q=hood+latch",
    );
    expect(await (await jane.get("/partsrequest?step=2&q=hood+latch")).text()).toContain(
      'value="exterior/hood/hood-latch"',
    );
    expect(await wordsOf(await jane.get("/partsrequest?step=2&q=xyzq"))).toContain("No parts found.");
    await jane.post(2, { pick: "exterior/hood/hood-latch" });
    const page = await (await jane.get("/partsrequest?step=2")).text();
    expect(page).toContain("Part selected successfully");
    expect(page).toContain('<option value="hood-latch" selected="">');
  });

  test("the field for robots stops the step and keeps the words", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    await jane.post(2, PART);
    const answer = await jane.post(3, { ...CONTACT, companyUrl: "http://spam.example" });
    expect([answer.status, await wordsOf(answer)]).toEqual([
      400,
      expect.stringContaining("automated message"),
    ]);
  });
});

describe("the API", () => {
  const json = (path: string, body: unknown) =>
    site.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  test("a part request is answered with 201 and the stored record", async () => {
    const answer = await json("/api/part-requests", {
      vin: ACCORD,
      vehicleInfo: { year: 2003, make: "Honda", model: "Accord", trim: "", engineSize: "3.0L" },
      partDetails: { system: "Exterior", component: "Hood - Hood Latch", additionalInfo: "" },
      customerInfo: { name: "Jane", phone: "(555) 555-0142", email: "jane@example.com" },
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      status: "pending",
      vin: ACCORD,
      notes: [],
      vehicleInfo: { year: "2003" },
    });
  });

  test("a wrong one with 400 and the sentences by field", async () => {
    const answer = await json("/api/part-requests", { vin: "x" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "Please enter a valid 17-character VIN",
      fields: { vin: ["Please enter a valid 17-character VIN"] },
    });
  });

  test("a VIN is decoded, refused where malformed, and 422 where nobody knows it", async () => {
    const decoded = await json("/api/vin/direct-decode", { vin: ACCORD });
    expect(await decoded.json()).toMatchObject({
      vehicleInfo: { year: 2003, make: "Honda", model: "Accord" },
      inInventory: false,
      inventoryType: null,
    });
    expect((await json("/api/vin/direct-decode", { vin: "IOQ" })).status).toBe(400);
    const failed = await json("/api/vin/direct-decode", { vin: NOBODYS });
    expect([failed.status, await failed.json()]).toEqual([422, { error: "All VIN decode methods failed" }]);
  });
});
