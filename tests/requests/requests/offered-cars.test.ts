import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeExpiredRecords } from "~/history/trash.server";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { customerKey } from "~/requests/customer-link.server";
import { makeOffer } from "~/requests/offer.server";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { deleteStrayPhotos } from "~/requests/photos.server";
import { deleteRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { recordsOf, staffApi } from "../../support/api";
import { photo } from "../../support/pictures";
import { removeRecords } from "../../support/records";
import { carWithOffer, offeredCar } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

const PAGE = "/sell-your-car";
const LIST = "/admin/offered-cars";
const FORM = {
  vin: "",
  "vehicleInfo.year": "2012",
  "vehicleInfo.make": "Honda",
  "vehicleInfo.model": "Accord",
  "vehicleInfo.mileage": "142,000",
  "carInfo.location": "Millbrook 12545",
  "carInfo.runs": "starts",
  "carInfo.title": "yes",
  "carInfo.message": "Hit at the left front.",
  "customerInfo.name": "Olive Reyes",
  "customerInfo.phone": "555 555 0105",
  "customerInfo.email": "",
};
const DAY_MS = 86_400_000;

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await removeRecords();
  ({ cookie } = await signedIn());
});

const stored = () => recordsOf(site, "offered-cars");
const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
const linkOf = (id: string, path = "") =>
  `/your-request${path}?${new URLSearchParams({ key: customerKey({ prefix: "OC", id }, new Date()) })}`;
const answer = async (id: string, fields: Record<string, string>) => {
  const response = await site.form(linkOf(id, "/offer"), { version: "1", name: "Olive Reyes", ...fields });
  return { status: response.status, said: await textOf(response) };
};
/** Sends the form with photos, as a browser does. */
async function send(fields: Record<string, string>, photos: readonly Blob[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, one] of photos.entries()) form.append("photo", one, `${index}.jpg`);
  return site.fetch(PAGE, { method: "POST", body: form, headers: { Origin: site.url }, redirect: "manual" });
}
const picture = async (width = 800) => new Blob([new Uint8Array(await photo(width, 500).jpeg().toBuffer())]);

