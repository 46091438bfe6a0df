import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_IMAGE_BYTES } from "~/pictures/upload";
import { dayInTimeZone } from "~/values/format";
import { formatTypedDay } from "~/values/typed-date";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
  cookie = (await signedIn()).cookie;
});

beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("dismantledVehicles").execute();
});

const VIN = "1HGCM82633A004352";
const DISMANTLED = {
  stockNumber: "D-17",
  vin: "1hgcm82633a004352",
  year: "2003",
  make: "Honda",
  model: "Accord",
  trim: "EX",
  mileage: "142,000",
  dateAcquired: "03/02/26",
  status: "Parts Available",
  exteriorColor: "Silver",
  interiorColor: "",
  transmission: "Manual",
  engineType: "2.4L I4",
  driveType: "FWD",
  imageUrl: "",
  notes: "Keys in\r\nthe office",
};
const RETAIL = {
  stockNumber: "R-17",
  vin: VIN,
  year: "2016",
  make: "Subaru",
  model: "Outback",
  mileage: "84,210",
  price: "$12,995.50",
  status: "pending",
  features: "Heated seats\r\nTow hitch",
  imageUrl: "",
};

const kinds = [
  {
    kind: "dismantled",
    list: "/admin",
    table: "dismantledVehicles",
    path: "/admin/dismantled-vehicles",
    form: DISMANTLED as Record<string, string>,
    titles: ["Add New Dismantled Vehicle", "Edit Vehicle"],
    build: dismantledVehicle,
    failure: "Failed to save vehicle: Something went wrong on our end. Please try again.",
  },
  {
    kind: "retail",
    list: "/admin/retail-vehicles",
    table: "retailVehicles",
    path: "/admin/retail-vehicles",
    form: RETAIL as Record<string, string>,
    titles: ["Add New Retail Vehicle", "Edit Retail Vehicle"],
    build: retailVehicle,
    failure: "An error occurred while saving the vehicle",
  },
] as const;

const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const post = (path: string, form: Record<string, string>) => site.form(path, form, { cookie });

/** A form as a browser sends it whose fields may hold a file. */
function postMultipart(
  path: string,
  fields: Record<string, string>,
  image?: { bytes: Uint8Array; type: string },
) {
  const body = new FormData();
  for (const [name, word] of Object.entries(fields)) body.set(name, word);
  // An empty file field is sent as well, without name and bytes.
  body.set(
    "image",
    new Blob(image ? [new Uint8Array(image.bytes)] : [], { type: image?.type }),
    image ? "car.jpg" : "",
  );
  return site.fetch(path, { method: "POST", body, headers: { Origin: site.url, Cookie: cookie } });
}

function picture(red: number): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 120, b: 40 } } })
    .jpeg()
    .toBuffer();
}

const FIRST_PICTURE = "images[0].imageUrl";

/** What a control of the form starts with. */
function wordIn(html: string, field: string): string | undefined {
  const name = field.replace(/[[\].]/g, "\\$&");
  const input = new RegExp(`<input[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0];
  if (input) return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? "";
  const area = new RegExp(`<textarea[^>]*\\bname="${name}"[^>]*>([\\s\\S]*?)</textarea>`).exec(html);
  if (area) return area[1];
  const select = new RegExp(`<select[^>]*\\bname="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(html)?.[1];
  return select && (/<option value="([^"]*)" selected=""/.exec(select)?.[1] ?? "");
}

/** The form as a browser would send it. */
function fieldsIn(html: string): Record<string, string> {
  const names = new Set(
    [...html.matchAll(/<(?:input|textarea|select)[^>]*\bname="([^"]+)"/g)].map(([, name]) => name),
  );
  const values = [...names].map((name = "") => [name, wordIn(html, name)?.replaceAll("&quot;", '"') ?? ""]);
  return { ...Object.fromEntries(values), intent: "save" };
}

