import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { UNKNOWN_ID } from "../../support/bodies";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { openFile } from "../../support/database";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

const ACCORD = "1HGCM82633A004352";
const NOBODYS = "000000000A0000000";
/** Honda's code and a year, and no model that any table knows. */
const HALF_KNOWN = "1HGZZZZZ03A000001";
/** A Bronco, whose trim vPIC names in 62 characters. */
const LONG_TRIM = "1FMDE5CP0NLA00001";
const SCRIPT = "<script>alert('x')</script>";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

beforeEach(async () => {
  for (const table of ["partRequests", "partRequestDrafts", "dismantledVehicles"] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

/** The requests that staff have. */
const stored = () => recordsOf(site, "part-requests");

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
  return { ...given, html, review: reviewOf(html) };
}

/** What the review's form holds. */
function reviewOf(html: string) {
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return { idempotencyKey: hidden("idempotencyKey"), reviewed: hidden("reviewed") };
}

/** For a visitor whose vehicle stands already: the first step is not posted again. */
function skipVehicle(post: ReturnType<typeof visitor>["post"]): typeof post {
  return async (step, fields, intent) => (step === 1 ? new Response() : post(step, fields, intent));
}

const CONFIRMED = /^303 \/partsrequest\?sent=PR\.[\w.-]+$/;
const location = (response: Response) => `${response.status} ${response.headers.get("Location")}`;

describe("the wizard without script", () => {
  test("goes through all four steps and stores the request", async () => {
    const jane = visitor();
    expect(location(await jane.post(1, { vin: " 1hgcm-82633a004352" }))).toBe("303 /partsrequest?step=2");
    expect(await textOf(await jane.get("/partsrequest?step=2"))).toMatch(
      /Vehicle Info , done Select Part Contact Info .*2003 Honda Accord/,
    );
    expect(location(await jane.post(2, PART))).toBe("303 /partsrequest?step=3");
    expect(location(await jane.post(3, CONTACT))).toBe("303 /partsrequest?step=4");
    const { review, post, get } = await toReview(jane);
    const sent = await post(4, review);
    expect(location(sent)).toMatch(CONFIRMED);
    expect(await stored()).toMatchObject([
      {
        ...{ status: "pending", vin: ACCORD },
        vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
        partDetails: { system: "Exterior", component: "Hood - Hood Latch", additionalInfo: "Silver" },
        customerInfo: { name: "Jane Doe", phone: "(555) 555-0142", email: "jane@example.com" },
      },
    ]);
    const words = await textOf(await get(sent.headers.get("Location") ?? ""));
    expect(words).toContain("Part request submitted successfully! Our team will contact you shortly.");
    expect(words).toMatch(/Your reference is PR-\w{6}\./);
  });

  test("however often it is sent, one request is stored and the same reference told", async () => {
    const { post, review } = await toReview();
    const answers = [...(await Promise.all([post(4, review), post(4, review)])), await post(4, review)];
    const ids = answers.map((answer) => answer.headers.get("Location")?.split(".")[1]);
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  test("what changed since it was read through is not sent unseen", async () => {
    const { post, get, review } = await toReview();
    await post(3, { ...CONTACT, name: "John Doe" });
    expect(location(await post(4, review))).toBe("303 /partsrequest?step=4");
    expect(await textOf(await get("/partsrequest?step=4"))).toContain("Your answers changed");
    expect(await stored()).toEqual([]);
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
    expect([empty.status, await textOf(empty)]).toEqual([400, expect.stringContaining("VIN is required")]);
    expect(await textOf(await jane.post(1, { vin: "1HG" }))).toContain(
      "Please enter a valid 17-character VIN",
    );
    await jane.post(1, { vin: ACCORD });
    expect(await textOf(await jane.post(2, {}))).toContain("Please select a category");
    expect(await textOf(await jane.post(2, { categoryId: "exterior" }))).toContain(
      "Please select a subcategory",
    );
    expect(await textOf(await jane.post(2, { ...PART, partId: "" }))).toContain(
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
    expect(await textOf(await jane.get("/partsrequest"))).toContain("All VIN decode methods failed");
    const typed = { vin: NOBODYS, year: "1988", make: "Yugo", model: "GV", trim: "", engineSize: "" };
    const empty = await jane.post(1, { ...typed, year: "", make: "", model: "" });
    expect(empty.status).toBe(400);
    const words = await textOf(empty);
    for (const missing of ["Year", "Make", "Model"]) expect(words).toContain(`${missing} is required`);
    expect(await textOf(await jane.post(1, { ...typed, year: "1066" }))).toContain(
      "Please enter a valid year",
    );
    expect(location(await jane.post(1, typed))).toBe("303 /partsrequest?step=2");
    expect(await textOf(await jane.get("/partsrequest?step=2"))).toContain("1988 Yugo GV");
  });

  test("without the VIN year, make and model go on, through to the stored request and its printed sheet", async () => {
    const jane = visitor();
    const start = await (await jane.get("/partsrequest")).text();
    expect(start).toMatch(
      /<details[^>]*><summary[^>]*>I don&#x27;t have the VIN<\/summary>[\s\S]*name="year"/,
    );
    expect(start).toMatch(/Prefer to call\? <a href="tel:\+15555550142">\(555\) 555-0142/);
    const half = await jane.post(1, { vin: "", year: "2008", make: "", model: "" });
    expect(half.status).toBe(400);
    const words = await textOf(half);
    expect(words).toContain("Make is required");
    expect(words).not.toContain("VIN is required");

    const typed = { vin: "", year: "2008", make: "Honda", model: "Accord", trim: "", engineSize: "2.4" };
    expect(location(await jane.post(1, typed))).toBe("303 /partsrequest?step=2");
    const { review, html, post, get } = await toReview({ ...jane, post: skipVehicle(jane.post) });
    expect(html).not.toContain("<dt>VIN</dt>");
    const sent = await post(4, review);
    const [request] = await stored();
    expect(request).toMatchObject({ vehicleInfo: { year: "2008", model: "Accord" } });
    expect(request.vin).toBeFalsy();
    const { cookie } = await signedIn(await administrator());
    const sheet = await textOf(
      await site.fetch(`/admin/parts-requests/${request._id}`, { headers: { Cookie: cookie } }),
    );
    expect(sheet).toMatch(/Year 2008 Make Honda Model Accord Engine size 2.4 Not provided VIN, Trim/);

    const sentKey = sent.headers.get("Location")?.split("sent=")[1] ?? "";
    expect(location(await jane.post(1, { sent: sentKey }, "another"))).toBe("303 /partsrequest?step=2");
    expect(await textOf(await get("/partsrequest?step=2"))).toContain("2008 Honda Accord");
  });

  test("the confirmation stays, and leads to another part with the same vehicle and contact", async () => {
    const { post, get, review } = await toReview();
    const page = (await post(4, review)).headers.get("Location") ?? "";
    await get(page);
    const confirmation = await get(page);
    expect(confirmation.headers.get("X-Robots-Tag")).toBe("noindex");
    const html = await confirmation.clone().text();
    const words = await textOf(confirmation);
    expect(words).toMatch(
      /We have your request .* You asked for Hood - Hood Latch For 2003 Honda Accord Reference PR-\w{6} /,
    );
    expect(words).toMatch(
      /We'll answer by \w[\w: ]+\d [ap]m , within 24 business hours, by phone or email\./,
    );
    expect(words).toContain("Call (555) 555-0142");
    // The next request stands below it.
    expect(words).toContain("Vehicle Identification Number (VIN)");
    expect(words).not.toContain("jane@example.com");
    expect(words).not.toContain("Jane Doe");
    const own = /href="(\/your-request\?key=[\w.-]+)"/.exec(html)?.[1] ?? "";
    expect(await textOf(await site.fetch(own))).toContain("Jane Doe");

    const sent = /name="sent" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(location(await post(1, { sent }, "another"))).toBe("303 /partsrequest?step=2");
    expect(location(await post(2, PART))).toBe("303 /partsrequest?step=3");
    expect(await (await get("/partsrequest?step=3")).text()).toContain('value="jane@example.com"');
    const second = reviewOf(await (await get("/partsrequest?step=4")).text());
    await post(4, second);
    const same = {
      vin: ACCORD,
      vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
      customerInfo: { name: "Jane Doe", phone: "(555) 555-0142", email: "jane@example.com" },
    };
    expect(await stored()).toMatchObject([same, same]);
    const guessed = sent.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect(await textOf(await get(`/partsrequest?sent=${guessed}`))).not.toContain("We have your request");
    expect(location(await post(1, { sent: guessed }, "another"))).toBe("303 /partsrequest?again=1");
  });

  test("a request that was withdrawn is confirmed no more", async () => {
    const { post, get, review } = await toReview();
    const page = (await post(4, review)).headers.get("Location") ?? "";
    expect(await textOf(await get(page))).toContain("We have your request");
    await site.form(page.replace("/partsrequest?sent", "/your-request?key"), { intent: "withdraw" });
    expect(await textOf(await get(page))).not.toContain("We have your request");
  });

  test("Continue goes to the next step, and to the review only after Change", async () => {
    const { post, get, html } = await toReview();
    expect(html).toContain('href="/partsrequest?step=2&amp;change=1"');
    expect(location(await post(2, PART))).toBe("303 /partsrequest?step=3");
    expect(await (await get("/partsrequest?step=2&change=1")).text()).toContain('name="change" value="1"');
    expect(location(await post(2, { ...PART, change: "1" }))).toBe("303 /partsrequest?step=4");
    expect(location(await post(2, { categoryId: "exterior", change: "1" }, "choose"))).toBe(
      "303 /partsrequest?step=2&change=1",
    );
  });

  test("a VIN that is half known says what is missing, and fills in what it can", async () => {
    const jane = visitor();
    expect(location(await jane.post(1, { vin: HALF_KNOWN }))).toBe("303 /partsrequest");
    const page = await jane.get("/partsrequest");
    const html = await page.clone().text();
    const words = await textOf(page);
    expect(words).toContain("VIN Validation Failed");
    expect(words).toContain("Could not decode essential vehicle information");
    expect(html).toContain('value="Honda"');
    expect(html).toContain('value="2003"');
    const typed = { vin: HALF_KNOWN, year: "2003", make: "Honda", model: "Accord" };
    expect(location(await jane.post(1, typed))).toBe("303 /partsrequest?step=2");
  });

  test("a vehicle whose decoded trim is very long can be asked for like any other", async () => {
    const jane = visitor();
    await jane.post(1, { vin: LONG_TRIM });
    const { review, post } = await toReview({ ...jane, post: skipVehicle(jane.post) });
    expect(location(await post(4, review))).toMatch(CONFIRMED);
    const [request] = await stored();
    expect(request).toMatchObject({ vin: LONG_TRIM, vehicleInfo: { make: "Ford", model: "Bronco" } });
    expect(request.vehicleInfo.trim.length).toBeGreaterThan(60);
  });

  test("a vehicle of ours is said to be in the inventory", async () => {
    await dismantledVehicle({ vin: ACCORD });
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    expect(await textOf(await jane.get("/partsrequest?step=2"))).toContain(
      "Vehicle found in dismantled inventory",
    );
  });

  test("the vehicle the part comes from stays named in the request, also where it is scrapped midway", async () => {
    const donor = await dismantledVehicle({ stockNumber: "D-777" });
    const jane = visitor();
    await jane.post(1, { vin: ACCORD, donor: donor._id });
    await site.db.updateTable("dismantledVehicles").set({ status: "Scrapped" }).execute();
    const { review, post, html } = await toReview({ ...jane, post: skipVehicle(jane.post) });
    expect(html).toContain("stock # D-777");
    await post(4, review);
    const [request] = await stored();
    expect(request.partDetails.additionalInfo).toBe("Part from stock # D-777, 2012 Honda Accord\nSilver");
  });

  test("the vehicle the part comes from can be taken out in the review, which sends nothing", async () => {
    const donor = await dismantledVehicle({ stockNumber: "D-778" });
    const jane = visitor();
    await jane.post(1, { vin: ACCORD, donor: donor._id });
    const { review, post, get } = await toReview({ ...jane, post: skipVehicle(jane.post) });
    expect(location(await post(4, { ...review, removeDonor: "1" }, ""))).toBe("303 /partsrequest?step=4");
    expect(await stored()).toEqual([]);
    const html = await (await get("/partsrequest?step=4")).text();
    expect(html).not.toContain("D-778");
    await post(4, reviewOf(html));
    const [request] = await stored();
    expect(request.partDetails.additionalInfo).toBe("Silver");
  });

  test("script in every text field is shown and stored as text", async () => {
    const jane = visitor();
    const notDecoded = await jane.post(1, { vin: SCRIPT });
    expect(await notDecoded.text()).not.toContain(SCRIPT);
    await jane.post(1, { vin: NOBODYS });
    const vehicle = { year: "1988", make: SCRIPT, model: SCRIPT, trim: SCRIPT, engineSize: SCRIPT };
    await jane.post(1, { vin: NOBODYS, ...vehicle });
    const searched = await jane.get(`/partsrequest?step=2&q=${encodeURIComponent(SCRIPT)}`);
    expect(await searched.text()).not.toContain(SCRIPT);
    await jane.post(2, PART);
    const wrong = await jane.post(3, { name: SCRIPT, phone: SCRIPT, email: SCRIPT, additionalInfo: SCRIPT });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.not.stringContaining(SCRIPT)]);
    await jane.post(3, { ...CONTACT, name: SCRIPT, additionalInfo: `${SCRIPT} 🚗` });
    const page = await jane.get("/partsrequest?step=4");
    const html = await page.clone().text();
    expect(html).not.toContain(SCRIPT);
    expect(await textOf(page)).toContain(SCRIPT);
    await jane.post(4, reviewOf(html));
    expect(await stored()).toMatchObject([
      {
        customerInfo: { name: SCRIPT },
        partDetails: { additionalInfo: `${SCRIPT} 🚗` },
        vehicleInfo: { make: SCRIPT, model: SCRIPT, trim: SCRIPT, engineSize: SCRIPT },
      },
    ]);
  });

  test("too long is said by field, and a name that nobody can see is none", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    await jane.post(2, PART);
    const long = await jane.post(3, { ...CONTACT, name: "n".repeat(201), additionalInfo: "n".repeat(4501) });
    const words = await textOf(long);
    expect(words).toContain("Please use at most 200 characters");
    expect(words).toContain("Please use at most 4,500 characters");
    expect(await textOf(await jane.post(3, { ...CONTACT, name: "\u200b\u3164" }))).toContain(
      "Name is required",
    );
  });

  test("of a doubled field the first counts, and one the step does not know is let be", async () => {
    const jane = visitor();
    const answer = await jane.post(1, [
      ["vin", ACCORD],
      ["vin", NOBODYS],
      ["status", "fulfilled"],
      ["b[99]", "1"],
    ]);
    expect(location(answer)).toBe("303 /partsrequest?step=2");
  });

  test("a choice that the catalog does not have chooses nothing", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    for (const pick of ["a/b/c", "exterior/hood/nothing", "__proto__//", "exterior"]) {
      await jane.post(2, { pick });
      const words = await textOf(await jane.get("/partsrequest?step=2"));
      expect(words, pick).not.toContain("Part selected successfully");
    }
  });

  test("a cookie that is gone, forged or broken leads to the start, which says so", async () => {
    for (const cookie of ["", "part-request=%%%", `part-request=${btoa('"AAAA"')}`, "part-request=e30="]) {
      const answer = await site.fetch("/partsrequest?step=3", { headers: { Cookie: cookie } });
      expect(location(answer), cookie).toBe("302 /partsrequest?again=1");
      const posted = await site.form("/partsrequest?step=3", { step: "3", ...CONTACT }, { cookie });
      expect(location(posted), cookie).toBe("303 /partsrequest?again=1");
    }
    expect(await textOf(await site.fetch("/partsrequest?again=1"))).toContain("No unfinished request found");
  });

  test("sending an old page once more leaves the request begun since alone", async () => {
    const { post, get, review } = await toReview();
    await post(4, review);
    await post(1, { vin: ACCORD });
    expect(location(await post(4, review))).toMatch(CONFIRMED);
    expect((await get("/partsrequest?step=2")).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test("a step that cannot be kept comes back with every word and says so", { timeout: 60_000 }, async () => {
    const { post, review } = await toReview();
    const other = openFile();
    other.exec("begin immediate");
    try {
      const contact = await post(3, { ...CONTACT, name: "Jane Newname" });
      const html = await contact.clone().text();
      expect(contact.status).toBe(500);
      expect(html).toContain('value="Jane Newname"');
      const tryAgain = "Please try again or contact support if the problem persists.";
      expect(await textOf(contact)).toContain(`Your answers couldn't be sent. ${tryAgain}`);
      const sent = await post(4, review);
      expect(sent.status).toBe(500);
      expect(await textOf(sent)).toContain(`Failed to submit request. ${tryAgain}`);
    } finally {
      other.exec("rollback");
      other.close();
    }
    expect(location(await post(4, review))).toMatch(CONFIRMED);
  });

  test("a search's result chooses all three", async () => {
    const jane = visitor();
    await jane.post(1, { vin: ACCORD });
    expect(location(await jane.post(2, { q: "hood latch" }, "choose"))).toBe(
      "303 /partsrequest?step=2&q=hood+latch",
    );
    expect(await (await jane.get("/partsrequest?step=2&q=hood+latch")).text()).toContain(
      'value="exterior/hood/hood-latch"',
    );
    expect(await textOf(await jane.get("/partsrequest?step=2&q=xyzq"))).toContain("No parts found.");
    const found = await textOf(await jane.get("/partsrequest?step=2&q=alternator"));
    expect(found).toContain("Alternator");
    expect(found).not.toContain("No parts found.");
    expect(await textOf(await jane.get("/partsrequest?step=2&q=a"))).not.toContain("No parts found.");
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
    expect([answer.status, await textOf(answer)]).toEqual([
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
      vehicleInfo: { year: 2003 },
    });
  });

  test("without a VIN it takes year, make and model, and nothing less", async () => {
    const body = {
      vehicleInfo: { year: 2008, make: "Honda", model: "Accord" },
      partDetails: { system: "Engine/Accessories", component: "Alternator" },
      customerInfo: { name: "Jane", phone: "(555) 555-0142", email: "jane@example.com" },
    };
    const stored = await json("/api/part-requests", body);
    expect([stored.status, await stored.json()]).toMatchObject([
      201,
      { vin: "", vehicleInfo: { year: 2008 } },
    ]);
    const refused = await json("/api/part-requests", { ...body, vehicleInfo: { make: "Honda" } });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        error: "Year is required",
        fields: { "vehicleInfo.year": ["Year is required"], "vehicleInfo.model": ["Model is required"] },
      },
    ]);
  });

  test("for a part on the shelf phone or email is enough, and no vehicle is needed", async () => {
    const { _id: partId } = await shelfPart({ stockNumber: "ASK-9", price: 85 });
    const asked = (customerInfo: object, part = partId) =>
      json("/api/part-requests", {
        partId: part,
        partDetails: { system: "Electrical", component: "Alternator" },
        customerInfo: { name: "Jane", ...customerInfo },
      });
    const stored = await asked({ phone: "5555550142" });
    expect([stored.status, await stored.json()]).toMatchObject([
      201,
      {
        partId,
        askedPart: "2012 Honda Accord Alternator, $85, stock # ASK-9",
        vin: "",
        customerInfo: { name: "Jane", phone: "(555) 555-0142" },
      },
    ]);
    const fieldsOf = async (response: Response) => [response.status, (await response.json()).fields];
    const oneOf = "Please enter a phone number or an email address";
    expect(await fieldsOf(await asked({}))).toEqual([400, { "customerInfo.phone": [oneOf] }]);
    const unknown = "We can't find that part. It may have been removed.";
    for (const part of ["short", UNKNOWN_ID])
      expect(await fieldsOf(await asked({ phone: "5555550142" }, part)), part).toEqual([
        400,
        { partId: [unknown] },
      ]);
    await site.db.updateTable("parts").set({ status: "Sold", soldAt: new Date().toISOString() }).execute();
    const sold = await asked({ email: "jane@example.com" });
    expect([sold.status, await sold.json()]).toEqual([409, { error: "This part is sold." }]);
    expect(await fieldsOf(await asked({ phone: "5555550142" }, ""))).toEqual([
      400,
      { vin: ["VIN is required"], "customerInfo.email": ["Email address is required"] },
    ]);
  });

  test("a VIN that can mean two model years names both and fills in neither", async () => {
    const answer = await json("/api/vin/direct-decode", { vin: "JHMZZ2655HC000268" });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { vehicleInfo: { make: "Honda" }, possibleYears: [2017, 1987] },
    ]);
    const jane = visitor();
    await jane.post(1, { vin: "JHMZZ2655HC000268" });
    expect(await textOf(await jane.get("/partsrequest"))).toContain("This VIN could be a 1987 or 2017.");
  });

  test("a wrong one with 400 and the sentences by field", async () => {
    const answer = await json("/api/part-requests", { vin: "x" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "Please enter a valid 17-character VIN",
      fields: { vin: ["Please enter a valid 17-character VIN"] },
    });
  });

  test("a body that is no object, or holds what nobody can read, is refused in plain words", async () => {
    for (const body of [[], null, "x", 7]) {
      for (const path of ["/api/part-requests", "/api/vin/direct-decode"]) {
        const answer = await json(path, body);
        expect([answer.status, await answer.json()]).toMatchObject([400, { error: "Please send an object" }]);
      }
    }
    const answer = await json("/api/part-requests", {
      vin: ACCORD,
      partDetails: { system: "Exterior", component: "\u200b" },
      customerInfo: { name: "\ud800", phone: "5555550142", email: "jane@example.com" },
    });
    expect(await answer.json()).toMatchObject({
      fields: {
        "partDetails.component": ["Please select a subcategory"],
        "customerInfo.name": ["Name is required"],
      },
    });
  });

  test("a VIN whose maker and year alone are known is answered with 422, and with what is known", async () => {
    const answer = await json("/api/vin/direct-decode", { vin: HALF_KNOWN });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        error: "Could not decode essential vehicle information",
        vehicleInfo: { year: 2003, make: "Honda" },
        inInventory: false,
        inventoryType: null,
      },
    ]);
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

