import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteOldSealed, storeSealed } from "~/purchases/sealed-items.server";
import { recordsOf, staffApi } from "../../support/api";
import { shelfPart } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { photo } from "../../support/pictures";
import { removeRecords } from "../../support/records";
import { type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

const NEW = "/admin/purchases/new";
const CAR = {
  what: "car",
  vin: "1HGCP2F31CA000001",
  year: "2012",
  make: "Honda",
  model: "Accord",
  odometer: "142,000",
  becomes: "dismantled",
  sellerName: "Ann Lee",
  sellerStreet: "12 Main St",
  sellerState: "NY",
  titleKind: "title",
  titleNumber: "T1234567",
  price: "450.50",
  paidBy: "cash",
};

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await removeRecords();
  ({ cookie } = await signedIn());
});
const read = async (path: string) => textOf(await site.fetch(path, { headers: { Cookie: cookie } }));
const post = (path: string, fields: Record<string, string>) => site.form(path, fields, { cookie });
const htmlOf = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();
/** The form below a bill of sale, as its page has it. */
const signingForm = async (bill: string) => {
  const [, shown = ""] = /name="bill" value="([^"]+)"/.exec(await htmlOf(bill)) ?? [];
  return { bill: shown };
};
/** A small photo of the seller's ID, as the counter has added it. */
const keepPhoto = async (purchaseId: string) => {
  const webp = await photo(80, 50).webp().toBuffer();
  await storeSealed("idPhoto", webp, { purchaseId, at: new Date() });
};
/** A signature under a bill that had another price, as the counter has drawn it before the purchase was corrected. */
const keepSigned = async (purchaseId: string, price: number) => {
  const yard = { name: "Yard", phone: "", address: "" };
  const bill = { yard, words: [], what: "", boughtOn: "", seller: "Ann Lee", facts: [["Price", `${price}`]] };
  const png = (await drawing("#0000")).toString("base64");
  const content = Buffer.from(JSON.stringify({ png, bill, terms: { price } }));
  await storeSealed("signature", content, { purchaseId, at: new Date() });
};
const drawing = (background: string) =>
  sharp({ create: { width: 600, height: 200, channels: 4, background } })
    .png()
    .toBuffer();
const photosIn = (html: string) =>
  [...html.matchAll(/<img src="(\/admin\/purchases\/[^"]+)"/g)].map(([, src = ""]) => src);
const idIn = (response: Response) =>
  /purchases\/(\w+)/.exec(response.headers.get("Location") ?? "")?.[1] ?? "";

test("a car bought is a purchase, a dismantled vehicle with the next stock number and a line of the book", async () => {
  await post("/admin/dismantled-vehicles/new", {
    ...{ stockNumber: "D000123", vin: "2T1BURHE5JC000002", year: "2018", make: "Toyota", model: "Corolla" },
    ...{ mileage: "1000", status: "Awaiting Dismantle", dateAcquired: "03/02/2026" },
  });
  expect(await (await site.fetch(NEW, { headers: { Cookie: cookie } })).text()).toContain('value="D000124"');
  const bought = await post(NEW, { ...CAR, stockNumber: "D000124", idempotencyKey: "key-of-this-form" });
  const id = idIn(bought);
  // A double click, or an answer that was lost.
  const again = await post(NEW, { ...CAR, stockNumber: "D000124", idempotencyKey: "key-of-this-form" });
  expect(idIn(again)).toBe(id);
  const page = await read(`/admin/purchases/${id}`);
  expect(page).toContain("2012 Honda Accord, stock # D000124");
  expect(page).toContain("$450.50");
  expect(await read("/admin")).toContain("D000124");
  const book = await read("/admin/book");
  expect(book).toContain("In: Bought");
  expect(book).toContain("Ann Lee, 12 Main St, NY");
  // What was paid is not in the book; a hash may hold its digits.
  expect(book).not.toContain("450.50");
  expect(await recordsOf(site, "book")).toHaveLength(1);
  expect(await textOf(await post("/admin/book", {}))).toContain("The book is whole: 1 line");
}, 60_000);