describe.each(kinds)("the $kind vehicle's form", ({ table, path, list, form, titles, build, failure }) => {
  const stored = () => recordsOf(site, path.replace("/admin/", ""));
  const newKey = async () =>
    wordIn(await (await get(`${path}/new`)).text(), "idempotencyKey") || "no key in the page";
  const versionOf = async (id: string) =>
    wordIn(await (await get(`${path}/${id}/edit`)).text(), "version") ?? "";

  test("starts with today in the business's time zone and the default status", async () => {
    const answer = await get(`${path}/new`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<h1>${titles[0]}</h1>`);
    expect(wordIn(html, "dateAcquired")).toBe(formatTypedDay(dayInTimeZone("America/New_York", new Date())));
    expect(wordIn(html, "status")).toBe(path.includes("retail") ? "available" : "Awaiting Dismantle");
    const sections = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, section]) => section);
    expect(sections.join()).toContain(
      path.includes("retail")
        ? "Basic Information,Price and Condition,Vehicle Details,Vehicle Image,Features and Description,Notes"
        : "Basic Information,Vehicle Details,Vehicle Image,Notes,NMVTIS Report",
    );
    expect(html).toMatch(/>Cancel<\/a>[\s\S]*>Add Vehicle<\/button>/);
    expect(html).not.toContain('name="version"');
  });

  test("stores a new vehicle and goes back to the list it came from, saying so", async () => {
    const from = `${list}?q=honda&page=2`;
    const answer = await post(`${path}/new?${new URLSearchParams({ from })}`, form);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, from]);
    expect(await stored()).toMatchObject([
      { stockNumber: form.stockNumber, vin: VIN, year: Number(form.year), status: form.status },
    ]);
    const back = await site.fetch(list, { headers: { Cookie: cookiesOf(answer, cookie) } });
    expect(await textOf(back)).toMatch(/Vehicle added .*stock # [DR]-17/);
  });

  test("goes to the list and nowhere else, whatever the address says", async () => {
    for (const from of ["https://evil.example/", "//evil.example", "/logout", "/parts"]) {
      await site.db.deleteFrom(table).execute();
      const answer = await post(`${path}/new?${new URLSearchParams({ from })}`, form);
      expect(answer.headers.get("Location"), from).toBe(list);
    }
  });

  test("shows what is wrong and keeps every word", async () => {
    const wrong = { ...form, stockNumber: "", vin: "SHRT", year: "20O3", notes: `</textarea><script>"` };
    const answer = await post(`${path}/new`, wrong);
    expect(answer.status).toBe(400);
    const html = await answer.clone().text();
    const words = await textOf(answer);
    for (const sentence of [
      "There is a problem",
      "Stock number is required",
      "Please enter the 5 to 17 letters and numbers of the VIN",
      "Please enter a valid year",
    ]) {
      expect(words).toContain(sentence);
    }
    expect(html).toMatch(/<a href="#[^"]*stockNumber">Stock number is required/);
    expect(wordIn(html, "vin")).toBe("SHRT");
    expect(wordIn(html, "year")).toBe("20O3");
    expect(wordIn(html, "mileage")).toBe(form.mileage);
    expect(wordIn(html, "status")).toBe(form.status);
    expect(wordIn(html, "notes")).toBe("&lt;/textarea&gt;&lt;script&gt;&quot;");
    expect(await stored()).toEqual([]);
  });

  test("a date that no calendar has is an error, never another day", async () => {
    const answer = await post(`${path}/new`, { ...form, dateAcquired: "02/30/26" });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain("Please enter a valid date");
    expect(wordIn(html, "dateAcquired")).toBe("02/30/26");
  });

  test("a stock number that another vehicle has is a field error, in whatever case", async () => {
    await build({ stockNumber: form.stockNumber?.toLowerCase() });
    const answer = await post(`${path}/new`, form);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toMatch(/<a href="#[^"]*stockNumber">Stock number already exists/);
    expect(wordIn(html, "make")).toBe(form.make);
    expect(await stored()).toHaveLength(1);
  });

  test("a button pressed twice adds one vehicle and succeeds twice", async () => {
    const idempotencyKey = await newKey();
    const pressed = { ...form, idempotencyKey };
    const both = await Promise.all([post(`${path}/new`, pressed), post(`${path}/new`, pressed)]);
    expect(both.map((answer) => [answer.status, answer.headers.get("Location")])).toEqual([
      [303, list],
      [303, list],
    ]);
    expect(await stored()).toHaveLength(1);
    for (const other of [{ ...pressed, model: "Another" }, form]) {
      expect((await post(`${path}/new`, other)).status).toBe(409);
    }
  });

  test("a form that was sent back to be corrected, or used for another vehicle, is stored", async () => {
    const pressed = { ...form, idempotencyKey: await newKey() };
    await build({ stockNumber: form.stockNumber });
    expect((await post(`${path}/new`, pressed)).status).toBe(409);
    await site.db.deleteFrom(table).execute();
    expect((await post(`${path}/new`, pressed)).status).toBe(303);
    expect(
      (await post(`${path}/new`, { ...pressed, vin: "1HGCM82633A004353", stockNumber: "Another" })).status,
    ).toBe(303);
    expect((await stored()).map(({ stockNumber }) => stockNumber)).toEqual(["Another", form.stockNumber]);
  });

  test("shows a stored vehicle as it can be sent again, and stores what is changed in it", async () => {
    await post(`${path}/new`, form);
    const [before] = await stored();
    const address = `${path}/${before._id}/edit`;
    const html = await (await get(address)).text();
    expect(html).toContain(`<h1>${titles[1]}</h1>`);
    expect(html).toContain(">Update Vehicle</button>");
    const shown = Object.fromEntries(Object.keys(form).map((name) => [name, wordIn(html, name) ?? ""]));
    const version = wordIn(html, "version") ?? "";
    expect(version).toBe(before.updatedAt);
    const answer = await post(address, { ...shown, model: "Civic", version });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, list]);
    const [after] = await stored();
    expect(after).toEqual({ ...before, model: "Civic", updatedAt: after.updatedAt });
    const back = await site.fetch(list, { headers: { Cookie: cookiesOf(answer, cookie) } });
    expect(await textOf(back)).toContain("Vehicle updated");
  });

  test("an edit keeps its own stock number, and may not take another's", async () => {
    const { _id } = await build({ stockNumber: "mine" });
    await build({ stockNumber: "taken" });
    const version = await versionOf(_id);
    expect((await post(`${path}/${_id}/edit`, { ...form, stockNumber: "TAKEN", version })).status).toBe(409);
    expect((await post(`${path}/${_id}/edit`, { ...form, stockNumber: "MINE", version })).status).toBe(303);
  });

  test("of a vehicle that came without a VIN asks for none until it has one", async () => {
    const { _id } = await build({ stockNumber: form.stockNumber });
    const { vin: _vin, mileage: _mileage, ...rest } = form;
    const lacking = { ...rest, vin: "", mileage: "" };
    const address = `${path}/${_id}/edit`;
    expect((await post(address, { ...lacking, version: await versionOf(_id) })).status).toBe(400);
    expect((await post(`${path}/new`, { ...lacking, stockNumber: "new" })).status).toBe(400);

    await site.db.updateTable(table).set({ vin: "", mileage: null }).execute();
    const html = await (await get(address)).text();
    expect(html).not.toMatch(/<input(?=[^>]*name="(vin|mileage)")(?=[^>]*required)[^>]*>/);
    expect((await post(address, { ...lacking, model: "Civic", version: await versionOf(_id) })).status).toBe(
      303,
    );
    const [lacks] = await stored();
    expect(lacks).toMatchObject({ model: "Civic", vin: "" });
    expect(lacks).not.toHaveProperty("mileage");
    const named = { _id, year: 2012, make: "Honda", model: "Civic" };
    const publicPath = path.includes("retail") ? vehiclePath(named) : donorPath(named);
    for (const shown of [list, publicPath])
      expect(await textOf(await get(shown))).not.toMatch(/(?<![\d,])0 miles/);

    expect((await post(address, { ...form, version: await versionOf(_id) })).status).toBe(303);
    expect((await post(address, { ...lacking, version: await versionOf(_id) })).status).toBe(400);
  });

  test("of two people who edit one vehicle the second is told, loses nothing and decides", async () => {
    const { _id } = await build({ stockNumber: form.stockNumber });
    const address = `${path}/${_id}/edit`;
    const version = await versionOf(_id);
    const first = { ...form, version, model: "First", engineType: "V8" };
    const second = { ...form, version, model: "Second", engineType: "V8" };
    expect((await post(address, first)).status).toBe(303);
    const told = await post(address, second);
    expect(told.status).toBe(409);
    const html = await told.clone().text();
    const words = await textOf(told);
    expect(words).toContain("Someone else saved this vehicle");
    expect(words).toMatch(/Model Saved now First In your form Second/);
    const [notice] = words.split("Vehicle Image");
    expect(notice).not.toContain("V8");
    expect(wordIn(html, "model")).toBe("Second");
    expect(await stored()).toMatchObject([{ model: "First" }]);
    const newVersion = wordIn(html, "version") ?? "";
    expect(newVersion).not.toBe(version);
    // Something else wrong in between does not take the decision back.
    const wrong = await (await post(address, { ...second, version: newVersion, year: "x" })).text();
    expect(wordIn(wrong, "version")).toBe(newVersion);
    expect((await post(address, { ...second, version: newVersion })).status).toBe(303);
    expect(await stored()).toMatchObject([{ model: "Second" }]);
  });

  test("of two people who edit one vehicle each changes only the fields they touched", async () => {
    const { _id } = await build({ stockNumber: form.stockNumber, engineType: "V6", notes: "Old" });
    const address = `${path}/${_id}/edit`;
    const opened = fieldsIn(await (await get(address)).text());
    expect((await post(address, { ...opened, model: "Theirs", trim: "Sport" })).status).toBe(303);
    const answer = await post(address, { ...opened, notes: "Mine" });
    expect(answer.status).toBe(303);
    expect(await stored()).toMatchObject([{ model: "Theirs", trim: "Sport", notes: "Mine" }]);
    const back = await site.fetch(list, { headers: { Cookie: cookiesOf(answer, cookie) } });
    expect(await textOf(back)).toContain("Kept what someone else changed: Model, Trim.");

    // Opened before both, and of another mind about the model.
    const asked = await post(address, { ...opened, model: "Third", engineType: "V8" });
    expect(asked.status).toBe(409);
    const html = await asked.clone().text();
    const [notice] = (await textOf(asked)).split("Vehicle Image");
    expect(notice).toMatch(/Model Saved now Theirs In your form Third/);
    expect(notice).toMatch(/Their other changes are kept and are now in your form\. Trim Sport Notes Mine/);
    expect(notice).not.toContain("V8");
    expect(await stored()).toMatchObject([{ model: "Theirs", engineType: "V6" }]);
    expect((await post(address, fieldsIn(html))).status).toBe(303);
    const [row] = await stored();
    expect(row).toMatchObject({ model: "Third", engineType: "V8", trim: "Sport", notes: "Mine" });
  });

  test("an edit sent twice is saved once and succeeds twice, and one without a version is never trusted", async () => {
    const { _id } = await build();
    const edit = { ...form, version: await versionOf(_id) };
    expect((await post(`${path}/${_id}/edit`, edit)).status).toBe(303);
    expect((await post(`${path}/${_id}/edit`, edit)).status).toBe(303);
    expect((await post(`${path}/${_id}/edit`, { ...form, model: "Blind" })).status).toBe(409);
  });

  test("a vehicle deleted while it was edited can be added again from what was typed", async () => {
    const { _id } = await build();
    const version = await versionOf(_id);
    await site.db.deleteFrom(table).execute();
    const told = await post(`${path}/${_id}/edit`, { ...form, version });
    expect(told.status).toBe(409);
    const html = await told.text();
    expect(html).toContain("This vehicle has been deleted");
    expect(html).toContain(">Add Vehicle</button>");
    expect(wordIn(html, "make")).toBe(form.make);
    const addAsNew = wordIn(html, "addAsNew") ?? "";
    const wrong = await (await post(`${path}/${_id}/edit`, { ...form, version, addAsNew, year: "x" })).text();
    expect(wordIn(wrong, "addAsNew")).toBe(addAsNew);
    const added = await post(`${path}/${_id}/edit`, { ...form, version, addAsNew });
    expect([added.status, added.headers.get("Location")]).toEqual([303, list]);
    expect(await stored()).toMatchObject([{ stockNumber: form.stockNumber }]);
  });

  test("the summary of what is wrong names the field where its sentence does not", async () => {
    const wrong = { ...form, stockNumber: "", make: "x".repeat(201), model: "x".repeat(201) };
    const words = await textOf(await post(`${path}/new`, wrong));
    expect(words).toContain("Make: Please use at most 200 characters");
    expect(words).toContain("Model: Please use at most 200 characters");
    expect(words).not.toContain("Stock Number: ");
  });

  test("an id that names no vehicle is not found, in the staff area", async () => {
    for (const id of ["01M7Z3PSNPT5PQ5GGM3BEE2VS6", "short", "<b>", "%27%20or%201=1"]) {
      const answer = await get(`${path}/${id}/edit`);
      expect(answer.status, id).toBe(404);
      const html = await answer.text();
      expect(html).toContain("Vehicle not found");
      // It may be one that was deleted.
      expect(html).toMatch(/href="\/admin\/trash">Look in the trash</);
    }
    expect((await post(`${path}/short/edit`, form)).status).toBe(404);
  });

  test("a form that came after the session ended is back after sign-in, and is saved once", async () => {
    const { _id } = await build({ model: "Before" });
    const address = `${path}/${_id}/edit?${new URLSearchParams({ from: `${list}?page=2` })}`;
    const opened = fieldsIn(await (await get(address)).text());
    const staff = await signedIn();
    await expireSessions(staff.account);
    const late = await site.form(address, { ...opened, model: "Late" }, { cookie: staff.cookie });
    expect((await post(address, { ...opened, engineType: "V8" })).status).toBe(303);
    const redirectTo =
      new URL(late.headers.get("Location") ?? "", site.url).searchParams.get("redirectTo") ?? "";
    const signIn = await site.form(late.headers.get("Location") ?? "", {
      username: staff.account.username,
      password: PASSWORD,
    });
    expect(signIn.headers.get("Location")).toBe(redirectTo);
    const as = { cookie: cookiesOf(signIn, staff.cookie) };
    const page = await (await site.fetch(redirectTo, { headers: { Cookie: as.cookie } })).text();
    expect(page).toContain("Your form is back");
    expect(wordIn(page, "model")).toBe("Late");
    expect(wordIn(page, "version")).toBe(opened.version);
    // Nobody else gets it, and no other page.
    for (const other of [await get(redirectTo), await get(redirectTo.replace(`${_id}/edit`, "new"))]) {
      const html = await other.text();
      expect(html).toContain("Form not found");
      expect(wordIn(html, "model")).not.toBe("Late");
    }
    const saved = await site.form(redirectTo, fieldsIn(page), as);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, `${list}?page=2`]);
    // What a colleague has saved meanwhile stays.
    expect(await stored()).toMatchObject([{ model: "Late", engineType: "V8" }]);
    const again = await site.fetch(redirectTo, { headers: { Cookie: as.cookie } });
    expect(await again.text()).toContain("Form not found");
  });

  test("a held form outlives its vehicle", async () => {
    const { _id } = await build();
    const version = await versionOf(_id);
    const staff = await signedIn();
    await expireSessions(staff.account);
    const late = await site.form(`${path}/${_id}/edit`, { ...form, version }, { cookie: staff.cookie });
    const redirectTo =
      new URL(late.headers.get("Location") ?? "", site.url).searchParams.get("redirectTo") ?? "";
    await site.db.deleteFrom(table).execute();
    const again = await signedIn(staff.account);
    const answer = await site.fetch(redirectTo, { headers: { Cookie: again.cookie } });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain("This vehicle has been deleted");
    expect(wordIn(html, "make")).toBe(form.make);
    const addAsNew = wordIn(html, "addAsNew") ?? "";
    expect((await site.form(redirectTo, { ...form, version, addAsNew }, again)).status).toBe(303);
    expect(await stored()).toHaveLength(1);
  });

  test("a picture comes with the form, stays where something else is wrong, and can be taken away", async () => {
    const image = { bytes: await picture(200), type: "image/jpeg" };
    const wrong = await postMultipart(`${path}/new`, { ...form, year: "x" }, image);
    expect(wrong.status).toBe(400);
    const imageUrl = wordIn(await wrong.text(), FIRST_PICTURE) ?? "";
    expect(imageUrl).toMatch(/^\/uploads\/[0-9a-f]{24}-40x30-2\/40\.webp$/);
    expect((await site.fetch(imageUrl)).status).toBe(200);
    expect((await postMultipart(`${path}/new`, { ...form, [FIRST_PICTURE]: imageUrl })).status).toBe(303);
    const [vehicle] = await stored();
    expect(vehicle.imageUrl).toBe(imageUrl);
    expect(vehicle.notes).toBe(form.notes ? "Keys in\nthe office" : undefined);
    const removed = { [FIRST_PICTURE]: imageUrl, "images[0].removed": "yes" };
    const edit = { ...form, version: vehicle.updatedAt, ...removed };
    expect((await postMultipart(`${path}/${vehicle._id}/edit`, edit)).status).toBe(303);
    const [without] = await stored();
    expect(without.images).toEqual([]);
    expect(without).not.toHaveProperty("imageUrl");
  });

  test("a file that is no picture is named, and every word stays", async () => {
    const answer = await postMultipart(
      `${path}/new`,
      { ...form, year: "x" },
      { bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), type: "image/jpeg" },
    );
    expect(answer.status).toBe(415);
    const html = await answer.text();
    expect(html).toContain("Please upload a valid image file (JPG, PNG, or WebP)");
    expect(html).toContain("Please enter a valid year");
    expect(wordIn(html, "make")).toBe(form.make);
    expect(await stored()).toEqual([]);
  });

  test("a picture that is too large is named, and every word stays", async () => {
    const bytes = Buffer.concat([await picture(1), Buffer.alloc(MAX_IMAGE_BYTES)]);
    const answer = await postMultipart(`${path}/new`, form, { bytes, type: "image/jpeg" });
    expect(answer.status).toBe(413);
    const html = await answer.text();
    expect(html).toContain("File size must be less than 5MB");
    expect(wordIn(html, "make")).toBe(form.make);
    expect(await stored()).toEqual([]);
  });

  test("a picture that is not there is never named by a record", async () => {
    const imageUrl = `/uploads/${"0".repeat(24)}-40x30/40.webp`;
    expect((await post(`${path}/new`, { ...form, imageUrl })).status).toBe(400);
    expect((await post(`${path}/new`, { ...form, imageUrl: "https://elsewhere.example/a.jpg" })).status).toBe(
      400,
    );
    expect(await stored()).toEqual([]);
  });

  test("decoding without script fills the form, keeps the rest, and stores nothing", async () => {
    const image = { bytes: await picture(100), type: "image/jpeg" };
    const answer = await postMultipart(
      `${path}/new`,
      { ...form, year: "", make: "", model: "Typed", notes: "Kept", intent: "decode" },
      image,
    );
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect([wordIn(html, "year"), wordIn(html, "make"), wordIn(html, "model")]).toEqual([
      "2003",
      "Honda",
      "Accord",
    ]);
    expect([wordIn(html, "notes"), wordIn(html, "stockNumber")]).toEqual(["Kept", form.stockNumber]);
    expect(wordIn(html, FIRST_PICTURE)).toMatch(/^\/uploads\//);
    expect(html).not.toContain("There is a problem");
    expect(await stored()).toEqual([]);
  });

  test("decoding says why it could not, and finds a vehicle that is in inventory", async () => {
    const short = await (await post(`${path}/new`, { ...form, vin: "SHORT", intent: "decode" })).text();
    expect(short).toContain("Please enter a valid 17-character VIN");
    expect(wordIn(short, "vin")).toBe("SHORT");
    await retailVehicle({ vin: VIN });
    const known = await textOf(await post(`${path}/new`, { ...form, intent: "decode" }));
    expect(known).toMatch(/Vehicle found in retail inventory Look at it first/i);
  });

  test("a VIN of a car that is in stock is asked about, with the way to that car, and saved when it is sent again", async () => {
    const other = await retailVehicle({
      vin: VIN,
      stockNumber: "TWIN-1",
      year: 2016,
      make: "Subaru",
      model: "Outback",
    });
    const asked = await post(`${path}/new`, { ...form, idempotencyKey: "key-of-twins" });
    expect(asked.status).toBe(409);
    const html = await asked.text();
    expect(await textOf(new Response(html))).toContain(
      "A car with this VIN is already in stock 2016 Subaru Outback, stock # TWIN-1 Nothing is saved yet.",
    );
    expect(html).toContain(`href="/admin/retail-vehicles/${other._id}"`);
    const again = { ...form, ...fieldsOf(html, "record-form"), idempotencyKey: "key-of-twins" };
    for (const answer of [await post(`${path}/new`, again), await post(`${path}/new`, again)])
      expect(answer.status).toBe(303);
    expect((await stored()).filter(({ stockNumber }) => stockNumber === form.stockNumber)).toHaveLength(1);
    // Saved again, a car isn't asked about the VIN that it has.
    const [saved] = (await stored()).filter(({ stockNumber }) => stockNumber === form.stockNumber);
    const edit = `${path}/${saved._id}/edit`;
    const fields = fieldsOf(await (await get(edit)).text(), "record-form");
    expect((await post(edit, { ...fields, notes: "Keys found" })).status).toBe(303);
  });

  test("a VIN of a car that is sold is not asked about: it has come back", async () => {
    await retailVehicle({ vin: VIN, status: "sold" });
    expect((await post(`${path}/new`, form)).status).toBe(303);
  });

  test("a new form suggests the next stock number, and one that is taken leads to the car that has it", async () => {
    const holder = await build({ stockNumber: "N-000041" });
    const html = await (await get(`${path}/new`)).text();
    expect(wordIn(html, "stockNumber")).toBe("N-000042");
    const taken = await (await post(`${path}/new`, { ...form, stockNumber: "n-000041" })).text();
    expect(await textOf(new Response(taken))).toMatch(/It belongs to .*stock # N-000041/);
    expect(taken).toContain(`href="${path}/${holder._id}"`);
  });

  test("a database that fails says so without its internals, and every word stays", async () => {
    const elsewhere = `${table}Elsewhere`;
    await site.db.schema.alterTable(table).renameTo(elsewhere).execute();
    try {
      const answer = await post(`${path}/new`, form);
      expect(answer.status).toBe(500);
      const html = await answer.text();
      expect(html).toContain(failure);
      expect(html).not.toMatch(/no such table|sqlite/i);
      expect(wordIn(html, "make")).toBe(form.make);
      expect(wordIn(html, "features")).toBe(form.features);
    } finally {
      await site.db.schema.alterTable(elsewhere).renameTo(table).execute();
    }
  });

  test("without a session nothing is stored, and the way leads to sign-in", async () => {
    for (const answer of [await site.fetch(`${path}/new`), await site.form(`${path}/new`, form)]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toMatch(/^\/login\?redirectTo=/);
    }
    expect(await stored()).toEqual([]);
  });

  test("names that the form does not know never matter", async () => {
    const answer = await post(`${path}/new`, {
      ...form,
      "b[99999999]": "1",
      _id: "01M7Z3PSNPT5PQ5GGM3BEE2VS6",
      createdAt: "1999-01-01",
    });
    expect(answer.status).toBe(303);
    expect((await stored())[0]._id).not.toBe("01M7Z3PSNPT5PQ5GGM3BEE2VS6");
  });
});