// Last, since they use up what this address may send.
describe("an address that sends more than a person would", () => {
  const body = {
    vin: ACCORD,
    partDetails: { system: "Exterior", component: "Hood" },
    customerInfo: { name: "Jane", phone: "(555) 555-0142", email: "jane@example.com" },
  };
  const api = (path: string, sent: unknown) =>
    site.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sent),
    });

  test("is told when to send its part request, which stays in the review", async () => {
    const { post, get, review } = await toReview();
    let last = await api("/api/part-requests", body);
    for (let sent = 0; sent < 30 && last.status === 201; sent++) last = await api("/api/part-requests", body);
    expect(last.status).toBe(429);
    const { error, retryAfter } = (await last.json()) as { error: string; retryAfter: number };
    expect(error).toMatch(
      /^Too many requests from your connection\. Please try again in \d+ minutes?, or call us\.$/,
    );
    expect(last.headers.get("Retry-After")).toBe(String(retryAfter));

    const answer = await post(4, review);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const words = await textOf(answer);
    expect(words).toContain("Too many requests from your connection");
    expect(words).toContain("jane@example.com");
    expect((await get("/partsrequest?step=4")).status).toBe(200);
  });

  test("is told when to have its VIN decoded, which stays in the field, and goes on with the vehicle typed", async () => {
    let last = await api("/api/vin/direct-decode", { vin: ACCORD });
    for (let sent = 0; sent < 80 && last.status === 200; sent++) {
      last = await api("/api/vin/direct-decode", { vin: ACCORD });
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);

    const jane = visitor();
    const answer = await jane.post(1, { vin: ACCORD, year: "", make: "", model: "" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    const html = await answer.text();
    expect(html).toContain("Too many requests from your connection");
    expect(html).toContain(`value="${ACCORD}"`);
    expect(html).toMatch(/<details[^>]* open=""/);
    const typed = { vin: ACCORD, year: "2003", make: "Honda", model: "Accord" };
    expect(location(await jane.post(1, typed))).toBe("303 /partsrequest?step=2");
    expect(await textOf(await jane.get("/partsrequest?step=2"))).toContain(`VIN ${ACCORD}`);
  });
});