test("a form with errors says what is wrong, keeps all that was typed and stores nothing", async () => {
  const wrong = await post(NEW, { ...CAR, sellerName: "", price: "", year: "", notes: "Left mirror gone" });
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  for (const words of [
    "Please enter who sold it",
    "Please enter what you paid: 0 if it was free",
    "Please enter the car&#x27;s year",
    "Left mirror gone",
    'value="T1234567"',
  ])
    expect(html).toContain(words);
  expect(await recordsOf(site, "purchases")).toHaveLength(0);
  expect(await recordsOf(site, "book")).toHaveLength(0);
});

test("a stock number that is taken is said so, and nothing of the purchase is stored", async () => {
  await post(NEW, { ...CAR, stockNumber: "D000007" });
  const taken = await post(NEW, { ...CAR, vin: "1HGCP2F31CA000002", stockNumber: "d000007" });
  expect(taken.status).toBe(409);
  expect(await textOf(taken)).toMatch(
    /It belongs to 2012 Honda Accord, stock # D000007 .*Stock number already exists/,
  );
  expect(await recordsOf(site, "purchases")).toHaveLength(1);
  expect(await recordsOf(site, "dismantled-vehicles")).toHaveLength(1);
});

test("a car whose VIN is in stock is asked about, with the way to that car, and bought when it is sent again", async () => {
  await post(NEW, { ...CAR, stockNumber: "D000007" });
  const [car] = await recordsOf(site, "dismantled-vehicles");
  const second = { ...CAR, stockNumber: "D000008", idempotencyKey: "key-of-second" };
  const asked = await post(NEW, second);
  expect(asked.status).toBe(409);
  const html = await asked.text();
  expect(await textOf(new Response(html))).toContain(
    "A car with this VIN is already in stock 2012 Honda Accord, stock # D000007 Nothing is saved yet.",
  );
  expect(html).toContain(`href="/admin/dismantled-vehicles/${car._id}"`);
  expect(await recordsOf(site, "purchases")).toHaveLength(1);
  const again = { ...second, ...fieldsOf(html, "buy-form"), idempotencyKey: "key-of-second" };
  const bought = await post(NEW, again);
  expect([bought.status, idIn(await post(NEW, again))]).toEqual([303, idIn(bought)]);
  expect(await recordsOf(site, "dismantled-vehicles")).toHaveLength(2);
  const decoded = await textOf(await post(NEW, { ...CAR, intent: "decode" }));
  expect(decoded).toContain("Vehicle found in dismantled inventory Look at it first");
});

test("a purchase that is changed, by its form or a program, keeps the car that it became", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001" }));
  const edit = `/admin/purchases/${id}/edit`;
  const form = fieldsOf(
    await (await site.fetch(edit, { headers: { Cookie: cookie } })).text(),
    "record-form",
  );
  expect(Object.keys(form)).toEqual(expect.arrayContaining(["notes", "version"]));
  for (const name of ["vehicleKind", "vehicleId", "requestId", "tradeSaleId"])
    expect(form).not.toHaveProperty(name);
  expect((await post(edit, { ...form, notes: "No jack" })).status).toBe(303);
  const [{ _id, createdAt: _at, updatedAt: _version, vehicleId, ...body }] = await recordsOf(
    site,
    "purchases",
  );
  expect(body).toMatchObject({ notes: "No jack", vehicleKind: "dismantled" });
  const api = await staffApi(site);
  const changed = await api.put(`/admin/purchases/${id}`, {
    ...body,
    vehicleId: "other",
    requestId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    notes: "No spare",
  });
  expect([changed.status, await changed.json()]).toEqual([
    200,
    expect.objectContaining({ notes: "No spare", vehicleId }),
  ]);
  const [after] = await recordsOf(site, "purchases");
  expect([after.vehicleId, after.requestId]).toEqual([vehicleId, undefined]);
  expect(await read(`/admin/dismantled-vehicles/${vehicleId}`)).toContain("$450.50");
});