test("a price is stored to the cent and features one by one", async () => {
  await post("/admin/retail-vehicles/new", RETAIL);
  expect(await recordsOf(site, "retail-vehicles")).toMatchObject([
    { price: 12_995.5, features: ["Heated seats", "Tow hitch"], mileage: 84_210, status: "pending" },
  ]);
});

test("a two-digit year falls in the century that the rule says", async () => {
  const ahead = (new Date().getUTCFullYear() + 10) % 100;
  const two = (figure: number) => String(figure % 100).padStart(2, "0");
  for (const [stockNumber, vin, digits] of [
    ["in", "1HGCM82633A004352", two(ahead)],
    ["past", "1HGCM82633A004353", two(ahead + 1)],
  ] as const) {
    await post("/admin/dismantled-vehicles/new", {
      ...DISMANTLED,
      ...{ stockNumber, vin },
      dateAcquired: `06/15/${digits}`,
      futureDateConfirmed: "yes",
    });
  }
  const cars = await recordsOf(site, "dismantled-vehicles");
  const century = Math.floor(new Date().getUTCFullYear() / 100);
  expect(cars.map((car) => [car.stockNumber, car.dateAcquired.slice(0, 2)]).sort()).toEqual([
    ["in", String(century)],
    ["past", String(century - 1)],
  ]);
});

