import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { idInSegment } from "~/values/record-path";
import { vehiclePath } from "~/vehicles/inventory";
import { type Api, apiOf, emptyLists, recordsOf, type StaffApi, staffApi } from "../../support/api";
import { UNKNOWN_ID } from "../../support/bodies";
import { retailVehicle } from "../../support/builders";
import { INQUIRY_FIELDS, vehicleInquiry } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const FORM = {
  "inquiry.about": "question",
  "customerInfo.name": "Ivy Quist",
  "customerInfo.phone": "555 555 0104",
  "customerInfo.email": "",
  "inquiry.message": "Is it still there?",
};
const LIST = "/admin/vehicle-inquiries";

let site: Site;
let anyone: Api;
let staff: StaffApi;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await emptyLists(site);
  await site.db.deleteFrom("idempotencyKeys").execute();
});

const stored = () => recordsOf(site, "vehicle-inquiries");
const pageOf = async () => vehiclePath(await retailVehicle({ stockNumber: "R-77" }));
const asStaff = async (path: string) => textOf(await site.fetch(path, { headers: { Cookie: cookie } }));

describe("the form on a vehicle's page, without script", () => {
  test("stands under the two buttons, and the page is cached as before", async () => {
    const path = await pageOf();
    const words = await textOf(await site.fetch(path));
    expect(words).toMatch(/Contact About This Vehicle Schedule Test Drive .*Ask About This Vehicle/);
    expect(words).toContain("Phone or email: one is enough.");
    const again = await site.fetch(path);
    // A rendered page is sent in chunks; a cached one has a length.
    expect(again.headers.get("Content-Length")).not.toBeNull();
    expect(await again.text()).toContain('name="customerInfo.name"');
  });

  test("stores the inquiry; its confirmation stays, and is nobody else's", async () => {
    const path = await pageOf();
    await site.fetch(path);
    const answer = await site.form(path, FORM);
    const [inquiry] = await stored();
    expect(answer.status).toBe(303);
    const place = answer.headers.get("Location") ?? "";
    expect(place).toMatch(new RegExp(`^${path}\\?sent=VI\\.${inquiry._id}\\.[\\w.-]+$`));
    const key = new URL(place, site.url).searchParams.get("sent") ?? "";
    expect(inquiry).toMatchObject({
      customerInfo: { name: "Ivy Quist", phone: "(555) 555-0104" },
      inquiry: { about: "question", message: "Is it still there?" },
      vehicleInfo: { stockNumber: "R-77" },
      status: "pending",
    });
    expect(inquiry.customerInfo).not.toHaveProperty("email");
    for (const visit of [1, 2]) {
      const page = await site.fetch(`${path}?sent=${key}`);
      const cached = page.headers.get("Cache-Control");
      expect([visit, page.status, cached]).toEqual([visit, 200, "private, no-store"]);
      // Nor is it in the page cache, whose copies have a length.
      expect(page.headers.get("Content-Length")).toBeNull();
      const html = await page.clone().text();
      expect(html).toContain(`href="/your-request?key=${key}"`);
      const words = await textOf(page);
      for (const said of [
        "We got your question",
        `VI-${inquiry._id.slice(-6)}`,
        "Question 2016 Subaru Outback Stock # R-77",
        "within 24 business hours",
        "What Happens Next",
        "by phone.",
        "(555) 555-0142",
      ]) {
        expect(words).toContain(said);
      }
      expect(words).not.toMatch(/Ivy Quist|Is it still there/);
    }
    expect(await textOf(await site.fetch(path))).not.toContain("We got your question");
    const other = await pageOfAnother();
    for (const sent of [key, inquiry._id, "made-up-by-someone", UNKNOWN_ID, "<b>"]) {
      const at = sent === key ? other : path;
      const words = await textOf(await site.fetch(`${at}?sent=${encodeURIComponent(sent)}`));
      expect(words, sent).not.toContain("We got your question");
    }
  });

  test("posted twice is one inquiry, and only the browser that sent it first gets its link again", async () => {
    const path = await pageOf();
    const both = await Promise.all([site.form(path, FORM), site.form(path, FORM)]);
    const places = both.map((answer) => answer.headers.get("Location") ?? "");
    const first = places.findIndex((place) => place.includes("?sent=VI."));
    expect(places[1 - first]).toBe(`${path}?sent=before`);
    const again = await site.form(path, FORM, { cookie: cookiesOf(both[first] as Response) });
    expect(again.headers.get("Location")).toMatch(/\?sent=VI\./);
    expect(await stored()).toHaveLength(1);

    // Somebody who knows or guesses what was sent learns nothing of it, with or without a cookie of their own.
    for (const cookie of ["", cookiesOf(both[1 - first] as Response)]) {
      const guess = await site.form(path, FORM, { cookie });
      expect(guess.headers.get("Location")).toBe(`${path}?sent=before`);
    }
    const page = await site.fetch(`${path}?sent=before`);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const html = await page.clone().text();
    expect(html).not.toMatch(/your-request\?|VI-\w{6}/);
    expect(await textOf(page)).toMatch(
      /We got your question We already have this one\. About 2016 Subaru Outback Stock # R-77 .*You'll hear/,
    );
  });

  test("names each slip, keeps what was typed, and is read first", async () => {
    const path = await pageOf();
    const answer = await site.form(path, {
      ...FORM,
      "customerInfo.name": " ",
      "customerInfo.phone": "",
      "inquiry.message": "",
      "customerInfo.email": "",
    });
    expect(answer.status).toBe(400);
    const page = parse(await answer.text());
    expect(page.querySelector("title")?.textContent).toMatch(/^Error: /);
    expect(page.querySelectorAll(".error-summary li").map((item) => item.textContent)).toEqual([
      "Please enter your name",
      "Please enter a phone number or an email address",
      "Please write your question",
    ]);
    for (const link of page.querySelectorAll(".error-summary a")) {
      const field = page.getElementById(link.getAttribute("href")?.slice(1) ?? "");
      expect(field?.tagName).toMatch(/INPUT|TEXTAREA/);
    }
    const typed = await site.form(path, { ...FORM, "customerInfo.phone": "555 01", "inquiry.about": "x" });
    const html = await typed.text();
    expect(html).toContain('value="555 01"');
    expect(html).toContain("Is it still there?</textarea>");
    expect(html).toContain("Please enter a valid phone number");
    expect(await stored()).toEqual([]);
    // An error is never what the next visitor gets.
    expect(await (await site.fetch(path)).text()).not.toContain("There is a problem");
  });

  test("a test drive needs no message, and an email address is enough", async () => {
    await site.form(await pageOf(), {
      ...FORM,
      "inquiry.about": "test-drive",
      "inquiry.message": "",
      "customerInfo.phone": "",
      "customerInfo.email": "ivy@example.com",
    });
    const [{ inquiry, customerInfo }] = await stored();
    expect(inquiry).toEqual({ about: "test-drive" });
    expect(customerInfo).toEqual({ name: "Ivy Quist", email: "ivy@example.com" });
  });

  test("shows script in any field as text, and too much by its field", async () => {
    const script = "<script>alert('x')</script>";
    const path = await pageOf();
    const all = Object.fromEntries(Object.keys(FORM).map((name) => [name, script]));
    const wrong = await site.form(path, all);
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.not.stringContaining(script)]);
    const long = { ...FORM, "customerInfo.name": "n".repeat(201), "inquiry.message": "n".repeat(5001) };
    const words = await textOf(await site.form(path, long));
    expect(words).toContain("Please use at most 200 characters");
    expect(words).toContain("Please use at most 5,000 characters");
    expect(await stored()).toEqual([]);
  });

  test("filled by a robot is not stored and keeps the words", async () => {
    const answer = await site.form(await pageOf(), { ...FORM, [HONEYPOT_NAME]: "https://spam.example" });
    const html = await answer.text();
    expect([answer.status, html]).toEqual([400, expect.stringContaining("This looked like an automated")]);
    expect(html).toContain("Is it still there?</textarea>");
    expect(await stored()).toEqual([]);
  });
});