test("the page of a purchase says where its car differs, and changes the car to match", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001" }));
  const page = `/admin/purchases/${id}`;
  const carEdit = async () => {
    const [{ _id }] = await recordsOf(site, "dismantled-vehicles");
    return `/admin/dismantled-vehicles/${_id}/edit`;
  };
  const save = async (path: string, fields: Record<string, string>) => {
    const typed = fieldsOf(await htmlOf(path), "record-form");
    expect((await post(path, { ...typed, ...fields })).status).toBe(303);
  };
  await save(await carEdit(), { mileage: "142,500" });
  expect(await read(page)).toMatch(
    /The car's record is different Mileage 142,000 miles; the car: 142,500 miles Change the Car to Match/,
  );
  expect(await read(`${page}/edit`)).toContain("The car's own record follows what you change here");
  await save(`${page}/edit`, { odometer: "112,000", vin: "1HGCP2F31CA000009" });
  const [car] = await recordsOf(site, "dismantled-vehicles");
  expect([car.vin, car.mileage]).toEqual(["1HGCP2F31CA000009", 142_500]);
  const changed = await post(page, {});
  expect(changed.headers.get("Location")).toBe(page);
  expect((await recordsOf(site, "dismantled-vehicles"))[0].mileage).toBe(112_000);
  expect(await read(page)).not.toContain("says something else");
});

test("what a car can't lack is not marked optional in its form, and a core's page doesn't say what becomes of it", async () => {
  const optionalIn = async (id: string) => {
    const html = await (
      await site.fetch(`/admin/purchases/${id}/edit`, { headers: { Cookie: cookie } })
    ).text();
    return [...html.matchAll(/>([\w ]+?)<span class="field__optional"> \(optional\)/g)].map(
      ([, label]) => label,
    );
  };
  const car = idIn(await post(NEW, { ...CAR, stockNumber: "D000001" }));
  const ofCar = await optionalIn(car);
  for (const label of ["VIN", "Year", "Make", "Model", "Price Paid"]) expect(ofCar).not.toContain(label);
  expect(ofCar).toEqual(expect.arrayContaining(["Description", "Trim"]));
  expect(await read(`/admin/purchases/${car}`)).toContain("What Happens to It");
  const nothing = { vin: "", year: "", make: "", model: "", stockNumber: "" };
  const core = idIn(
    await post(NEW, { ...CAR, ...nothing, what: "core", description: "4 starter cores", quantity: "4" }),
  );
  const ofCore = await optionalIn(core);
  expect(ofCore).toEqual(expect.arrayContaining(["VIN", "Year", "Make", "Model"]));
  expect(ofCore).not.toContain("Description");
  // Its history has what was stored.
  const [page] = (await read(`/admin/purchases/${core}`)).split(" In the Book ");
  expect(page).toContain("4 starter cores");
  expect(page).not.toContain("What Happens to It");
});

test("no car was bought on a day to come, and none cost anything on one", async () => {
  const later = await post(NEW, { ...CAR, stockNumber: "D000001", boughtOn: "12/31/2199" });
  expect([later.status, await textOf(later)]).toEqual([
    409,
    expect.stringContaining("This day is in the future"),
  ]);
  expect(await recordsOf(site, "purchases")).toHaveLength(0);
  expect(await recordsOf(site, "book")).toHaveLength(0);
  await post(NEW, { ...CAR, stockNumber: "D000001" });
  const [{ vehicleId }] = await recordsOf(site, "purchases");
  const cost = { kind: "fees", on: "2199-12-31", amount: "20", paidBy: "cash" };
  const refused = await post(`/admin/costs/dismantled/${vehicleId}`, cost);
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("This day is in the future"),
  ]);
  expect(await recordsOf(site, "costs")).toHaveLength(0);
});