describe("a vehicle from before the standard VIN", () => {
  const old = { ...RETAIL, vin: "194-67 s 100001", year: "1967", make: "Chevrolet", model: "Corvette" };

  test("is stored with the letters and digits that stand on it", async () => {
    const answer = await site.form("/admin/retail-vehicles/new", old, { cookie });
    expect(answer.status).toBe(303);
    expect(await recordsOf(site, "retail-vehicles")).toMatchObject([{ vin: "19467S100001" }]);
  });

  test("but not from 1981 on, and with 5 to 17 of them", async () => {
    for (const [fields, message] of [
      [{ year: "1981" }, "Please enter a valid 17-character VIN"],
      [{ vin: "1234" }, "Please enter the 5 to 17 letters and numbers of the VIN"],
    ] as const) {
      const answer = await site.form("/admin/retail-vehicles/new", { ...old, ...fields }, { cookie });
      expect([answer.status, await textOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    }
  });
});

test("a price with a comma or a letter in the wrong place is an error, and 0 shows Call for price", async () => {
  for (const price of ["15k", "$12,9", "12.995"]) {
    const answer = await site.form("/admin/retail-vehicles/new", { ...RETAIL, price }, { cookie });
    expect([price, answer.status, await textOf(answer)]).toEqual([
      price,
      400,
      expect.stringContaining("Please enter a valid price"),
    ]);
  }
  const vehicle = await retailVehicle({ price: 0 });
  for (const path of ["/inventory", vehiclePath(vehicle)]) {
    const words = await textOf(await site.fetch(path));
    expect(words).toContain("Call for price");
    expect(words).not.toMatch(/\$0\b/);
  }
});

test("a vehicle without year, make or model is stored, but staff alone see it, and why", async () => {
  for (const missing of ["year", "make", "model"]) {
    await site.db.deleteFrom("retailVehicles").execute();
    const { _id } = await retailVehicle({ stockNumber: "HALF-KNOWN", [missing]: undefined });
    expect((await site.fetch(`/inventory/${_id}`)).status).toBe(404);
    expect(await textOf(await site.fetch("/inventory"))).toContain("No vehicles currently available");
    expect(await (await site.fetch("/api/retail-vehicles")).json()).toEqual([]);
    const list = await textOf(await site.fetch("/admin/retail-vehicles", { headers: { Cookie: cookie } }));
    expect(list).toContain("HALF-KNOWN");
    expect(list).toContain("Not shown: needs year, make and model");
  }
});

test("a date acquired in the future is asked about once, and stored when it is right", async () => {
  const fields = { ...DISMANTLED, dateAcquired: "12/31/2030" };
  const withoutVin = await site.form("/admin/dismantled-vehicles/new", { ...fields, vin: "" }, { cookie });
  expect(await withoutVin.text()).not.toContain("Yes, this date is right");
  const asked = await site.form("/admin/dismantled-vehicles/new", fields, { cookie });
  expect(asked.status).toBe(400);
  const html = await asked.text();
  expect(html).toContain("This date is in the future. Is this right?");
  const confirm = /<input type="checkbox" name="(\w+)"[^>]* value="(\w+)"/.exec(html);
  expect(html).toContain("Yes, this date is right");
  const answer = await site.form(
    "/admin/dismantled-vehicles/new",
    { ...fields, [confirm?.[1] ?? ""]: confirm?.[2] ?? "" },
    { cookie },
  );
  expect(answer.status).toBe(303);
  const [{ _id, dateAcquired }] = await recordsOf(site, "dismantled-vehicles");
  expect(dateAcquired).toBe("2030-12-31T00:00:00.000Z");
  const edit = await site.fetch(`/admin/dismantled-vehicles/${_id}/edit`, {
    headers: { Cookie: cookie },
  });
  expect(await edit.text()).toMatch(/<input type="checkbox" name="\w+"[^>]*checked=""/);
});

test("Decode says that the vehicle is in an inventory, but not of the vehicle that is edited", async () => {
  const { _id } = await dismantledVehicle({ vin: VIN });
  const decode = (path: string) =>
    site
      .form(`/admin/dismantled-vehicles/${path}`, { ...DISMANTLED, intent: "decode" }, { cookie })
      .then(textOf);
  expect(await decode("new")).toContain("Vehicle found in dismantled inventory");
  expect(await decode(`${_id}/edit`)).not.toContain("Vehicle found");
  await retailVehicle({ vin: VIN });
  expect(await decode(`${_id}/edit`)).toContain("Vehicle found in retail inventory");
});
