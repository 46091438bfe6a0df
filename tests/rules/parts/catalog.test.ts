import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  checkSelection,
  componentFor,
  findCategory,
  findSpecificPart,
  findSubcategory,
  PART_CATEGORIES,
  PART_ENTRIES,
  systemFor,
} from "../../../app/parts/catalog";
import catalog from "../../../app/parts/catalog.json";
import { partDrawing } from "../../../app/parts/drawing";
import { PART_SYSTEMS } from "../../../app/parts/system";

const subcategories = PART_CATEGORIES.flatMap((category) => category.subcategories);
const parts = subcategories.flatMap((subcategory) => subcategory.parts);
const entries = [...PART_CATEGORIES, ...subcategories, ...parts];

describe("the catalog", () => {
  it("has a line of the same form for each category, subcategory and part", () => {
    const part = z.union([
      z.tuple([z.string(), z.string(), z.string().optional()]),
      z.tuple([z.string(), z.string(), z.string(), z.enum(["sides", "axles", "corners"])]),
    ]);
    const subcategory = z.tuple([z.string(), z.string(), z.string().optional(), z.array(part).optional()]);
    const category = z.tuple([z.string(), z.string(), z.enum(PART_SYSTEMS), z.array(subcategory)]);
    expect(z.array(category).safeParse(catalog).error?.issues).toBeUndefined();
  });

  it("has fourteen categories, in this order", () => {
    expect(PART_CATEGORIES.map((category) => category.name)).toEqual([
      "Door Components & Glass",
      "Interior",
      "Electrical (Interior)",
      "Radio/Infotainment",
      "Electrical (Exterior/Engine/Drivetrain)",
      "Exterior",
      "Engine",
      "Intake/Exhaust/Fuel",
      "Engine/Engine Bay Accessories",
      "Transmission & Drivetrain",
      "Steering & Suspension",
      "Lights and Lamps",
      "Wheels/Tires/Brakes",
      "Misc",
    ]);
  });

  it("covers the trade: at least 120 subcategories and 350 specific parts", () => {
    expect(subcategories.length).toBeGreaterThanOrEqual(120);
    expect(parts.length).toBeGreaterThanOrEqual(350);
  });

  it.each([
    "Console",
    "Computers/Modules",
    "Wiper Motors & Arms",
    "Bumpers & Parts",
    "Hood",
    "Fenders & Parts",
    "Convertible Top Parts",
    "Fuel Pump",
    "Radiators & Coolers",
    "Control Arms",
  ])("has specific parts under %s", (name) => {
    expect(subcategories.find((subcategory) => subcategory.name === name)?.parts.length).toBeGreaterThan(1);
  });

  it("has subcategories in every category, some with specific parts and some without", () => {
    for (const category of PART_CATEGORIES) expect(category.subcategories.length).toBeGreaterThan(5);
    expect(subcategories.some((subcategory) => subcategory.parts.length === 0)).toBe(true);
  });

  it("gives every entry an id of its own, short and in kebab case", () => {
    const ids = entries.map((entry) => entry.id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 40)).toEqual([]);
  });

  it("never repeats a name within a parent", () => {
    const families = [
      PART_CATEGORIES,
      ...PART_CATEGORIES.map((category) => category.subcategories),
      ...subcategories.map((subcategory) => subcategory.parts),
    ];
    for (const family of families) {
      const names = family.map((entry) => entry.name.toLowerCase());
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  it("names every entry, with no stray spaces in names or synonyms", () => {
    const texts = [
      ...entries.map((entry) => entry.name),
      ...[...subcategories, ...parts].flatMap((entry) => entry.synonyms),
    ];
    expect(texts.filter((text) => text === "" || text !== text.trim() || text.includes("  "))).toEqual([]);
  });

  it("names left and right as the driver sits, and front and rear where they differ", () => {
    const names = new Set(parts.map((part) => part.name));
    expect(names).toContain("Side Mirror, Left (Driver)");
    expect(names).toContain("Side Mirror, Right (Passenger)");
    expect(names).toContain("Door, Rear Left (Driver)");
    expect(names).toContain("Control Arm, Front Lower Left (Driver)");
    expect(names).toContain("Coil Spring, Front");
  });
});

describe("systemFor", () => {
  it("maps every category to its system", () => {
    expect(Object.fromEntries(PART_CATEGORIES.map(({ id, name }) => [name, systemFor(id)]))).toEqual({
      "Door Components & Glass": "Exterior",
      Interior: "Interior",
      "Electrical (Interior)": "Electrical",
      "Radio/Infotainment": "Electrical",
      "Electrical (Exterior/Engine/Drivetrain)": "Electrical",
      Exterior: "Exterior",
      Engine: "Engine/Accessories",
      "Intake/Exhaust/Fuel": "Engine/Accessories",
      "Engine/Engine Bay Accessories": "Engine/Accessories",
      "Transmission & Drivetrain": "Transmission/Drivetrain",
      "Steering & Suspension": "Steering/Suspension",
      "Lights and Lamps": "Electrical",
      "Wheels/Tires/Brakes": "Wheels/Tires",
      Misc: "Other",
    });
  });

  it("uses every system", () => {
    expect(new Set(PART_CATEGORIES.map((category) => systemFor(category.id)))).toEqual(new Set(PART_SYSTEMS));
  });

  it("knows no system for an unknown category", () => {
    expect(systemFor("nothing")).toBeUndefined();
    expect(systemFor("constructor")).toBeUndefined();
  });
});

describe("looking up", () => {
  it("finds a category, a subcategory and a part by their ids", () => {
    expect(findCategory("exterior")?.name).toBe("Exterior");
    expect(findSubcategory("exterior", "hood")?.name).toBe("Hood");
    expect(findSpecificPart("exterior", "hood", "hood-latch")?.name).toBe("Hood Latch");
  });

  it("finds nothing under another parent", () => {
    expect(findSubcategory("interior", "hood")).toBeUndefined();
    expect(findSpecificPart("exterior", "fender", "hood-latch")).toBeUndefined();
    expect(findSpecificPart("interior", "hood", "hood-latch")).toBeUndefined();
  });

  it("finds nothing for unknown ids", () => {
    for (const id of ["", "nothing", "__proto__", "toString", "Exterior"]) {
      expect(findCategory(id)).toBeUndefined();
      expect(findSubcategory("exterior", id)).toBeUndefined();
      expect(findSpecificPart("exterior", "hood", id)).toBeUndefined();
    }
  });
});

describe("componentFor", () => {
  it("joins subcategory and part", () => {
    expect(componentFor({ name: "Hood" }, { name: "Hood Latch" })).toBe("Hood - Hood Latch");
  });

  it("is the subcategory alone where no part is chosen", () => {
    expect(componentFor({ name: "Alternator" })).toBe("Alternator");
  });
});

describe("checkSelection", () => {
  it("resolves a complete selection", () => {
    expect(
      checkSelection({ categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" }),
    ).toMatchObject({
      ok: true,
      selection: {
        category: { name: "Exterior" },
        subcategory: { name: "Hood" },
        part: { name: "Hood Latch" },
      },
    });
  });

  it("asks for a category first", () => {
    const missing = { ok: false, field: "categoryId", message: "Please select a category" };
    expect(checkSelection({})).toEqual(missing);
    expect(checkSelection({ categoryId: null, subcategoryId: "hood", partId: "hood-latch" })).toEqual(
      missing,
    );
    expect(checkSelection({ categoryId: "nothing" })).toEqual(missing);
  });

  it("then for a subcategory, of that category", () => {
    const missing = { ok: false, field: "subcategoryId", message: "Please select a subcategory" };
    expect(checkSelection({ categoryId: "exterior" })).toEqual(missing);
    expect(checkSelection({ categoryId: "exterior", subcategoryId: "" })).toEqual(missing);
    expect(checkSelection({ categoryId: "interior", subcategoryId: "hood" })).toEqual(missing);
  });

  it("then for a part where the subcategory has specific parts, of that subcategory", () => {
    const missing = { ok: false, field: "partId", message: "Please complete your part selection" };
    const hood = { categoryId: "exterior", subcategoryId: "hood" };
    expect(checkSelection(hood)).toEqual(missing);
    expect(checkSelection({ ...hood, partId: null })).toEqual(missing);
    expect(checkSelection({ ...hood, partId: "fender-left" })).toEqual(missing);
  });

  it("asks for no part where there are none, and ignores one that is sent", () => {
    const alternator = { categoryId: "electrical-exterior", subcategoryId: "alternator" };
    for (const input of [alternator, { ...alternator, partId: "hood-latch" }]) {
      const checked = checkSelection(input);
      expect(checked).toMatchObject({ ok: true, selection: { subcategory: { name: "Alternator" } } });
      expect(checked.ok && checked.selection.part).toBeUndefined();
    }
  });
});

it("every part has a drawing, and every drawing shows some part", () => {
  const symbols = readFileSync("app/parts/drawings.svg", "utf8").matchAll(
    /<symbol id="([^"]+)".*?<\/symbol>/gs,
  );
  const drawings = new Map(Array.from(symbols, ([symbol, id = ""]) => [id, symbol]));
  expect(new Set(PART_ENTRIES.map(({ id }) => partDrawing(id)))).toEqual(new Set(drawings.keys()));
  for (const [id, symbol] of drawings) expect(symbol.length, id).toBeLessThan(1024);
  for (const [id, drawing] of [
    ["alternator", "alternator"],
    ["side-mirror-left", "mirror"],
    ["headlight-left", "headlight"],
    ["door-front-left", "door"],
    ["gone-from-the-catalog", "box"],
  ] as const)
    expect(partDrawing(id), id).toBe(drawing);
});