test("a changed purchase corrects its line, and a deleted one takes it back", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001" }));
  const [{ updatedAt }] = await recordsOf(site, "purchases");
  const changed = {
    ...CAR,
    stockNumber: "D000001",
    boughtOn: "03/02/2026",
    formNumber: "A55",
    version: updatedAt,
  };
  await post(`/admin/purchases/${id}/edit`, changed);
  expect(await read("/admin/book")).toMatch(/Corrects line 1\.[\s\S]*Honda Accord ?\. See line 2\./);
  await post(`/admin/purchases/${id}/delete`, {});
  const book = await read("/admin/book");
  expect(book).toContain("Reverses line 2.");
  expect(book).toContain("The purchase was deleted.");
});

test("the seller's ID is encrypted, opened by an owner alone with a line of history, and deleted after the years", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...CAR, stockNumber: "D000001", idNumber: "NY-998877" }))
    form.set(name, value);
  form.set("idPhoto", new Blob([new Uint8Array(await photo(800, 500).jpeg().toBuffer())]), "id.jpg");
  const headers = { Cookie: cookie, Origin: site.url };
  const bought = await site.fetch(NEW, { method: "POST", headers, body: form });
  const id = idIn(bought);
  expect(id).not.toBe("");
  // No page shows what is stored, which is encrypted, or that nothing is left of it.
  const sealed = await site.db.selectFrom("sealedItems").selectAll().execute();
  expect(sealed.map(({ kind }) => kind).sort()).toEqual(["idNumber", "idPhoto"]);
  expect(JSON.stringify(sealed)).not.toContain("998877");
  expect(await read(`/admin/purchases/${id}`)).not.toContain("998877");
  const counter = await signedIn(await administrator("cleo", "counter"));
  const refused = await site.form(`/admin/purchases/${id}/seller-id`, {}, { cookie: counter.cookie });
  expect(refused.status).toBe(403);
  const opened = await (await post(`/admin/purchases/${id}/seller-id`, {})).text();
  expect(opened).toContain("NY-998877");
  expect(photosIn(opened)).toHaveLength(1);
  expect(await read(`/admin/purchases/${id}`)).toContain("Looked at");
  const inSixYears = new Date();
  inSixYears.setUTCFullYear(inSixYears.getUTCFullYear() + 6);
  await deleteOldSealed(inSixYears);
  expect(await site.db.selectFrom("sealedItems").selectAll().execute()).toEqual([]);
});

test("the seller's ID and the title are added later by the counter, which sees that they are kept but not what they say", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001", idNumber: "NY-998877" }));
  const [page, add] = [`/admin/purchases/${id}`, `/admin/purchases/${id}/photos`];
  const { cookie: counter } = await signedIn(await administrator("cleo", "counter"));
  const readAs = (path: string) => site.fetch(path, { headers: { Cookie: counter } });
  expect(await textOf(await readAs(page))).toMatch(/Kept encrypted: ID number\. Add ID or Title Photo/);
  const picture = new Uint8Array(await photo(800, 500).jpeg().toBuffer());
  const send = (fields: Record<string, string>, photos: string[] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const name of photos) body.set(name, new Blob([picture]), `${name}.jpg`);
    return site.fetch(add, { method: "POST", headers: { Cookie: counter, Origin: site.url }, body });
  };
  const nothing = await send({});
  expect([nothing.status, await textOf(nothing)]).toEqual([
    400,
    expect.stringContaining("Choose a photo, or type the ID number"),
  ]);
  const typed = { idNumber: "NY-112233", idempotencyKey: "key-of-this-form" };
  const saved = await send(typed, ["idPhoto", "idBack", "titlePhoto"]);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, page]);
  // A double click.
  expect((await send(typed, ["idPhoto", "idBack", "titlePhoto"])).status).toBe(303);
  const shown = await textOf(await readAs(page));
  expect(shown).toContain("Kept encrypted: ID number (2), Photo of the ID (2), Photo of the title.");
  expect(shown).toContain("Added: Photo of the ID (2), Photo of the title, ID number");
  expect(shown).not.toContain("112233");
  const sealed = await site.db.selectFrom("sealedItems").selectAll().where("purchaseId", "=", id).execute();
  expect(JSON.stringify(sealed)).not.toContain("112233");
  expect((await site.form(`${page}/seller-id`, {}, { cookie: counter })).status).toBe(403);
  const opened = await (await post(`${page}/seller-id`, {})).text();
  expect(await textOf(new Response(opened))).toMatch(/ID number 1: NY-998877.*ID number 2: NY-112233/);
  expect(photosIn(opened)).toHaveLength(3);
  const { cookie: books } = await signedIn(await administrator("bo", "bookkeeper"));
  expect((await site.fetch(add, { headers: { Cookie: books } })).status).toBe(403);
});