describe("a vehicle that is not for sale", () => {
  const update = (status: string) => site.db.updateTable("retailVehicles").set({ status }).execute();

  test("has a form while its sale is pending, and none once it is sold", async () => {
    const path = await pageOf();
    await update("pending");
    expect(await (await site.fetch(path)).text()).toContain("Ask About This Vehicle");
    await update("sold");
    const page = parse(await (await site.fetch(path)).text());
    expect(page.querySelector("form[method=post]")).toBeNull();
    const line = page.querySelector(".vehicle__inquiry-sold");
    expect(line?.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual([
      "tel:+15555550142",
      "/inventory",
    ]);
  });

  test("sold while somebody typed says so, and gives the words back", async () => {
    const path = await pageOf();
    await update("sold");
    const answer = await site.form(path, FORM);
    const words = await textOf(answer);
    expect(answer.status).toBe(409);
    expect(words).toContain("Your inquiry wasn't sent This vehicle is sold.");
    expect(words).toContain("Ivy Quist, 555 555 0104 Is it still there?");
    expect(await stored()).toEqual([]);
  });

  test("deleted while somebody typed says so, and gives the words back", async () => {
    const path = await pageOf();
    const id = idInSegment(path.split("/").at(-1));
    await site.form(`/admin/retail-vehicles/${id}/delete`, {}, { cookie });
    const answer = await site.form(path, FORM);
    const words = await textOf(answer);
    expect(answer.status).toBe(410);
    expect(words).toContain("This vehicle is no longer listed");
    expect(words).toContain("Your inquiry wasn't sent");
    expect(words).toContain("Ivy Quist, 555 555 0104 Is it still there?");
    expect(words).toContain("(555) 555-0142");
  });

  test("sold after the inquiry keeps its confirmation", async () => {
    const path = await pageOf();
    const place = (await site.form(path, FORM)).headers.get("Location") ?? "";
    await update("sold");
    expect(await textOf(await site.fetch(place.replace(/#.*/, "")))).toContain("We got your question");
  });
});

describe("POST /api/vehicle-inquiries", () => {
  const customerInfo = { name: "Ivy Quist", phone: "5555550104" };
  const inquiry = { about: "question", message: "Is it still there?" };

  test("answers 201 with the stored inquiry and the vehicle as it is offered", async () => {
    const vehicle = await retailVehicle({ trim: "Limited" });
    const answer = await anyone.post("/vehicle-inquiries", {
      vehicleId: vehicle._id,
      customerInfo,
      inquiry,
      status: "sold",
    });
    const [{ _id, createdAt, updatedAt, answerDueAt }] = await stored();
    expect([answer.status, await answer.json()]).toEqual([
      201,
      {
        ...{ _id, createdAt, updatedAt, answerDueAt },
        status: "pending",
        customerInfo: { name: "Ivy Quist", phone: "(555) 555-0104" },
        customerUrl: expect.stringMatching(new RegExp(`^/your-request\\?key=VI\\.${_id}\\.`)),
        vehicleId: vehicle._id,
        vehicleInfo: {
          stockNumber: vehicle.stockNumber,
          year: 2016,
          make: "Subaru",
          model: "Outback",
          trim: "Limited",
          vin: vehicle.vin,
          price: 12_995,
        },
        inquiry,
        notes: [],
      },
    ]);
  });

  test("says what is wrong: by field, of a vehicle that is not shown, and of a sold one", async () => {
    const empty = await anyone.post("/vehicle-inquiries", {});
    expect([empty.status, Object.keys((await empty.json()).fields)]).toEqual([
      400,
      ["vehicleId", "customerInfo.name", "customerInfo.phone", "inquiry.about"],
    ]);
    const hidden = await retailVehicle({ make: undefined });
    for (const vehicleId of [UNKNOWN_ID, "short", hidden._id]) {
      const unknown = await anyone.post("/vehicle-inquiries", { vehicleId, customerInfo, inquiry });
      expect([unknown.status, (await unknown.json()).fields]).toEqual([
        400,
        { vehicleId: ["We can't find that vehicle. It may have been removed."] },
      ]);
    }
    const { _id: vehicleId } = await retailVehicle({ status: "sold" });
    const sold = await anyone.post("/vehicle-inquiries", { vehicleId, customerInfo, inquiry });
    expect([sold.status, await sold.json()]).toEqual([409, { error: "This vehicle is sold." }]);
    expect(await stored()).toEqual([]);
  });

  test("a retry with the same key gets the first answer, though the vehicle is sold since", async () => {
    const { _id: vehicleId } = await retailVehicle();
    const send = () =>
      anyone.post(
        "/vehicle-inquiries",
        { vehicleId, customerInfo, inquiry },
        { "Idempotency-Key": "once-only" },
      );
    const first = await (await send()).json();
    await site.db.updateTable("retailVehicles").set({ status: "sold" }).execute();
    const again = await send();
    expect([again.status, await again.json()]).toEqual([201, first]);
  });

  test("staff delete one, and it is in no list any more", async () => {
    const id = await vehicleInquiry();
    expect((await staff.delete(`/admin/vehicle-inquiries/${id}`)).status).toBe(204);
    expect((await staff.delete(`/admin/vehicle-inquiries/${id}`)).status).toBe(404);
    expect(await (await staff.get("/admin/vehicle-inquiries")).json()).toEqual([]);
  });
});

describe("staff's pages", () => {
  test("an open row and the printed page show every field, and lead to the vehicle", async () => {
    const id = await vehicleInquiry();
    const [{ vehicleId }] = await stored();
    for (const path of [`${LIST}?open=${id}`, `${LIST}/${id}`]) {
      const words = await asStaff(path);
      for (const field of [...INQUIRY_FIELDS, `VI-${id.slice(-6)}`]) expect(words, path).toContain(field);
      const html = await (await site.fetch(path, { headers: { Cookie: cookie } })).text();
      expect(html).toContain(`href="/admin/retail-vehicles/${vehicleId}/edit"`);
      expect(html).toContain(`href="/inventory/${vehicleId}-2016-subaru-outback"`);
    }
    await site.db.deleteFrom("retailVehicles").execute();
    const words = await asStaff(`${LIST}/${id}`);
    expect(words).toContain("Stock # VI-4711 (deleted since)");
  });

  test("Today counts them, and says how many are overdue", async () => {
    const { _id } = await (
      await anyone.post("/vehicle-inquiries", {
        vehicleId: (await retailVehicle())._id,
        customerInfo: { name: "Ivy Quist", phone: "5555550104" },
        inquiry: { about: "test-drive" },
      })
    ).json();
    expect(await asStaff("/admin/today")).toContain("1 new in Vehicle Inquiries");
    await site.db.updateTable("vehicleInquiries").set({ answerDueAt: "2026-01-01T00:00:00.000Z" }).execute();
    expect(await asStaff("/admin/today")).toContain("1 overdue in Vehicle Inquiries");
    const words = await asStaff(LIST);
    expect(words).toContain("Today 1 waiting");
    expect(words).toContain(`VI-${_id.slice(-6)}`);
  });

  test("an inquiry is worked on by plain forms", async () => {
    const id = await vehicleInquiry();
    const path = `${LIST}/${id}`;
    const post = (fields: Record<string, string>) => site.form(path, fields, { cookie });
    expect((await post({ intent: "status", expectedVersion: "scheduled", status: "sold" })).status).toBe(303);
    expect((await post({ intent: "note", content: "Paid in cash." })).status).toBe(303);
    expect((await post({ intent: "quote", expectedVersion: "", price: "5" })).status).toBe(400);
    expect((await post({ intent: "status", expectedVersion: "sold", status: "fulfilled" })).status).toBe(400);
    const words = await asStaff(path);
    expect(words).toContain("Paid in cash.");
    expect(words).toContain("Sold");
    expect(await asStaff(`${LIST}?status=sold`)).toContain(`VI-${id.slice(-6)}`);
  });
});

// Last, since it uses up what this address may send.
test("nobody sends more than a person would, by form and by API together", async () => {
  const path = await pageOf();
  let answer = await site.form(path, FORM);
  for (let sent = 0; sent < 30 && answer.status === 303; sent++) {
    answer = await site.form(path, { ...FORM, "inquiry.message": `Message ${sent}` });
  }
  expect([answer.status, Number(answer.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(await textOf(answer)).toMatch(/Too many requests from your connection.*Message \d+/);
});

async function pageOfAnother(): Promise<string> {
  return vehiclePath(await retailVehicle());
}
