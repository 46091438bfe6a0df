import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { type FindQuery, interpretText } from "~/parts/finder-query.server";
import { compactText } from "~/values/normalize";
import { generateQueries, SPELLINGS, type WantedPart, YARD } from "../../support/part-queries";
import { partRows } from "../../support/part-rows";

const NOW = new Date("2026-11-22T12:00:00Z");
const yard = YARD.map(([make, model]) => ({ make, model }));
const interpret = (q: string) => interpretText(q, NOW);
const carsOf = ({ exactCars = [] }: FindQuery) => exactCars.map(({ make, model }) => `${make} ${model}`);

/** The place of the wanted part in the answer, from 0; -1 where the car or the year is misunderstood. */
function placeOf({ entries, make, model, year }: WantedPart, found: FindQuery): number {
  const isCar = carsOf(found).includes(`${make} ${model}`) && carsOf(found).length <= 2;
  if (!isCar || found.yearFrom !== year || found.yearTo !== year) return -1;
  return found.entries.findIndex(({ result }) => entries.includes(result.id));
}

/** Has one part of each of these cars on the shelf, and no other. */
async function shelve(cars: readonly { make: string; model: string }[]) {
  const rows = partRows(cars.length, 1).map((row, index) => {
    const { make, model } = cars[index] ?? row;
    return { ...row, make, model, makeKey: compactText(make), modelKey: compactText(model) };
  });
  await db.deleteFrom("parts").execute();
  await db.insertInto("parts").values(rows).execute();
}

beforeAll(() => migrate(engine));
beforeAll(() => shelve(yard));

describe("searches of the form what + car", () => {
  const wanted = generateQueries(400, 20_261_122);
  const places: number[] = [];
  beforeAll(async () => {
    for (const query of wanted) places.push(placeOf(query, await interpret(query.q)));
  });
  const missed = () =>
    wanted
      .filter((_, index) => places[index] !== 0)
      .map(({ q }) => q)
      .join("\n");

  it("name the right part of the right car and year first, 95 of 100 times", () => {
    expect(places.filter((place) => place === 0).length / places.length, missed()).toBeGreaterThan(0.95);
  });

  it("name it among the first five, 99 of 100 times", () => {
    const good = places.filter((place) => place >= 0 && place < 5).length;
    expect(good / places.length, missed()).toBeGreaterThan(0.99);
  });
});