test("each photo of a seller has an address that shows it after a look alone, to who looked, and twelve are no heavier a page than one", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001" }));
  const page = `/admin/purchases/${id}`;
  for (const _ of Array.from({ length: 12 })) await keepPhoto(id);
  const html = await (await post(`${page}/seller-id`, {})).text();
  expect(html).not.toContain("data:image/webp");
  const photos = photosIn(html);
  expect(photos).toHaveLength(12);
  const [src = ""] = photos;
  const [address = ""] = src.split("?");
  const ask = (path: string, as: string) => site.fetch(path, { headers: { Cookie: as }, redirect: "manual" });
  const shown = await ask(src, cookie);
  expect([shown.status, shown.headers.get("Content-Type"), shown.headers.get("Cache-Control")]).toEqual([
    ...[200, "image/webp", "no-store"],
  ]);
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe("webp");
  const { cookie: other } = await signedIn(await administrator("olga", "owner"));
  const { cookie: counter } = await signedIn(await administrator("cleo", "counter"));
  expect((await ask(src, counter)).status).toBe(403);
  for (const [path, as] of [
    [address, cookie],
    [src, other],
    [`${photos[1]?.split("?")[0]}?${src.split("?")[1]}`, cookie],
  ] as const) {
    const refused = await ask(path, as);
    expect([refused.status, refused.headers.get("Location")]).toEqual([303, `${page}/seller-id`]);
  }
  expect((await ask(src, "")).headers.get("Location")).toMatch(/^\/login\?/);
  const looks = await site.db.selectFrom("changes").selectAll().where("action", "=", "seen").execute();
  expect(looks.map(({ recordId }) => recordId)).toEqual([id]);
});

test("a purchase that has twelve takes no more until an owner removes one, and what was typed stays", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000001", idNumber: "NY-998877" }));
  const page = `/admin/purchases/${id}`;
  for (const _ of Array.from({ length: 10 })) await keepPhoto(id);
  const { cookie: counter } = await signedIn(await administrator("cleo", "counter"));
  const send = (form: FormData) =>
    site.fetch(`${page}/photos`, {
      ...{ method: "POST", headers: { Cookie: counter, Origin: site.url }, body: form },
      redirect: "manual",
    });
  const typed = new FormData();
  typed.set("idNumber", "NY-112233");
  typed.set("idPhoto", new Blob([new Uint8Array(await photo(80, 50).jpeg().toBuffer())]), "id.jpg");
  const full = await send(typed);
  const html = await full.text();
  expect(full.status).toBe(400);
  expect(html).toContain("A purchase has at most 12 photos and numbers, and this would be more");
  const back = fieldsOf(html, "photos-form");
  expect(back).toMatchObject({ idNumber: "NY-112233", idPhotoKept: expect.stringMatching(/\w/) });
  expect(await read(page)).toContain("Kept encrypted: ID number, Photo of the ID (10).");
  const opened = await (await post(`${page}/seller-id`, {})).text();
  const [, remove = ""] = /href="([^"]+\/delete)"/.exec(opened) ?? [];
  expect((await site.form(remove, {}, { cookie: counter })).status).toBe(403);
  expect(await read(remove)).toMatch(
    /permanently remove this\? ID number ?, 2012 Honda Accord.*Remove Cancel/,
  );
  const unasked = await post(remove, {});
  expect([unasked.status, await textOf(unasked)]).toEqual([
    400,
    expect.stringContaining("Please enter your current password"),
  ]);
  expect(await read(page)).toContain("Kept encrypted: ID number,");
  // A double click.
  for (const _ of [1, 2])
    expect((await post(remove, { password: PASSWORD })).headers.get("Location")).toBe(page);
  const after = await read(page);
  expect(after).toContain("Kept encrypted: Photo of the ID (10).");
  expect(after.match(/Removed: ID number/g)).toHaveLength(1);
  const again = new FormData();
  for (const [name, value] of Object.entries(back)) again.set(name, value);
  expect((await send(again)).status).toBe(303);
  expect(await read(page)).toContain("Photo of the ID (11)");
});

