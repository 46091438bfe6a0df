import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runExportCommand } from "~/export/command.server";
import { findMatches } from "~/interchange/find.server";
import { findEntryByName } from "~/parts/catalog";
import { buildInterchange } from "../../support/interchange";

beforeAll(buildInterchange);

/*
 * What people of the trade know of a car without looking at our data: years that share its parts, and years next to them that do not.
 * Written from redesigns, chassis codes and engines as clubs and counters name them.
 */
const YEARS: [car: string, year: number, same: number[], other: number[]][] = [
  ["Honda Accord", 2010, [2008, 2012], [2007, 2013]],
  ["Honda Accord", 2000, [1998, 2002], [1997, 2003]],
  ["Honda Civic", 1999, [1996, 2000], [1995, 2001]],
  ["Honda Civic", 2008, [2006, 2011], [2005, 2012]],
  ["Honda Civic", 2017, [2016, 2021], [2015, 2022]],
  ["Honda CR-V", 2010, [2007, 2011], [2006, 2012]],
  ["Honda CRV", 2014, [2012, 2016], [2011, 2017]],
  ["Honda Odyssey", 2012, [2011, 2017], [2010, 2018]],
  ["Honda Pilot", 2012, [2009, 2015], [2008, 2016]],
  ["Honda Element", 2006, [2003, 2011], []],
  ["Acura TL", 2005, [2004, 2008], [2003, 2009]],
  ["Acura MDX", 2010, [2007, 2013], [2006, 2014]],
  ["Acura TSX", 2007, [2004, 2008], [2009]],
  ["Toyota Camry", 2004, [2002, 2006], [2001, 2007]],
  ["Toyota Camry", 2009, [2007, 2011], [2006, 2012]],
  ["Toyota Camry", 2020, [2018, 2024], [2017, 2025]],
  ["Toyota Corolla", 2005, [2003, 2008], [2002, 2009]],
  ["Toyota Prius", 2006, [2004, 2009], [2003, 2010]],
  ["Toyota Tacoma", 2010, [2005, 2015], [2004, 2016]],
  ["Toyota 4Runner", 2015, [2010, 2024], [2009, 2025]],
  ["Toyota RAV4", 2008, [2006, 2012], [2005, 2013]],
  ["Toyota Sienna", 2007, [2004, 2010], [2003, 2011]],
  ["Toyota Highlander", 2010, [2008, 2013], [2007, 2014]],
  ["Toyota Tundra", 2003, [2000, 2006], [2007]],
  ["Lexus RX350", 2012, [2010, 2015], [2009, 2016]],
  ["Lexus ES 300", 1999, [1997, 2001], [1996, 2002]],
  ["Nissan Altima", 2004, [2002, 2006], [2001, 2007]],
  ["Nissan Altima Sedan", 2015, [2013, 2018], [2012, 2019]],
  ["Nissan Sentra", 2010, [2007, 2012], [2006, 2013]],
  ["Nissan Rogue", 2016, [2014, 2020], [2013, 2021]],
  ["Nissan Frontier", 2012, [2005, 2021], [2004, 2022]],
  ["Nissan Pathfinder", 2008, [2005, 2012], [2004, 2013]],
  ["Infiniti G35 Sedan", 2005, [2003, 2006], [2008]],
  ["Hyundai Elantra", 2013, [2011, 2016], [2010, 2017]],
  ["Hyundai Sonata", 2008, [2006, 2010], [2005, 2011]],
  ["Hyundai Tucson", 2012, [2010, 2015], [2009, 2016]],
  ["Kia Soul", 2012, [2010, 2013], [2014]],
  ["Kia Sorento", 2012, [2011, 2015], [2009, 2016]],
  ["Kia Forte Sedan", 2016, [2014, 2018], [2013, 2019]],
  ["Subaru Forester", 2011, [2009, 2013], [2008, 2014]],
  ["Subaru Outback", 2012, [2010, 2014], [2009, 2015]],
  ["Subaru Legacy", 2007, [2005, 2009], [2004, 2010]],
  ["Mazda 3", 2007, [2004, 2009], [2010]],
  ["Mazda MX-5 Miata", 2010, [2006, 2015], [2005, 2016]],
  ["Mazda CX-9", 2010, [2007, 2015], [2016]],
  ["VW Jetta", 2008, [2006, 2010], [2011]],
  ["VW Passat", 2014, [2012, 2019], [2010]],
  ["VW New Beetle", 2002, [1998, 2010], [2012]],
  ["Audi A4", 2003, [2002], [2001, 2009]],
  ["Audi Q5", 2014, [2009, 2017], [2018]],
  ["BMW 328i Sedan", 2010, [2006, 2011], [2005, 2012]],
  ["BMW X5", 2010, [2007, 2013], [2006, 2014]],
  ["BMW 530i", 2005, [2004, 2010], [2003, 2011]],
  ["Mercedes-Benz C300 Sedan", 2010, [2008, 2014], [2007, 2015]],
  ["Mercedes E350 Sedan", 2007, [2003, 2009], [2002, 2010]],
  ["Mercedes ML350", 2008, [2006, 2011], [2005, 2012]],
  ["Volvo XC90", 2008, [2003, 2014], [2016]],
  ["MINI Cooper Hatchback", 2010, [2007, 2013], [2006, 2014]],
  ["Ford F-150", 2006, [2004, 2008], [2003, 2009]],
  ["Ford F150 SuperCrew", 2017, [2015, 2020], [2014, 2021]],
  ["Ford F-250 Super Duty", 2012, [2011, 2016], [2010, 2017]],
  ["Ford Explorer", 2014, [2011, 2019], [2010, 2020]],
  ["Ford Escape", 2015, [2013, 2019], [2012, 2020]],
  ["Ford Fusion", 2014, [2013, 2020], [2012]],
  ["Ford Focus", 2013, [2012, 2018], [2011]],
  ["Ford Mustang", 2002, [1999, 2004], [2005]],
  ["Ford Mustang", 2017, [2015, 2023], [2014, 2024]],
  ["Ford Crown Victoria", 2008, [2003, 2011], [2002]],
  ["Ford Taurus", 2003, [2000, 2007], [1999, 2008]],
  ["Ford Ranger", 2005, [1998, 2011], [1997, 2019]],
  ["Ford Edge", 2010, [2007, 2014], [2015]],
  ["Lincoln Town Car", 2000, [1998, 2002], [1997, 2003]],
  ["Chevy Malibu", 2010, [2008, 2012], [2007, 2013]],
  ["Chevrolet Impala", 2009, [2006, 2013], [2005, 2014]],
  ["Chevrolet Tahoe", 2010, [2007, 2014], [2006, 2015]],
  ["Chevrolet Silverado 1500", 2003, [1999, 2006], [1998, 2008]],
  ["Chevrolet Silverado 2500HD", 2016, [2015, 2019], [2014, 2020]],
  ["Chevrolet Equinox", 2013, [2010, 2017], [2009, 2018]],
  ["Chevrolet Cobalt", 2008, [2005, 2010], []],
  ["Chevrolet Corvette", 2008, [2005, 2013], [2004, 2014]],
  ["Chevrolet Camaro", 2012, [2010, 2015], [2002, 2016]],
  ["Chevrolet Cruze", 2014, [2011, 2015], [2017]],
  ["GMC Sierra 1500", 2016, [2014, 2018], [2013, 2020]],
  ["GMC Acadia", 2012, [2007, 2016], [2017]],
  ["Buick LeSabre", 2003, [2000, 2005], [1999]],
  ["Cadillac CTS", 2005, [2003, 2007], [2008]],
  ["Pontiac G6", 2007, [2005, 2010], []],
  ["Pontiac Grand Prix", 2005, [2004, 2008], [2003]],
  ["Saturn Vue", 2006, [2002, 2007], [2008]],
  ["Dodge Ram 1500", 2005, [2002, 2008], [2001, 2009]],
  ["Ram 1500", 2014, [2011, 2018], []],
  ["Dodge Charger", 2008, [2006, 2010], [2011]],
  ["Dodge Grand Caravan", 2012, [2008, 2020], [2007]],
  ["Chrysler Town & Country", 2005, [2001, 2007], [2000, 2008]],
  ["Chrysler 300", 2007, [2005, 2010], [2004, 2011]],
  ["Jeep Grand Cherokee", 2002, [1999, 2004], [1998, 2005]],
  ["Jeep Wrangler", 2012, [2007, 2017], [2006, 2019]],
  ["Jeep Liberty", 2005, [2002, 2007], [2008]],
  ["Mitsubishi Lancer", 2010, [2008, 2017], [2007]],
  ["Suzuki SX4", 2010, [2007, 2013], []],
  ["Tesla Model 3", 2020, [2018, 2024], []],
];