describe("a search is understood", () => {
  it.each([
    ["2010 accord alternator", "alternator", "Honda Accord", 2010],
    ["alternator honda accord 2010", "alternator", "Honda Accord", 2010],
    ["lh mirror f150 2014", "side-mirror-left", "Ford F-150", 2014],
    ["passenger side headlight 12 camry", "headlight-right", "Toyota Camry", 2012],
    ["trany 2008 chevy malibu", "transmission-automatic", "Chevrolet Malibu", 2008],
    ["altenator acord '10", "alternator", "Honda Accord", 2010],
    ["driver's side mirror '08 f-150", "side-mirror-left", "Ford F-150", 2008],
    ["left front door for 2011 ford fusion sel", "door-front-left", "Ford Fusion", 2011],
    ["left door 2010 accord", "door-front-left", "Honda Accord", 2010],
    ["RF door, 2004 Grand Am", "door-front-right", "Pontiac Grand Am", 2004],
    ["lr door 05 camry", "door-rear-left", "Toyota Camry", 2005],
    ["rt tail light 2009 focus", "tail-light-right", "Ford Focus", 2009],
    ["ps mirror 2012 rav4", "side-mirror-right", "Toyota RAV4", 2012],
    ["ps pump 2012 rav4", "power-steering-pump", "Toyota RAV4", 2012],
    ["right front spindle 2001 tacoma", "knuckle-front-right", "Toyota Tacoma", 2001],
    ["leaf spring 2005 f150", "leaf-spring-left", "Ford F-150", 2005],
    ["nissan leaf alternator 2013", "alternator", "Nissan Leaf", 2013],
    ["chevy spark spark plug wires 2014", "spark-plug-wires", "Chevrolet Spark", 2014],
    ["brake caliper 2009 caliber", "caliper-front-left", "Dodge Caliber", 2009],
    ["2004 town and country hood", "hood-panel", "Chrysler Town & Country", 2004],
    ["2004 town car hood", "hood-panel", "Lincoln Town Car", 2004],
    ["98 s 10 bumper", "bumper-cover-front", "Chevrolet S-10", 1998],
    ["2006 mazda 3 radiator", "radiator", "Mazda Mazda3", 2006],
    ["2010 bmw 3 series alternator", "alternator", "BMW 328i", 2010],
    ["2010 328 alternator", "alternator", "BMW 328i", 2010],
    ["mercedes c class headlight 2009", "headlight-left", "Mercedes-Benz C300", 2009],
    ["crown vic headlight 2003", "headlight-left", "Ford Crown Victoria", 2003],
    ["civic si transmission 2008", "transmission-automatic", "Honda Civic", 2008],
    ["2007 gmc yukon denali 6.2l engine", "engine-gas", "GMC Yukon", 2007],
    ["rim 17 inch 2012 camry", "wheel-alloy", "Toyota Camry", 2012],
    ["4x4 transfer case ranger 1999", "transfer-case", "Ford Ranger", 1999],
    ["need tail lights for a 99 civic coupe", "tail-light-left", "Honda Civic", 1999],
    ["how much for a 2015 mustang gt hood", "hood-panel", "Ford Mustang", 2015],
    ["oem driver tail lamp 2015 mustang", "tail-light-left", "Ford Mustang", 2015],
    ["2003 element back door", "liftgate", "Honda Element", 2003],
    ["2010 silverado 2500 tailgate", "tailgate-truck", "Chevrolet Silverado 2500HD", 2010],
    ["2012 accord headlight, no fog", "headlight-left", "Honda Accord", 2012],
    ["2012 accord wheels without tires", "wheel-alloy", "Honda Accord", 2012],
    ["2012 accord fog light, not headlight", "fog-light-left", "Honda Accord", 2012],
    ["2012 accord alternator 130 amp", "alternator", "Honda Accord", 2012],
    ["tcm 2010 escape", "tcm", "Ford Escape", 2010],
    ["backup camera 2015 f150", "camera-rear", "Ford F-150", 2015],
    ["hunday sonata radiater 2011", "radiator", "Hyundai Sonata", 2011],
    ["odyssy sliding door left 2008", "sliding-door-left", "Honda Odyssey", 2008],
  ])("%s", async (q, entry, car, year) => {
    const found = await interpret(q);
    expect([found.entries[0]?.result.id, carsOf(found), found.yearFrom]).toEqual([entry, [car], year]);
  });
});

describe("a car is found however it is stored or typed", () => {
  beforeAll(() => shelve(SPELLINGS.flatMap(({ cars }) => cars)));
  afterAll(() => shelve(yard));

  const named = (cars: FindQuery["exactCars"] = []) =>
    cars.map(({ make, model }) => `${make} ${model}`).sort();

  it.each(SPELLINGS)("as $queries", async ({ cars, queries }) => {
    for (const q of queries)
      for (const part of ["", " radiator"]) {
        const found = await interpret(q + part);
        expect([named(found.exactCars), found.part, found.unknown], q).toEqual([
          cars.map(({ make, model }) => `${make} ${model}`).sort(),
          part.trim(),
          [],
        ]);
      }
  });

  it("and the make that was typed fills in the request", async () => {
    expect(await interpret("2015 ram 1500 headlight")).toMatchObject({
      make: "Ram",
      model: "1500",
    });
  });
});