test("a signature stands on the bill of sale, and what is none is refused with a reason", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000130" }));
  const bill = `/admin/purchases/${id}/bill-of-sale`;
  const png = await drawing("#0000");
  const sign = async (bytes: Buffer) =>
    post(bill, {
      ...(await signingForm(bill)),
      signature: `data:image/png;base64,${bytes.toString("base64")}`,
    });
  for (const [answer, why] of [
    [await post(bill, {}), "Sign in the box first."],
    [await post(bill, { signature: "data:text/html;base64,PGI+" }), "Sign in the box first."],
    [await sign(Buffer.concat([png, Buffer.alloc(45_000)])), "Press Clear, and sign again."],
  ] as const)
    expect([answer.status, await textOf(answer)]).toEqual([
      400,
      expect.stringMatching(new RegExp(`Bill of Sale.*${why}`)),
    ]);
  expect(await read(bill)).not.toContain("Sign Again");
  expect((await sign(png)).status).toBe(302);
  expect(await read(bill)).toMatch(/Ann Lee, signed \w+ \d+, \d{4}.*Sign Again/);
});

test("a signature is shown under no other words than were signed, and what was signed is kept", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000130" }));
  const [page, bill] = [`/admin/purchases/${id}`, `/admin/purchases/${id}/bill-of-sale`];
  const [first, second] = [await drawing("#f00"), await drawing("#00f")].map(
    (png) => `data:image/png;base64,${png.toString("base64")}`,
  );
  const open = await signingForm(bill);
  const change = async (fields: Record<string, string>) => {
    const edit = fieldsOf(await htmlOf(`${page}/edit`), "record-form");
    expect((await post(`${page}/edit`, { ...edit, ...fields })).status).toBe(303);
  };
  await change({ odometer: "142001" });
  // On a screen that shows the bill as it was before.
  const late = await post(bill, { ...open, signature: first ?? "" });
  expect([late.status, await textOf(late)]).toEqual([
    409,
    expect.stringContaining("was changed in the meantime"),
  ]);
  expect((await post(bill, { ...(await signingForm(bill)), signature: first ?? "" })).status).toBe(302);
  // Nothing of this is on the bill.
  await change({ notes: "No jack" });
  expect(await read(page)).toContain("Signed on the screen.");
  expect(await htmlOf(bill)).toContain(first);
  await change({ price: "500", sellerName: "Anne Lee" });
  expect(await read(page)).toContain("Changed after it was signed on the screen");
  const changed = await htmlOf(bill);
  expect(changed).not.toContain(first);
  expect(await textOf(new Response(changed))).toMatch(
    /Changed after it was signed .*What was signed \w+ \d+.*\$500\.00.*Seller: Anne Lee For /,
  );
  const kept = `${bill}?${/href="[^"]*\?(signed=\w+)"/.exec(changed)?.[1]}`;
  const old = await htmlOf(kept);
  expect(old).toContain(first);
  expect(await textOf(new Response(old))).toMatch(
    /The purchase was changed after that.*142,001.*\$450\.50.*Seller: Ann Lee, signed/,
  );
  expect(old).not.toContain("Save Signature");
  await post(bill, { ...(await signingForm(bill)), signature: second ?? "" });
  expect(await htmlOf(bill)).toContain(second);
  expect(await htmlOf(kept)).toContain(first);
  expect(await read(page)).toContain("Signed on the screen.");
});

