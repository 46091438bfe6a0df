import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { business, publicFacts } from "~/business/business.server";
import { readBusinessFile } from "~/business/business-file.server";
import { deleteRecord, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { type BuyersGuide, coverageIn, languagesOf, markedBoxes } from "~/documents/buyers-guide";
import { findBuyersGuide, findGuidesToPrint, saveBuyersGuide } from "~/documents/buyers-guide.server";
import { buyersGuideSchema } from "~/documents/buyers-guide-schema";
import { GUIDE_TEXTS } from "~/documents/buyers-guide-text";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import example from "../../../business.json";
import { as } from "../../support/act";
import { retailVehicle } from "../../support/builders";

beforeAll(() => migrate(engine));

const NO_BOXES = {
  manufacturerWarranty: false,
  manufacturerUsedWarranty: false,
  otherUsedWarranty: false,
  serviceContract: false,
};
const IMPLIED: BuyersGuide = { ...NO_BOXES, warranty: "implied" };
const LIMITED = {
  warranty: "limited",
  laborPercent: "100",
  partsPercent: "50%",
  systems: "Engine\nTransmission",
  duration: "60 days or 3,000 miles",
};

/** The messages by field. */
function problems(choices: Record<string, unknown>, asIsAllowed = true) {
  const { error } = buyersGuideSchema({ asIsAllowed }).safeParse(choices);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

describe("what is chosen for a vehicle", () => {
  test("a limited warranty is stored with its percentages, systems and duration", () => {
    const form = { ...LIMITED, serviceContract: "yes", systemsSpanish: "" };
    expect(buyersGuideSchema({ asIsAllowed: true }).parse(form)).toEqual({
      ...NO_BOXES,
      serviceContract: true,
      warranty: "limited",
      laborPercent: 100,
      partsPercent: 50,
      systems: "Engine\nTransmission",
      duration: "60 days or 3,000 miles",
    });
  });

  test("a limited warranty needs all four, a full one its systems and duration", () => {
    expect(problems({ warranty: "limited" })).toEqual({
      laborPercent: "Please enter the percentage of the labor",
      partsPercent: "Please enter the percentage of the parts",
      systems: "Please list the systems covered",
      duration: "Please enter the duration",
    });
    expect(Object.keys(problems({ warranty: "full" }))).toEqual(["systems", "duration"]);
    expect(problems({ ...LIMITED, laborPercent: "0", partsPercent: "0" })).toEqual({
      laborPercent: "A limited warranty pays some of the labor or the parts",
    });
  });

  test.each(["101", "-5", "half", "33.3"])("%s is no percentage", (laborPercent) => {
    expect(problems({ ...LIMITED, laborPercent })).toEqual({
      laborPercent: "Please enter a whole number from 0 to 100",
    });
  });

  test.each(["Power train", "drive-train", "Engine, powertrain"])("%s names no system", (systems) => {
    expect(problems({ ...LIMITED, systems })).toEqual({
      systems: "Please list the systems one by one. The rule doesn't accept “power train” or “drive train”.",
    });
  });

  test("nothing is sold as is where the business file doesn't allow it", () => {
    expect(problems({ warranty: "as-is" }, false)).toEqual({
      warranty: "Your settings don't allow as-is sales. Please choose another.",
    });
    expect(problems({ warranty: "as-is" }, true)).toEqual({});
    expect(problems({})).toEqual({ warranty: "Please choose a warranty" });
  });

  test("what the form's boxes cannot hold is refused", () => {
    expect(problems({ ...LIMITED, systems: "Engine\n".repeat(11) })).toEqual({
      systems: "Please shorten this to at most 10 lines",
    });
    expect(Object.keys(problems({ ...LIMITED, duration: "d".repeat(501) }))).toContain("duration");
  });

  test("a sale without a dealer's warranty keeps nothing of one", () => {
    const choices = { ...LIMITED, warranty: "implied" };
    expect(buyersGuideSchema({ asIsAllowed: false }).parse(choices)).toEqual(IMPLIED);
  });
});

describe("the boxes that are marked", () => {
  test.each([
    ["as-is", true, "as-is", "first"],
    ["implied", true, "implied", "first"],
    ["implied", false, "implied", "first"],
    ["full", true, "as-is", "dealer full"],
    ["limited", true, "as-is", "dealer limited"],
    // The state allows no as-is sales, so the form does not even offer the box.
    ["limited", false, "implied", "dealer limited"],
  ] as const)("%s, as is allowed: %s", (warranty, asIsAllowed, figure, marks) => {
    const { figure: shown, ...boxes } = markedBoxes({ warranty }, asIsAllowed);
    const marked = Object.entries(boxes).flatMap(([name, isMarked]) => (isMarked ? [name] : []));
    expect([shown, marked.join(" ")]).toEqual([figure, marks]);
  });

  test("each language has its own systems and duration", () => {
    const guide: BuyersGuide = {
      ...NO_BOXES,
      warranty: "full",
      systems: "Engine",
      duration: "30 days",
      systemsSpanish: "Motor",
      durationSpanish: "30 días",
    };
    expect(coverageIn(guide, "english")).toEqual({ systems: "Engine", duration: "30 days" });
    expect(coverageIn(guide, "spanish")).toEqual({ systems: "Motor", duration: "30 días" });
    expect(coverageIn({ ...guide, warranty: "implied" }, "english")).toEqual({ systems: "", duration: "" });
    expect(languagesOf("both")).toEqual(["english", "spanish"]);
  });
});

describe("the wording", () => {
  const { english, spanish } = GUIDE_TEXTS;

  test("has the sentences that the rule quotes", () => {
    expect(english.title).toBe("BUYERS GUIDE");
    expect(english.asIs.title).toBe("AS IS - NO DEALER WARRANTY");
    expect(english.implied.title).toBe("IMPLIED WARRANTIES ONLY");
    expect(english.acknowledgement).toBe(
      "I hereby acknowledge receipt of the Buyers Guide at the closing of this sale.",
    );
    expect(english.contract.rest).toContain("16 C.F.R. 455");
    expect(english.spanishNotice).toMatch(/^Si el concesionario gestiona la venta en español/);
  });

  test("says in Spanish as much as in English, system by system", () => {
    const shape = ({ defectColumns }: typeof english) =>
      defectColumns.map((column) => column.map((system) => system.length));
    expect(shape(spanish)).toEqual(shape(english));
    const { spanishNotice: _notice, ...rest } = english;
    expect(Object.keys(spanish)).toEqual(Object.keys(rest));
  });
});

describe("the choices of a vehicle", () => {
  const now = new Date("2026-12-01T10:00:00Z");

  test("come back as they were stored, and go with the vehicle", async () => {
    const { _id } = await retailVehicle();
    expect(await findBuyersGuide(_id)).toBeUndefined();
    expect(await saveBuyersGuide(_id, IMPLIED, { now, version: undefined })).toEqual({ outcome: "saved" });
    expect((await findBuyersGuide(_id))?.choices).toEqual(IMPLIED);
    const options = { ...COMMAND_LINE, now };
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    await as(options, () => restoreFromTrash(RETAIL_RECORDS, _id));
    expect((await findBuyersGuide(_id))?.choices).toEqual(IMPLIED);
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    await as(options, () => removeFromTrash(RETAIL_RECORDS, { until: now, id: _id }));
    expect(await findBuyersGuide(_id)).toBeUndefined();
  });

  test("are not stored over somebody else's, but twice the same is no conflict", async () => {
    const { _id } = await retailVehicle();
    await saveBuyersGuide(_id, IMPLIED, { now, version: undefined });
    const theirs = { ...IMPLIED, serviceContract: true };
    const refused = await saveBuyersGuide(_id, theirs, { now, version: undefined });
    expect(refused).toMatchObject({ outcome: "changed", current: { choices: IMPLIED } });
    expect(await saveBuyersGuide(_id, IMPLIED, { now, version: undefined })).toEqual({ outcome: "saved" });
    const version = (await findBuyersGuide(_id))?.version;
    expect(await saveBuyersGuide(_id, theirs, { now, version })).toEqual({ outcome: "saved" });
    expect((await findBuyersGuide(_id))?.version).not.toBe(version);
  });
});

describe("the guides to print", () => {
  const rules = { ...business.buyersGuide, asIsAllowed: true };
  const problemsOf = async (...args: Parameters<typeof findGuidesToPrint>) =>
    (await findGuidesToPrint(...args)).map(({ problem }) => problem?.message);

  test("are those that somebody decided, or the business file's defaults", async () => {
    const vehicle = await retailVehicle();
    expect(await problemsOf([vehicle], "english", rules)).toEqual(["not filled in yet"]);
    const [guide] = await findGuidesToPrint([vehicle], "english", { ...rules, defaults: IMPLIED });
    expect(guide?.guide).toEqual(IMPLIED);
    const asIs: BuyersGuide = { ...IMPLIED, warranty: "as-is" };
    await saveBuyersGuide(vehicle._id, asIs, { now: new Date(), version: undefined });
    const [stored] = await findGuidesToPrint([vehicle], "english", { ...rules, defaults: IMPLIED });
    expect(stored?.guide).toEqual(asIs);
    expect(await problemsOf([vehicle], "english", { ...rules, asIsAllowed: false })).toEqual([
      "Your settings don't allow as-is sales. Please choose another.",
    ]);
  });

  test("are of vehicles with year, make and model", async () => {
    const nameless = await retailVehicle({ model: undefined });
    expect(await findGuidesToPrint([nameless], "english", { ...rules, defaults: IMPLIED })).toMatchObject([
      { problem: { at: "vehicle", message: "needs year, make, model and VIN" } },
    ]);
  });

  test("say in Spanish what they cover in Spanish", async () => {
    const vehicle = await retailVehicle();
    const full: BuyersGuide = { ...NO_BOXES, warranty: "full", systems: "Engine", duration: "30 days" };
    const inEnglish = { ...rules, defaults: full };
    expect(await problemsOf([vehicle], "english", inEnglish)).toEqual([undefined]);
    for (const language of ["spanish", "both"] as const)
      expect(await problemsOf([vehicle], language, inEnglish)).toEqual([
        "needs systems and duration in Spanish",
      ]);
    const inBoth = { ...rules, defaults: { ...full, systemsSpanish: "Motor", durationSpanish: "30 días" } };
    expect(await problemsOf([vehicle], "both", inBoth)).toEqual([undefined]);
  });
});

describe("the business file", () => {
  const file = path.join(tmpdir(), `documents-business-${process.pid}.json`);
  const read = (buyersGuide: unknown) => {
    writeFileSync(file, JSON.stringify({ ...example, buyersGuide }));
    return readBusinessFile(file).business.buyersGuide;
  };

  test("needs no word about the Buyers Guide; then nothing is sold as is", () => {
    expect(read(undefined)).toEqual({ asIsAllowed: false, signatureLine: true, defaults: undefined });
  });

  test("has defaults for every vehicle, by the rules of the form", () => {
    const defaults = { ...LIMITED, laborPercent: 100, partsPercent: 100 };
    expect(read({ asIsAllowed: true, defaults }).defaults).toMatchObject({ ...defaults, ...NO_BOXES });
    expect(() => read({ defaults: { warranty: "limited" } })).toThrow(/buyersGuide\.defaults\.laborPercent/);
    expect(() => read({ defaults: { warranty: "as-is" } })).toThrow(/buyersGuide\.defaults\.warranty/);
  });

  test("tells visitors nothing of the documents", () => {
    const facts = publicFacts({ ...business, nmvtis: { reportingEntityId: "NY-1234" } });
    expect(Object.keys(facts)).toContain("phone");
    expect(JSON.stringify(facts)).not.toMatch(/NY-1234|asIsAllowed/);
  });
});