describe("of a search", () => {
  it.each([
    ["2008-2012 accord door", 2008, 2012],
    ["08-12 accord door", 2008, 2012],
    ["2008 to 2012 accord door", 2008, 2012],
    ["2008-12 accord door", 2008, 2012],
    ["accord door 2008 2012", 2008, 2012],
    ["99-04 accord door", 1999, 2004],
    ["2010accord door", 2010, 2010],
    ["accord door 2012 or newer", 2012, undefined],
  ])("the years count: %s", async (q, from, to) => {
    expect([(await interpret(q)).yearFrom, (await interpret(q)).yearTo]).toEqual([from, to]);
  });

  it("a model without its number means every truck of that name", async () => {
    expect(carsOf(await interpret("silverado tail light left"))).toEqual([
      "Chevrolet Silverado 1500",
      "Chevrolet Silverado 2500HD",
    ]);
    expect((await interpret("silverado tail light left")).model).toBe("Silverado");
  });

  it("a make alone means every car of it", async () => {
    expect(carsOf(await interpret("chevy mirror"))).toHaveLength(13);
    expect(await interpret("chevy mirror")).toMatchObject({ make: "Chevrolet" });
  });

  it("a body narrows a make's cars", async () => {
    const { cars = [] } = await interpret("chevy truck tailgate 2008");
    expect(cars.map(({ model }) => model)).toEqual(["S-10", "Silverado 1500", "Silverado 2500HD"]);
  });

  it("a list of twelve parts names as many as one part has, and is not tried in all its 4,096 ways", async () => {
    const list = "engine transmission alternator radiator hood bumper mirror seat wheel axle door battery";
    const { part, unknown } = await interpret(list);
    expect(part).toBe("mirror seat");
    expect(unknown).toEqual(expect.arrayContaining(["radiator", "wheel", "battery"]));
  });

  it("a car that the yard does not have is known from VINs", async () => {
    expect(await interpret("2014 Fiesta water pump")).toMatchObject({
      make: "Ford",
      model: "Fiesta",
      cars: [],
    });
    expect(await interpret("mercedes e350 mirror")).toMatchObject({
      make: "Mercedes-Benz",
      model: "E-Class",
      cars: [],
    });
    expect(await interpret("saab 9-3 alternator 2005")).toMatchObject({
      make: "Saab",
      model: "9-3",
      yearFrom: 2005,
    });
  });

  it("a part alone and a car alone are enough", async () => {
    expect(await interpret("spark plug")).toMatchObject({ part: "spark plug" });
    expect((await interpret("spark plug")).cars).toBeUndefined();
    expect(await interpret("charger")).toMatchObject({ make: "Dodge", model: "Charger", entries: [] });
  });

  it("a left and a right part are equally good, unless a side is named", async () => {
    const ranks = async (q: string) => (await interpret(q)).entries.filter(({ rank }) => rank === 0).length;
    expect([
      await ranks("mirror"),
      await ranks("lh mirror"),
      await ranks("strut"),
      await ranks("lf strut"),
    ]).toEqual([2, 1, 4, 1]);
  });

  it("both sides are as good as none, and a side alone is every part of that side", async () => {
    const ids = async (q: string) => (await interpret(q)).entries.map(({ result }) => result.id);
    for (const q of [
      "left and right headlight 2013 civic",
      "headlights driver & passenger side 2013 civic",
    ]) {
      expect((await ids(q)).slice(0, 2), q).toEqual(["headlight-left", "headlight-right"]);
      expect((await interpret(q)).unknown, q).toEqual([]);
    }
    const alone = await interpret("driver side 2013 civic");
    expect(alone).toMatchObject({ side: "left", model: "Civic", yearFrom: 2013, unknown: [] });
    expect(alone.entries.map(({ result }) => result.id)).toEqual(
      expect.arrayContaining(["headlight-left", "fender-left"]),
    );
    expect((await interpret("left fender 2013 civic")).side).toBeUndefined();
  });

  it("a part that is only named after another comes after all that are such a part, or not at all", async () => {
    const { entries } = await interpret("2014 altima radiator");
    expect(entries.filter(({ isOther }) => !isOther).map(({ result }) => result.id)).toEqual(["radiator"]);
    expect(entries.map(({ result }) => result.id)).toContain("radiator-cap");
    expect(entries.map(({ result }) => result.id)).not.toContain("grille-upper");
    const asked = async (q: string) =>
      (await interpret(q)).entries.filter(({ isOther }) => !isOther).map(({ result }) => result.id);
    expect(await asked("tranny")).toEqual(
      expect.arrayContaining(["transmission-automatic", "transmission-cvt"]),
    );
    expect(await asked("mirror")).toContain("tow-mirror-left");
    expect(await asked("mirror")).not.toContain("mirror-glass-left");
  });

  it("equally good parts have the catalog's order, a left and a right one the same place", async () => {
    const places = async (q: string) =>
      (await interpret(q)).entries
        .filter(({ rank }) => rank === 0)
        .map(({ result, place }) => `${place} ${result.id}`);
    expect(await places("center console")).toEqual(["0 console-front", "1 console-rear"]);
    expect(await places("wiper motor")).toEqual(["0 wiper-motor-front", "1 wiper-motor-rear"]);
    expect(await places("sway bar")).toEqual(["0 sway-bar-front", "1 sway-bar-rear"]);
    expect(await places("driveshaft")).toEqual(["0 drive-shaft-rear", "1 drive-shaft-front"]);
    expect(await places("strut")).toEqual([
      "0 strut-front-left",
      "0 strut-front-right",
      "2 strut-rear-left",
      "2 strut-rear-right",
    ]);
  });

  it("a VIN is taken out, whatever stands around it", async () => {
    expect(await interpret("alternator 1hgcm82633a004352")).toMatchObject({
      vin: "1HGCM82633A004352",
      part: "alternator",
      unknown: [],
    });
  });

  it("a VIN with dashes, or with an O for a 0, is one, and a model with its size and years is none", async () => {
    const vinIn = async (q: string) => (await interpret(q)).vin;
    expect(await vinIn("alternator 1HGC-M826-33A0-04352")).toBe("1HGCM82633A004352");
    expect(await vinIn("alternator JTHFE2C23A250974O")).toBe("JTHFE2C23A250974O");
    expect(await vinIn("alternator JTHFE2C23A2509740O")).toBe("JTHFE2C23A2509740O");
    for (const q of ["2008-2012-accord-alternator", "silverado15002014 hood"])
      expect(await vinIn(q), q).toBeUndefined();
  });

  it("words that nobody knows are named and the rest counts", async () => {
    expect(await interpret("zzqq alternator accord")).toMatchObject({
      part: "alternator",
      unknown: ["zzqq"],
    });
    expect(await interpret("asdf qwer")).toMatchObject({ entries: [], unknown: ["asdf", "qwer"] });
  });

  it("unknown words beside a year and a part are a car that nobody knows", async () => {
    expect(await interpret("1999 yugo gv starter")).toMatchObject({ unknownCar: "yugo gv", unknown: [] });
    expect((await interpret("2012 alternator 130 amp")).unknownCar).toBeUndefined();
  });

  it("a name that ends in Max comes before a year, and years in any order are a range", async () => {
    await shelve([...yard, { make: "Ford", model: "C-Max" }]);
    for (const q of ["ford c-max 2013 alternator", "2013 ford c max alternator"])
      expect(await interpret(q), q).toMatchObject({
        yearFrom: 2013,
        yearTo: 2013,
        model: "C-Max",
        unknown: [],
      });
    expect(await interpret("2014-2012 accord alternator")).toMatchObject({ yearFrom: 2012, yearTo: 2014 });
    expect(await interpret("2008 up to 2012 accord alternator")).toMatchObject({
      yearFrom: 2008,
      yearTo: 2012,
    });
    await shelve(yard);
  });

  it("the beginning of a yard's model is that model", async () => {
    await shelve([...yard, { make: "Lexus", model: "IS 350C" }]);
    const found = await interpret("is350 abs pump");
    expect([carsOf(found), found.unknown]).toEqual([["Lexus IS 350C"], []]);
  });

  it("words far from any part's are unknown, and nearer ones a guess", async () => {
    expect(await interpret("2013 civic flux capacitor")).toMatchObject({
      entries: [],
      unknown: ["flux", "capacitor"],
      model: "Civic",
    });
    expect((await interpret("2010 accord altenator")).isGuess).toBe(false);
    expect((await interpret("2010 accord altrnatar")).isGuess).toBe(true);
  });

  it("unknown words stay as they were typed", async () => {
    expect((await interpret("R4262-1")).unknown).toEqual(["R4262-1"]);
    expect((await interpret("<b>x</b> 2013")).unknown).toEqual(["<b>x</b>"]);
  });

  it("nothing breaks", async () => {
    for (const q of [
      "",
      "-",
      "''",
      "%_\\",
      "(((",
      "2010",
      "\u0000",
      "é".repeat(500),
      "a ".repeat(300),
      "🚗 🔧",
    ])
      expect((await interpret(q)).entries.length).toBe(0);
  });
});