test("a purchase that has twelve signed bills is signed on paper, and each that is kept can still be read and signed again", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000130" }));
  const [page, bill] = [`/admin/purchases/${id}`, `/admin/purchases/${id}/bill-of-sale`];
  const signature = `data:image/png;base64,${(await drawing("#f00")).toString("base64")}`;
  const full =
    "A purchase keeps at most 12 signed bills, and this one has that many. Print this bill, and have it signed on paper.";
  const kept = async () => (await read(bill)).match(/What was signed/g)?.length;
  for (let price = 501; price <= 511; price++) await keepSigned(id, price);
  const open = await signingForm(bill);
  expect(await read(bill)).not.toContain(full);
  await keepSigned(id, 512);
  const late = await post(bill, { ...open, signature });
  // What was drawn is still in its box.
  expect([late.status, await textOf(late)]).toEqual([
    409,
    expect.stringMatching(new RegExp(`Not signed ${full}.*Save Signature`)),
  ]);
  expect([await kept(), await read(bill)]).toEqual([12, expect.stringContaining(`To sign on paper ${full}`)]);
  expect(await read(bill)).not.toContain("Save Signature");
  const oldest = [...(await htmlOf(bill)).matchAll(/href="[^"]*\?(signed=\w+)"/g)].at(-1)?.[1];
  expect(await read(`${bill}?${oldest}`)).toMatch(/Price 501 .*Seller: Ann Lee, signed/);
  expect(await read(page)).toContain("Changed after it was signed on the screen");

  const edit = fieldsOf(await htmlOf(`${page}/edit`), "record-form");
  await post(`${page}/edit`, { ...edit, price: "501" });
  expect(await read(page)).toContain("Signed on the screen.");
  expect((await post(bill, { ...(await signingForm(bill)), signature })).status).toBe(302);
  expect([await kept(), await htmlOf(bill)]).toEqual([11, expect.stringContaining(signature)]);
});

test("a signature from before its bill was kept with it counts until the purchase is changed", async () => {
  const id = idIn(await post(NEW, { ...CAR, stockNumber: "D000130" }));
  const [page, bill] = [`/admin/purchases/${id}`, `/admin/purchases/${id}/bill-of-sale`];
  await storeSealed("signature", await drawing("#f00"), { purchaseId: id, at: new Date() });
  expect(await read(bill)).toContain("Seller: Ann Lee, signed");
  const edit = fieldsOf(await htmlOf(`${page}/edit`), "record-form");
  await post(`${page}/edit`, { ...edit, price: "500" });
  const changed = await read(bill);
  expect(changed).toContain("Changed after it was signed");
  expect(changed).toContain("What it said wasn't kept.");
  expect(changed).not.toContain("Seller: Ann Lee, signed");
});

test("the yard sees no purchases, and the bookkeeper reads without buying", async () => {
  const { cookie: yard } = await signedIn(await administrator("yara", "yard"));
  expect((await site.fetch("/admin/purchases", { headers: { Cookie: yard } })).status).toBe(403);
  const { cookie: books } = await signedIn(await administrator("bo", "bookkeeper"));
  expect((await site.fetch("/admin/book", { headers: { Cookie: books } })).status).toBe(200);
  expect((await site.fetch(NEW, { headers: { Cookie: books } })).status).toBe(403);
});