const split = (car: string) => {
  const [make = "", ...model] = car.split(" ");
  return { make, model: model.join(" ") };
};
const matches = (car: string, year: number, part?: string, engine?: string) =>
  findMatches({ ...split(car), year, engine }, part ? findEntryByName(part) : undefined);

test("answers have the years that share a car's parts, and none of those that do not", () => {
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const [car, year, same, other] of YEARS) {
    const [own, ...conditional] = matches(car, year).filter(({ reason }) =>
      reason.startsWith("Same generation"),
    );
    const spans = [own, ...conditional];
    const has = (asked: number) =>
      spans.some((span) => span && span.yearFrom <= asked && asked <= span.yearTo);
    missing.push(...same.filter((one) => !has(one)).map((one) => `${year} ${car}: ${one}`));
    wrong.push(...other.filter(has).map((one) => `${year} ${car}: ${one}`));
  }
  expect(wrong).toEqual([]);
  expect(missing).toEqual([]);
});

test.each([
  // Parts that go across by what everyone in the trade knows, and those that do not.
  ["GMC Yukon", 2010, "door-front-left", "Chevrolet Tahoe", true],
  ["Toyota Matrix", 2005, "alternator", "Pontiac Vibe", true],
  ["Toyota Matrix", 2005, "headlight-left", "Pontiac Vibe", false],
  ["Mercury Grand Marquis", 2008, "strut-front-left", "Ford Crown Victoria", true],
  ["Mercury Mariner", 2009, "tail-light-left", "Ford Escape", false],
  ["Chrysler Town & Country", 2010, "window-motor-front-left", "Dodge Grand Caravan", true],
  ["Lexus ES 300", 2000, "windshield", "Toyota Camry", false],
  ["Scion FR-S", 2014, "transmission-manual", "Subaru BRZ", true],
  ["Honda Accord", 2010, "airbag-driver", "Honda Accord", false],
  ["Honda Accord", 2010, "ecm", "Honda Accord", false],
])("%s %i: whether its %s is %s's", (car, year, part, other, expected) => {
  expect(findEntryByName(part), part).toBeDefined();
  const found = matches(car, year, part).some(({ make, model }) => `${make} ${model}` === other);
  expect(found).toBe(expected);
});