describe("the form", () => {
  test("stores the car once, and its confirmation leads to the private page", async () => {
    const sent = await site.form(PAGE, { ...FORM, idempotencyKey: "one" });
    await site.form(PAGE, { ...FORM, idempotencyKey: "one" });
    const [offered, ...others] = await stored();
    expect(others).toEqual([]);
    expect(offered).toMatchObject({
      customerInfo: { phone: "(555) 555-0105" },
      carInfo: { runs: "starts", title: "yes" },
      vin: "",
    });
    const place = sent.headers.get("Location") ?? "";
    expect([sent.status, place]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${PAGE}\\?sent=OC\\.${offered._id}`)),
    ]);
    const said = await textOf(await site.fetch(place));
    expect(said).toContain("We got your car's details");
    expect(said).toContain(`OC-${offered._id.slice(-6)}`);
    expect(said).toContain("2012 Honda Accord");
    const own = await textOf(await site.fetch(linkOf(offered._id)));
    expect(own).toContain("Your car offer");
    expect(own).toContain("Not selling it anymore? Withdraw Car Offer");
    const asked = await textOf(await site.fetch(`${linkOf(offered._id)}&ask=withdraw`));
    expect(asked).toMatch(/Withdraw car offer OC-\w{6}\?.*Withdraw Car Offer Keep My Car Offer/);
    expect(own).toContain("Starts, but doesn't drive");
  });

  test("takes the VIN alone, which says year, make and model", async () => {
    const vehicle = { "vehicleInfo.year": "", "vehicleInfo.make": "", "vehicleInfo.model": "" };
    await site.form(PAGE, { ...FORM, ...vehicle, vin: "1HGCM82633A004352" });
    expect(await stored()).toMatchObject([{ vehicleInfo: { year: "2003", make: "Honda", model: "Accord" } }]);
  });

  test("takes a year that a car can have, and a mileage in any words", async () => {
    for (const year of ["98", "abcd", "3012"]) {
      const wrong = await site.form(PAGE, { ...FORM, "vehicleInfo.year": year });
      expect([wrong.status, await textOf(wrong)]).toEqual([
        400,
        expect.stringContaining("Please enter a valid year"),
      ]);
    }
    expect(await stored()).toEqual([]);
    for (const [mileage, shown] of [
      ["240000", "Mileage 240,000 miles"],
      ["about 90k", "Mileage about 90k"],
    ] as const) {
      await site.form(PAGE, { ...FORM, "vehicleInfo.mileage": mileage, idempotencyKey: mileage });
      const [{ _id }] = await stored();
      expect(await textOf(await site.fetch(linkOf(_id)))).toContain(shown);
      await site.db.deleteFrom("offeredCars").execute();
    }
  });

  test("says by its field what is missing, keeps what was typed, and takes nothing from a robot", async () => {
    const wrong = await site.form(PAGE, {
      ...{
        ...FORM,
        "vehicleInfo.year": "",
        "carInfo.location": " ",
        "carInfo.runs": "",
        "carInfo.title": "",
      },
      ...{ "customerInfo.name": "", "customerInfo.phone": "12", vin: "123" },
    });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    for (const message of [
      "Please enter a valid 17-character VIN",
      "Please enter where the car is",
      "Please choose whether it runs",
      "Please choose whether you have the title",
      "Please enter your name",
      "Please enter a valid phone number",
      "Hit at the left front.",
    ])
      expect(html).toContain(message);
    expect(await textOf(await site.form(PAGE, { ...FORM, "vehicleInfo.model": "" }))).toContain(
      "Please enter the VIN, or the year, make and model",
    );
    const nothing = await textOf(await site.form(PAGE, {}));
    for (const message of [
      "Please enter the VIN",
      "Please enter where the car is",
      "Please enter your phone",
    ])
      expect(nothing).toContain(message);
    expect((await site.form(PAGE, { ...FORM, [HONEYPOT_NAME]: "x" })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test("keeps photos apart from the site's pictures: staff see them, and nobody else", async () => {
    const sent = await send(FORM, [await picture(), await picture(2400)]);
    expect(sent.status).toBe(303);
    const [{ _id, photoCount }] = await stored();
    expect(photoCount).toBe(2);
    const page = await (await open(`${LIST}/${_id}`)).text();
    const addresses = [...page.matchAll(/src="(\/admin\/offered-cars\/[^"]+\/photos\/\w+)"/g)].map(
      ([, to = ""]) => to,
    );
    expect(addresses).toHaveLength(2);
    const seen = await open(addresses[0] ?? "");
    expect([seen.status, seen.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((await site.fetch(addresses[0] ?? "", { redirect: "manual" })).status).toBe(303);
    const { cookie: yard } = await signedIn(await administrator("yarder", "yard"));
    expect((await open(addresses[0] ?? "", yard)).status).toBe(403);
  });

  test("comes back with the photos that have arrived, and says what is wrong with another", async () => {
    const wrong = await send({ ...FORM, "customerInfo.name": "" }, [
      await picture(),
      new Blob(["no picture"]),
    ]);
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(html).toContain("Please enter your name");
    expect(html).toContain("1.jpg: Please upload a valid image file (JPG, PNG, or WebP)");
    const box = parse(html).querySelector('[name="photoKept0"][type="checkbox"]');
    expect(box?.hasAttribute("checked")).toBe(true);
    const kept = box?.getAttribute("value") ?? "";
    await site.form(PAGE, { ...FORM, photoKept0: kept });
    expect(await stored()).toMatchObject([{ photoCount: 1 }]);
    // Another form can't take it over.
    await site.form(PAGE, { ...FORM, "carInfo.message": "Another car", photoKept0: kept });
    expect((await stored()).map(({ photoCount }) => photoCount).sort()).toEqual([1, undefined]);
  });

  test("takes eight photos, and says so of the ninth", async () => {
    const photos = await Promise.all([...Array(9).keys()].map((index) => picture(300 + index)));
    const answered = await send(FORM, photos);
    expect([answered.status, (await textOf(answered)).includes("8")]).toEqual([400, true]);
    expect(await stored()).toEqual([]);
    // Photos of a form that is never sent again are gone after a day; no page shows them before.
    await deleteStrayPhotos(new Date(Date.now() + DAY_MS));
    expect(await site.db.selectFrom("requestPhotos").select("id").execute()).toEqual([]);
  }, 60_000);
});

describe("staff", () => {
  test("find it in its list, in search, on Today, in history and trash", async () => {
    const id = await offeredCar();
    const reference = `OC-${id.slice(-6)}`;
    for (const path of [LIST, `${LIST}?q=accord+millbrook`, "/admin/search?q=Olive", "/admin/history"])
      expect(await words(path), path).toContain(reference);
    expect(await words("/admin/today")).toContain("Cars Offered");
    await as({ username: "marta", now: new Date() }, () => deleteRequest(OFFERED_CARS, id));
    expect(await words("/admin/trash")).toContain(reference);
    await removeExpiredRecords(new Date(Date.now() + 40 * DAY_MS));
    expect(await stored()).toEqual([]);
  });

  test("make an offer, which the customer sees at once, and which never changes", async () => {
    const id = await offeredCar();
    for (const amount of ["", "0", "12.345", "lots"]) {
      const wrong = await site.form(`${LIST}/${id}/offer`, { expectedVersion: "0", amount }, { cookie });
      expect([amount, wrong.status]).toEqual([amount, 400]);
    }
    const past = { expectedVersion: "0", amount: "450", goodUntil: "2020-01-01" };
    expect(await textOf(await site.form(`${LIST}/${id}/offer`, past, { cookie }))).toContain(
      "Please enter today or a later day",
    );
    const offer = { expectedVersion: "0", amount: "450.50", goodUntil: "2099-12-31" };
    const made = await site.form(`${LIST}/${id}/offer`, offer, { cookie });
    // A double click.
    await site.form(`${LIST}/${id}/offer`, offer, { cookie });
    expect([made.status, made.headers.get("Location")]).toEqual([303, `${LIST}/${id}`]);
    const late = await site.form(`${LIST}/${id}/offer`, { ...offer, amount: "300" }, { cookie });
    expect([late.status, (await textOf(late)).includes("Someone else has made another offer")]).toEqual([
      409,
      true,
    ]);
    expect(await words(`${LIST}/${id}`)).toMatch(/Offer Made.*\$450\.50 Waiting for an answer/);
    expect(await textOf(await site.fetch(linkOf(id)))).toContain(
      "$450.50 Accept or Decline Good until Dec 31, 2099",
    );
    await expect(site.db.updateTable("carOffers").set({ amountCents: 1 }).execute()).rejects.toThrow(
      "An offer never changes.",
    );
    const [{ offers }] = await stored();
    expect(offers).toHaveLength(1);
    expect(offers).toMatchObject([{ version: 1, state: "open", amount: 450.5, goodUntil: "2099-12-31" }]);
  });
});

test.each([
  ["yes", "Bring the title and your ID."],
  ["lien", "Bring your ID and a payoff letter from the lender that has the title."],
  ["no", "Bring your ID. We'll tell you what we need in place of the title."],
])("who said %s of the title is told what to bring", async (title, words) => {
  const sent = await site.form(PAGE, {
    ...FORM,
    "carInfo.title": title,
    "customerInfo.email": "o@example.com",
  });
  expect(await textOf(await site.fetch(sent.headers.get("Location") ?? ""))).toContain(
    `We set a time and place. ${words} We pay you and take the car.`,
  );
  const [{ _id: id }] = await stored();
  const by = { username: "marta", now: new Date() };
  await as(by, () => makeOffer(id, { amount: 450, goodUntil: "2099-12-31" }, { expectedVersion: 0 }));
  expect(await textOf(await site.fetch(linkOf(id, "/offer")))).toContain(`as you described it. ${words}`);
});

describe("the customer's answer", () => {
  test("needs a name, counts once, and tells staff", async () => {
    const id = await carWithOffer();
    const unnamed = await answer(id, { name: " ", answer: "accepted" });
    expect([unnamed.status, unnamed.said.includes("Please type your name")]).toEqual([400, true]);
    // Enter in the name.
    const unsaid = await answer(id, {});
    expect([unsaid.status, unsaid.said.includes("Please accept or decline the offer")]).toEqual([400, true]);
    expect((await answer(id, { answer: "accepted" })).status).toBe(303);
    // Again, the same way and the other.
    expect((await answer(id, { answer: "accepted" })).status).toBe(303);
    const other = await answer(id, { answer: "declined" });
    expect([other.status, other.said.includes("You've already answered this offer.")]).toEqual([409, true]);
    expect(await textOf(await site.fetch(linkOf(id, "/offer")))).toContain(
      "You accepted this offer Olive Reyes, ",
    );
    const page = await words(`${LIST}/${id}`);
    expect(page).toContain("Accepted our offer of $450.00, as Olive Reyes.");
    expect(page).toMatch(/\$450\.00 Accepted Good until/);
    expect(page).toContain("Buy This Car");
    expect(await words("/admin/today")).toContain("1 accepted our offer");
  });

  test("is to the offer that stands: not to one that was replaced, has ended, or is of a closed request", async () => {
    const id = await carWithOffer();
    const by = { username: "marta", now: new Date() };
    await as(by, () => makeOffer(id, { amount: 500, goodUntil: "2099-12-31" }, { expectedVersion: 1 }));
    // A page that was open before a restore: the offer of its number is another.
    const other = await answer(id, { version: "2", shown: "$2,000.00", answer: "accepted" });
    expect([other.status, other.said.includes("There's a newer offer")]).toEqual([409, true]);
    const replaced = await answer(id, { answer: "accepted" });
    expect([replaced.status, replaced.said.includes("There's a newer offer")]).toEqual([409, true]);
    await as(by, () => makeOffer(id, { amount: 550, goodUntil: "2026-01-31" }, { expectedVersion: 2 }));
    const ended = await answer(id, { version: "3", answer: "accepted" });
    expect([ended.status, ended.said.includes("This offer has ended.")]).toEqual([409, true]);
    expect(await textOf(await site.fetch(linkOf(id, "/offer")))).toContain(
      "This offer ended on Jan 31, 2026",
    );
    expect(await words(`${LIST}/${id}`)).toMatch(/\$550\.00 Ended.*\$500\.00 Replaced.*\$450\.00 Replaced/);
    await site.db.updateTable("offeredCars").set({ status: "closed" }).where("id", "=", id).execute();
    expect((await answer(id, { version: "3", answer: "accepted" })).status).toBe(409);
    expect((await site.fetch(linkOf(await offeredCar(), "/offer"))).status).toBe(404);
  });
});

test("a car that is not bought is lost for a reason that fits one", async () => {
  const id = await offeredCar();
  expect(await words(`${LIST}/${id}`)).toContain(
    "Choose a reason Price No answer Sold elsewhere No title We don't want it",
  );
  expect(await words(LIST)).not.toContain("Bought elsewhere");
  const lost = { intent: "lost", expectedVersion: "pending", reason: "sold-elsewhere" };
  const closed = await site.form(`${LIST}/${id}`, lost, { cookie });
  expect(closed.status).toBe(303);
  expect(await words(`${LIST}/${id}`)).toContain("Lost: sold elsewhere");
  expect(await words(`${LIST}?closed=sold-elsewhere`)).toContain(`OC-${id.slice(-6)}`);
  const api = await staffApi(site);
  const update = { status: "closed", lostReason: "not-in-stock" };
  expect((await api.put(`/admin/offered-cars/${id}`, update)).status).toBe(400);
});

describe("Buy This Car", () => {
  test("ends an offer that nobody has answered", async () => {
    const id = await carWithOffer();
    const fields = {
      ...{ what: "car", vin: "1HGCP2F31CA000001", year: "2012", make: "Honda", model: "Accord" },
      ...{ becomes: "dismantled", sellerName: "Olive Reyes", price: "450", requestId: id },
    };
    const bought = await site.form("/admin/purchases/new", fields, { cookie });
    const said = await words(`${LIST}/${id}`);
    expect(said).toContain("$450.00 Not answered Made by");
    expect(said).not.toContain("Waiting for an answer");
    const own = await textOf(await site.fetch(linkOf(id)));
    expect(own).toContain("We bought your car. Thanks for your business.");
    expect(own).not.toContain("Accept or Decline");
    expect(await textOf(await site.fetch(linkOf(id, "/offer")))).toContain("This offer is closed");
    const [purchase] = (await words(bought.headers.get("Location") ?? "")).split(" History Added ");
    expect(purchase).toContain("The Car Offer");
    expect(purchase).not.toContain(id);
  });

  test("opens the form with all that is known, and closes the request with what was bought", async () => {
    await send({ ...FORM, vin: "1HGCP2F31CA000001" }, [await picture()]);
    const [{ _id: id }] = await stored();
    const by = { username: "marta", now: new Date() };
    await as(by, () => makeOffer(id, { amount: 450.5, goodUntil: "2099-12-31" }, { expectedVersion: 0 }));
    await answer(id, { answer: "accepted" });
    const html = await (await open(`/admin/purchases/new?request=${id}`)).text();
    for (const value of [
      "1HGCP2F31CA000001",
      "2012",
      "Honda",
      "Accord",
      "142000",
      "Olive Reyes",
      "(555) 555-0105",
      "450.50",
    ])
      expect(html, value).toContain(`value="${value}"`);
    expect(html).toContain("Hit at the left front.");
    const fields = {
      ...{ what: "car", vin: "1HGCP2F31CA000001", year: "2012", make: "Honda", model: "Accord" },
      ...{ becomes: "dismantled", sellerName: "Olive Reyes", price: "450.50", requestId: id },
    };
    const bought = await site.form("/admin/purchases/new", fields, { cookie });
    const purchase = bought.headers.get("Location") ?? "";
    expect(bought.status).toBe(303);
    expect(await stored()).toMatchObject([{ status: "bought", purchaseId: purchase.split("/").at(-1) }]);
    const page = await (await open(`${LIST}/${id}`)).text();
    expect(page).toContain(`href="${purchase}"`);
    expect(page).not.toContain("Buy This Car");
    expect(await (await open(purchase)).text()).toContain(`href="${LIST}/${id}"`);
    const [{ images }] = await recordsOf(site, "dismantled-vehicles");
    expect(images).toMatchObject([{ imageUrl: expect.stringMatching(/^\/uploads\//) }]);
    // Once: another tab still has the form.
    const again = await site.form(
      "/admin/purchases/new",
      { ...fields, stockNumber: "D-9", idempotencyKey: "b" },
      { cookie },
    );
    expect([again.status, (await textOf(again)).includes("This car was already bought.")]).toEqual([
      409,
      true,
    ]);
    expect(await recordsOf(site, "purchases")).toHaveLength(1);
  }, 60_000);
});

// Last, since it uses up what this address may have decoded.
test("the form that is sent again stores no second car where its VIN can't be decoded anymore", async () => {
  const vehicle = { "vehicleInfo.year": "", "vehicleInfo.make": "", "vehicleInfo.model": "" };
  const form = { ...FORM, ...vehicle, vin: "1HGCM82633A004352", idempotencyKey: "again" };
  await site.form(PAGE, form);
  const decode = () =>
    site.fetch("/api/vin/direct-decode", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ vin: form.vin }),
    });
  let last = await decode();
  for (let count = 0; count < 80 && last.status === 200; count++) last = await decode();
  expect(last.status).toBe(429);
  expect((await site.form(PAGE, form)).status).toBe(303);
  expect(await stored()).toMatchObject([{ vehicleInfo: { make: "Honda" } }]);
});