test("a car's page says what it cost and brought, to owners and the bookkeeper alone", async () => {
  await post(NEW, { ...CAR, stockNumber: "D000001", tow: "75" });
  const [{ _id: id }] = await recordsOf(site, "dismantled-vehicles");
  const page = `/admin/dismantled-vehicles/${id}`;
  const costs = `/admin/costs/dismantled/${id}`;
  await post(costs, { kind: "fees", amount: "20.25", on: "2026-03-02", party: "County" });
  await post(costs, { kind: "scrap", amount: "300", on: "2026-03-09", party: "Hudson Metals" });
  const sold = { donor: "D000001", status: "Sold", soldPrice: 180.1, soldTo: "Bob" };
  await shelfPart({ ...sold });
  const shown = await read(page);
  for (const words of ["$450.50", "$75.00", "$20.25", "Hudson Metals", "$545.75", "$480.10", "$65.65"])
    expect(shown, words).toContain(words);
  const { cookie: counter } = await signedIn(await administrator("cleo", "counter"));
  const theirs = await textOf(await site.fetch(page, { headers: { Cookie: counter } }));
  expect(theirs).not.toContain("Cost and Income");
  expect((await site.form(costs, {}, { cookie: counter })).status).toBe(403);
});

test("a cost is stored once however often its form is sent, and a wrong one keeps what was typed", async () => {
  await post(NEW, { ...CAR, stockNumber: "D000001" });
  const [{ _id: id }] = await recordsOf(site, "dismantled-vehicles");
  const page = `/admin/dismantled-vehicles/${id}`;
  const costs = `/admin/costs/dismantled/${id}`;
  const keyOn = async (path: string) =>
    /name="key" value="([^"]+)"/.exec(
      await (await site.fetch(path, { headers: { Cookie: cookie } })).text(),
    )?.[1] ?? "";
  const key = await keyOn(page);
  const typed = {
    key,
    kind: "labor",
    on: "2026-03-02",
    party: "Hudson Metals",
    paidBy: "cash",
    note: "Two tires",
  };
  const wrong = await post(costs, { ...typed, amount: "12.345" });
  const html = await wrong.text();
  expect(wrong.status).toBe(400);
  for (const value of ["12.345", "2026-03-02", "Hudson Metals", "Two tires", key])
    expect(html, value).toContain(`value="${value}"`);
  expect(html).toContain("Please enter an amount such as 45.50");
  expect(await recordsOf(site, "costs")).toHaveLength(0);
  for (const _ of [1, 2])
    expect((await post(costs, { ...typed, amount: "40" })).headers.get("Location")).toBe(`${page}#money`);
  expect(await recordsOf(site, "costs")).toMatchObject([{ amount: 40 }]);
  // The same amount, entered once more.
  await post(costs, { ...typed, amount: "40", key: await keyOn(page) });
  expect(await recordsOf(site, "costs")).toHaveLength(2);
});

test("a car that is scrapped or sold leaves the book, and one that is back comes back", async () => {
  await post(NEW, { ...CAR, stockNumber: "D000001" });
  const [{ _id: id }] = await recordsOf(site, "dismantled-vehicles");
  const change = async (fields: Record<string, string>) => {
    const [{ updatedAt }] = await recordsOf(site, "dismantled-vehicles");
    return post(`/admin/dismantled-vehicles/${id}/edit`, {
      ...{ stockNumber: "D000001", vin: CAR.vin, year: "2012", make: "Honda", model: "Accord" },
      ...{ mileage: "142000", dateAcquired: "03/02/2026", version: updatedAt, statusConfirmed: "yes" },
      ...fields,
    });
  };
  await change({ status: "Scrapped" });
  expect(await read("/admin/book")).toContain("Out: Scrapped");
  await change({
    status: "Scrapped",
    disposition: "Crushed",
    dispositionDate: "03/09/2026",
    disposedTo: "Hudson Metals",
  });
  expect(await read("/admin/book")).toMatch(/Corrects line 2\.\s+Out: Crushed Mar 9, 2026/);
  await change({ status: "Parts Available" });
  expect(await read("/admin/book")).toContain("The car is back.");
});