test.each([
  // Engines, as their codes are known; one that a model never had has no answer.
  ["Honda Accord", 2010, "2.4L", "K24", true],
  ["Nissan Altima", 2005, "2.5L", "QR25DE", true],
  ["Nissan 350Z", 2005, "2.5L", "QR25DE", false],
  ["Toyota Camry", 2008, "3.5L V6", "2GR-FE", true],
  ["Chevy Tahoe", 2003, "5.3L V8", "LM7", true],
  ["Ford F-150", 2006, "5.4", "Triton 3V", true],
  ["Dodge Ram 1500", 2006, "5.7L V8", "Hemi", true],
  ["Honda Accord", 2010, "5.7L V8", "", false],
])("%s %i: whether a %s is the %s", (car, year, engine, code, expected) => {
  const reasons = matches(car, year, "engine-gas", engine).map(({ reason }) => reason);
  expect(reasons.some((reason) => reason.includes(code))).toBe(expected);
  expect(reasons.every((reason) => reason.includes(code))).toBe(true);
});

test("the export has every table as CSV", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "interchange-"));
  try {
    expect(await runExportCommand(["interchange", "--to", folder], "/")).toBe(0);
    const files = readdirSync(folder).sort();
    expect(files).toEqual(["engines.csv", "follows.csv", "generations.csv", "names.csv", "twins.csv"]);
    expect(readFileSync(path.join(folder, "generations.csv"), "utf8")).toContain("Honda,Accord,8,2008,2012,");
    expect(await runExportCommand(["everything"], "/")).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
