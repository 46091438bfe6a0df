import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const open = async (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const send = (path: string, fields: Fields) => site.form(path, fields, { cookie });
const pathOf = ({ _id }: { _id: string }) => `/admin/parts/${_id}`;

async function versionOn(path: string): Promise<string> {
  const page = parse(await (await open(path)).text());
  return page.querySelector('[name="version"]')?.getAttribute("value") ?? "";
}

/** The page's own form as a browser would send it. */
function formOn(page: HTMLElement): Record<string, string> {
  const form = page.querySelectorAll("main form").find((one) => !one.getAttribute("aria-label"));
  const fields: Record<string, string> = {};
  for (const field of form?.querySelectorAll("input[name], textarea[name], select[name]") ?? []) {
    const chosen = field.querySelector("option[selected]")?.getAttribute("value");
    const value =
      field.tagName === "SELECT" ? (chosen ?? "") : (field.getAttribute("value") ?? field.textContent);
    fields[field.getAttribute("name") ?? ""] = value;
  }
  return fields;
}

/** The page after the form. */
async function afterwards(answer: Response) {
  expect(answer.status).toBe(303);
  const headers = { Cookie: cookiesOf(answer, cookie) };
  const page = await site.fetch(answer.headers.get("Location") ?? "", { headers });
  return parse(await page.text());
}

describe("the page of a scanned label, without script,", () => {
  test("says what it is, what it costs and where it lies", async () => {
    const part = await shelfPart({ price: 85, location: "A-3-2", damage: "2D1", mileage: 40_000 });
    const text = await textOf(await open(pathOf(part)));
    expect(text).toContain("Alternator Available");
    expect(text).toContain(`${part.stockNumber} 2012 Honda Accord $85.00 A-3-2`);
    expect(text).toContain("A, best used grade: 40,000 miles, and grade A is up to 60,000");
    expect(text).toContain("Dent in area 2, the size of one credit card");
  });

  test("holds, sells and takes the sale back", async () => {
    const part = await shelfPart({ price: 85 });
    const path = pathOf(part);
    const held = await send(path, {
      intent: "hold",
      heldFor: "Ann Reyes",
      hours: "48",
      version: await versionOn(path),
    });
    expect((await afterwards(held)).textContent).toContain("Held for Ann Reyes until");
    const sold = await afterwards(
      await send(path, {
        intent: "sell",
        soldPrice: "80",
        soldTo: "Ann",
        day: "",
        version: await versionOn(path),
      }),
    );
    expect(sold.textContent).toContain("Sold to Ann for $80.00 on");
    const undo = sold.querySelector(".flash-toast form");
    const fields = undo
      ?.querySelectorAll("input")
      .map((input): [string, string] => [
        input.getAttribute("name") ?? "",
        (input.getAttribute("value") ?? "").replaceAll("&quot;", '"'),
      ]);
    const back = await afterwards(await send(path, fields ?? []));
    expect(back.textContent).toContain("Undone");
    expect(back.textContent).toContain("Held for Ann Reyes until");
  });

  test("leads to a sale, and says what marking it as sold does without one", async () => {
    const part = await shelfPart();
    const html = await (await site.fetch(pathOf(part), { headers: { Cookie: cookie } })).text();
    const page = parse(html);
    const form = page.querySelector('form[aria-label="Sold Elsewhere"]');
    expect(form?.textContent).toContain(
      "This makes no receipt, charges no tax, and isn't in the cash drawer or the sales reports.",
    );
    expect(form?.querySelector("a")?.getAttribute("href")).toBe(`/admin/sales/new?part=${part._id}`);
    expect(html.indexOf("New Sale")).toBeLessThan(html.indexOf("Sold Elsewhere"));
  });

  test("does not overwrite what a colleague has changed, and goes on with a second press", async () => {
    const path = pathOf(await shelfPart());
    const version = await versionOn(path);
    await send(path, { intent: "move", location: "B-1", version });
    const late = await send(path, { intent: "sell", soldPrice: "70", soldTo: "Bo", day: "", version });
    expect(late.status).toBe(409);
    const page = parse(await late.text());
    expect(page.textContent).toContain("Someone else has changed this part");
    expect(page.querySelector('[name="soldTo"]')?.getAttribute("value")).toBe("Bo");
    const again =
      page.querySelector('form[aria-label="Sold Elsewhere"] [name="version"]')?.getAttribute("value") ?? "";
    expect(
      (await send(path, { intent: "sell", soldPrice: "70", soldTo: "Bo", day: "", version: again })).status,
    ).toBe(303);
  });

  test("says what is wrong with a price and a date", async () => {
    const path = pathOf(await shelfPart());
    const fields = { intent: "sell", soldPrice: "lots", soldTo: "Bo", day: "1/1/2099" };
    const answer = await send(path, { ...fields, version: await versionOn(path) });
    expect(answer.status).toBe(400);
    const page = parse(await answer.text());
    expect(page.querySelector("#sell-soldPrice-error")?.textContent).toContain("Please enter a valid price");
    expect(page.querySelector("#sell-day-error")?.textContent).toContain("in the future");
    expect(page.querySelector('[name="soldPrice"]')?.getAttribute("value")).toBe("lots");
  });

  test("is not there for a part that is not", async () => {
    expect((await open("/admin/parts/01M00000000000000000000000")).status).toBe(404);
  });
});

describe("a part that is sold", () => {
  test("is made available again after a question that says what it was sold for, when and to whom", async () => {
    const part = await shelfPart({ status: "Sold", soldTo: "Ann Lee", soldPrice: 80, price: 95 });
    const path = pathOf(part);
    const page = parse(await (await open(path)).text());
    const form = page.querySelector('form[aria-label="Make Available"]');
    expect(form?.closest("details")?.textContent).toContain("Sold to Ann Lee for $80.00 on");
    const version = form?.querySelector('[name="version"]')?.getAttribute("value") ?? "";
    const back = await afterwards(await send(path, { intent: "release", version }));
    expect(back.textContent).toContain("Available again");
    const history = back.querySelector(".record-history")?.textContent ?? "";
    expect(history).toMatch(/Sold To.*Ann Lee.*Sold For.*\$80.*Sold on/s);
  });

  test("is listed and exported with what it was sold for, when and to whom", async () => {
    const sale = { status: "Sold", soldTo: "Cy Young", soldPrice: 60, price: 95 };
    const part = await shelfPart({
      ...sale,
      make: "Saab",
      model: "900",
      now: new Date("2026-11-12T18:00:00Z"),
    });
    const query = `make=saab&open=${part._id}`;
    const row = parse(await (await open(`/admin/parts?${query}`)).text());
    const cells = row
      .querySelectorAll(".record-table tbody tr:first-child td")
      .map((cell) => cell.textContent);
    expect(cells).toContain("$60.00");
    expect(cells).toContain("SoldSold to Cy Young on Nov 12, 2026");
    expect(row.querySelector(".record-details")?.textContent).toContain("Asking price$95.00");
    const [headings = "", line = ""] = (await (await open("/admin/export/parts.csv?make=saab")).text()).split(
      "\r\n",
    );
    const at = (heading: string) => line.split(",")[headings.split(",").indexOf(heading)];
    expect(["Price", "Sold To", "Sold For", "Sold On"].map(at)).toEqual([
      "95",
      "Cy Young",
      "60",
      "2026-11-12",
    ]);
  });

  test("and is one of several, is asked about too", async () => {
    const parts = [await shelfPart({ status: "Sold", soldTo: "Bo" }), await shelfPart()];
    const ids: [string, string][] = parts.map(({ _id }) => ["id", _id]);
    const question = await afterwards(
      await send("/admin/bulk/parts", [["intent", "status"], ["to", "On hold"], ...ids]),
    );
    expect(question.textContent).toContain("Set 2 parts to On hold?");
    expect(question.textContent).toContain("1 of them is sold. The part will no longer show as sold");
  });
});

test("a part that is sold while somebody deletes it is asked about again", async () => {
  const part = await shelfPart();
  const page = parse(await (await open(`${pathOf(part)}/delete`)).text());
  const version = page.querySelector('[name="version"]')?.getAttribute("value") ?? "";
  await send(pathOf(part), { intent: "sell", soldPrice: "70", soldTo: "Bo", day: "", version });
  const again = await afterwards(await send(`${pathOf(part)}/delete`, { version }));
  expect(again.textContent).toContain("Not deleted yet");
  expect(await textOf(await open(pathOf(part)))).toContain("Sold to Bo for $70.00");
  const now = again.querySelector('main [name="version"]')?.getAttribute("value") ?? "";
  expect((await afterwards(await send(`${pathOf(part)}/delete`, { version: now }))).textContent).toContain(
    "Part deleted",
  );
});

describe("the staff list of parts", () => {
  test("is filtered by entry, car, place, age, donor and what is missing", async () => {
    const donor = await dismantledVehicle({ stockNumber: "F-1", make: "Mazda", model: "Miata", year: 1999 });
    const part = await shelfPart({ donor: "F-1", location: "Z-9-1", price: 40, dateAcquired: undefined });
    await shelfPart({ entryId: "starter", make: "Mazda", model: "CX-5" });
    for (const query of [
      "category=electrical-exterior&make=mazda&model=miat",
      "part=alternator&year=1999",
      "location=z-9",
      "age=new-7&model=miata",
      `donor=${donor.stockNumber.toLowerCase()}`,
      "missing=picture&model=miata",
    ]) {
      const text = await textOf(await open(`/admin/parts?${query}`));
      expect(text, query).toContain("1 part");
      expect(text, query).toContain(part.stockNumber);
    }
    for (const query of ["missing=price&model=miata", "age=old-90&model=miata", "part=nothinglikethis"])
      expect(await textOf(await open(`/admin/parts?${query}`)), query).toContain(
        "No parts match these filters.",
      );
  });

  test("changes the prices of its parts by percent after a question that counts and shows them", async () => {
    const parts = [
      await shelfPart({ price: 85, make: "Fiat", model: "500" }),
      await shelfPart({ make: "Fiat", model: "500", price: undefined }),
    ];
    const path = "/admin/bulk/parts?make=fiat";
    const asked = await afterwards(await send(path, { intent: "price", price: "+10%", all: "1" }));
    expect(asked.textContent).toContain("Change the price of 1 part by +10%?");
    expect(asked.textContent).toContain("$85.00 becomes $94.00");
    // A price that nobody has been shown is not changed.
    await send(pathOf(parts[0] as { _id: string }), { intent: "move", location: "Z-1" });
    const again = await afterwards(await send(path, formOn(asked)));
    expect(again.textContent).toContain("Nothing changed yet");
    expect(again.textContent).toContain("Change the price of 1 part by +10%?");
    const done = await afterwards(await send(path, formOn(again)));
    expect(done.textContent).toContain("The price of 1 part changed by +10%");
    expect(await textOf(await open(pathOf(parts[0] as { _id: string })))).toContain("$94.00");
  });

  test("moves several at once", async () => {
    const part = await shelfPart();
    const page = await afterwards(
      await send("/admin/bulk/parts", { intent: "location", location: " c-4 ", id: part._id }),
    );
    expect(page.textContent).toContain("1 part moved to C-4");
    expect(await textOf(await open(pathOf(part)))).toContain("C-4");
    // A code is one word with a digit; words stay as they are.
    for (const [typed, stored] of [
      ["r5-a-1", "R5-A-1"],
      ["Shelf by the door", "Shelf by the door"],
    ]) {
      await send(pathOf(part), { intent: "move", location: typed ?? "" });
      expect(await textOf(await open(pathOf(part)))).toContain(stored);
    }
  });
});

test("a part without a photo shows none, in its row and before it is deleted", async () => {
  const part = await shelfPart();
  for (const path of [`/admin/parts?open=${part._id}`, `${pathOf(part)}/delete`]) {
    const page = parse(await (await open(path)).text());
    expect(page.querySelectorAll("main img").length).toBe(0);
  }
});

describe("a label of a part", () => {
  test("has its number, what it is, its car and its place", async () => {
    const part = await shelfPart({ location: "A-3" });
    const text = await textOf(await open(`/admin/labels/print?kind=part&id=${part._id}`));
    expect(text).toContain(`${part.stockNumber} Alternator 2012 Honda Accord A-3`);
    expect(await textOf(await open("/admin/labels?kind=part"))).toContain("2012 Honda Accord Alternator");
  });
});

describe("a car that parts were taken from", () => {
  test("says what becomes of them before it is edited or deleted", async () => {
    const donor = await dismantledVehicle({ stockNumber: "N-1" });
    await shelfPart({ donor: "N-1" });
    await shelfPart({ donor: "N-1", entryId: "starter" });
    await shelfPart({ donor: "N-1", entryId: "radiator", status: "Sold" });
    const deletion = await textOf(await open(`/admin/dismantled-vehicles/${donor._id}/delete`));
    expect(deletion).toContain("Its 2 parts stay for sale and keep what is known about this car.");
    const editor = await textOf(await open(`/admin/dismantled-vehicles/${donor._id}/edit`));
    expect(editor).toContain("Its 2 parts for sale will follow a change of year, make, model");
    const row = parse(await (await open(`/admin?open=${donor._id}`)).text());
    const links = row.querySelectorAll(".record-details a").map(({ textContent }) => textContent.trim());
    expect(links).toContain("2 parts from this car");
    expect(links).toContain("Teardown");
  });
});

describe("a car whose parts are for sale is scrapped only after a question,", () => {
  const scrap = async (id: string) => {
    const path = `/admin/dismantled-vehicles/${id}/edit`;
    const form = parse(await (await open(path)).text()).querySelector("main form");
    const fields: Record<string, string> = {};
    for (const field of form?.querySelectorAll("input[name], textarea[name]") ?? [])
      fields[field.getAttribute("name") ?? ""] = field.getAttribute("value") ?? field.textContent;
    return { path, fields: { ...fields, status: "Scrapped", intent: "save" } };
  };
  const statusOf = async (id: string) =>
    (await recordsOf(site, "dismantled-vehicles")).find(({ _id }) => _id === id)?.status;

  test("in its form, which comes back as typed", async () => {
    const donor = await dismantledVehicle({ stockNumber: "S-1", status: "Parts Available" });
    await shelfPart({ donor: "S-1" });
    const { path, fields } = await scrap(donor._id);
    const asked = await send(path, fields);
    expect(asked.status).toBe(409);
    const page = parse(await asked.text());
    expect(page.querySelector(".notice")?.textContent).toContain(
      "Scrap this car?Its 1 part stays for sale and keeps what is known about this car.",
    );
    expect(page.querySelector('[name="status"] option[selected]')?.textContent).toBe("Scrapped");
    expect(await statusOf(donor._id)).toBe("Parts Available");
    const confirmed = page.querySelector('[name="statusConfirmed"]')?.getAttribute("value") ?? "";
    expect((await send(path, { ...fields, statusConfirmed: confirmed })).status).toBe(303);
    expect(await statusOf(donor._id)).toBe("Scrapped");
  });

  test("and with several others", async () => {
    const donors = [await dismantledVehicle({ stockNumber: "S-2" }), await dismantledVehicle()];
    await shelfPart({ donor: "S-2" });
    await shelfPart({ donor: "S-2", entryId: "starter" });
    const ids: [string, string][] = donors.map(({ _id }) => ["id", _id]);
    const status: [string, string][] = [
      ["intent", "status"],
      ["to", "Scrapped"],
    ];
    const asked = await send("/admin/bulk/dismantled-vehicles", [...status, ...ids]);
    const question = parse(await (await open(asked.headers.get("Location") ?? "")).text());
    const text = question.querySelector("main")?.textContent ?? "";
    expect(text).toContain("Set 2 vehicles to Scrapped?");
    expect(text).toContain("Their 2 parts stay for sale and keep what is known about their cars.");
    expect(await statusOf(donors[0]?._id ?? "")).not.toBe("Scrapped");
    const form = question.querySelector("main form");
    const fields = (form?.querySelectorAll("input") ?? []).map((input): [string, string] => [
      input.getAttribute("name") ?? "",
      input.getAttribute("value") ?? "",
    ]);
    const page = await afterwards(await send(form?.getAttribute("action") ?? "", fields));
    expect(page.textContent).toContain("2 vehicles set to Scrapped");
  });

  test("but one without parts at once", async () => {
    const donor = await dismantledVehicle();
    const { path, fields } = await scrap(donor._id);
    expect((await send(path, fields)).status).toBe(303);
  });
});

describe("the form of a part", () => {
  const fields = {
    ...{
      entryId: "Door, Front Left (Driver)",
      year: "2012",
      make: "Honda",
      model: "Accord",
      status: "Available",
    },
    ...{ damage: "000", damageNotes: "Dented below the handle", idempotencyKey: "k1", intent: "save" },
  };

  test("asks once where the code says no damage and the words describe some", async () => {
    const asked = await send("/admin/parts/new", { ...fields, entryId: "door-front-left" });
    expect(asked.status).toBe(400);
    const page = parse(await asked.text());
    expect(page.textContent).toContain(
      "The code says no damage, but the words describe some. Is this right?",
    );
    expect(page.querySelector('[name="damageConfirmed"]')).not.toBeNull();
    const confirmed = { ...fields, entryId: "door-front-left", damageConfirmed: "yes" };
    expect((await send("/admin/parts/new", confirmed)).status).toBe(303);
  });

  test("shows the grade by the rule with its reason, and damage in words", async () => {
    const part = await shelfPart({ mileage: 40_000, damage: "5S0.5" });
    const text = await textOf(await open(`${pathOf(part)}/edit`));
    expect(text).toContain("By the rule: A. 40,000 miles, and grade A is up to 60,000.");
    expect(text).toContain("Surface scratch in area 5, smaller than a credit card.");
  });

  test("changes only what was touched: a part that is sold meanwhile stays sold", async () => {
    const part = await shelfPart({ location: "A-1" });
    const [path, editor] = [pathOf(part), `${pathOf(part)}/edit`];
    const opened = formOn(parse(await (await open(editor)).text()));
    const sale = { intent: "sell", soldPrice: "70", soldTo: "Bo", day: "", version: await versionOn(path) };
    expect((await send(path, sale)).status).toBe(303);
    const page = await afterwards(await send(editor, { ...opened, location: "B-1" }));
    expect(page.textContent).toContain("Kept what someone else changed: Status, Sold To, Sold For.");
    const text = await textOf(await open(path));
    expect(text).toContain("Sold to Bo for $70.00 on");
    expect(text).toContain("B-1");
  });

  test("asks before a sold part gets another status", async () => {
    const part = await shelfPart({ status: "Sold", soldTo: "Bo", soldPrice: 70 });
    const editor = `${pathOf(part)}/edit`;
    const typed = { ...formOn(parse(await (await open(editor)).text())), status: "Available" };
    const asked = await send(editor, typed);
    expect(asked.status).toBe(409);
    const page = parse(await asked.text());
    expect(page.querySelector(".notice")?.textContent).toContain("Undo a sale?Sold to Bo for $70.00 on");
    expect((await send(editor, formOn(page))).status).toBe(303);
    const text = await textOf(await open(pathOf(part)));
    expect(text).toContain("Alternator Available");
    expect(text).toMatch(/Sold To.*Bo.*Sold For.*\$70.*Sold on/);
  });

  test("comes back to its photos by the buttons below them", async () => {
    const page = parse(await (await open("/admin/parts/new")).text());
    const [, anchor = ""] = (
      page.querySelector('[value="pictures"]')?.getAttribute("formaction") ?? ""
    ).split("#");
    expect(page.querySelector(`#${anchor} [type="file"]`)).not.toBeNull();
  });

  test("speaks of a part, also where it was changed or deleted meanwhile or never was", async () => {
    const part = await shelfPart();
    const path = `${pathOf(part)}/edit`;
    const typed = {
      ...fields,
      entryId: "alternator",
      damageConfirmed: "yes",
      version: await versionOn(path),
    };
    expect((await send(path, typed)).status).toBe(303);
    expect(await textOf(await send(path, { ...typed, location: "B-1" }))).toContain(
      "Someone else saved this part",
    );
    expect((await send(`${pathOf(part)}/delete`, {})).status).toBe(303);
    const gone = await textOf(await send(path, typed));
    expect(gone).toContain("This part has been deleted");
    expect(gone).toContain("Add Part saves it as a new part.");
    for (const missing of [path, `${pathOf(part)}/delete`]) {
      const text = await textOf(await open(missing));
      expect(text).toContain("Part not found");
      expect(text).toContain("A deleted part is in the trash");
    }
  });
});
