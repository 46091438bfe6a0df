import { GRADES } from "~/parts/grade";
import type { PartStatus } from "~/parts/part";
import type { SampleVehicle } from "./sample-vehicles";

/** How many parts the demo yard has on the shelf. */
export const SAMPLE_PARTS = 600;

/** A sample part: its fields as an API body gives them, and whether it shows its donor's picture. */
export interface SamplePart {
  fields: Record<string, unknown> & { entryId: string; donor: string; dateAcquired: string };
  hasPicture: boolean;
}

/** Whether miles or damage say what it is worth, and what can be seen of it. */
type Trade = "mechanical" | "body" | "inside";

/** What is usually sold: the price from and to in dollars, the weight in pounds, and the core charge in dollars. */
const USUAL: readonly [
  entryId: string,
  trade: Trade,
  low: number,
  high: number,
  pounds: number,
  core?: number,
][] = [
  ["alternator", "mechanical", 45, 95, 13, 20],
  ["starter", "mechanical", 35, 70, 9, 15],
  ["engine-gas", "mechanical", 450, 1650, 380, 150],
  ["transmission-automatic", "mechanical", 350, 1100, 190, 100],
  ["ac-compressor", "mechanical", 55, 120, 14],
  ["power-steering-pump", "mechanical", 35, 75, 7, 10],
  ["radiator", "mechanical", 50, 110, 12],
  ["throttle-body", "mechanical", 35, 85, 4],
  ["abs-pump", "mechanical", 60, 160, 8],
  ["headlight-left", "body", 45, 180, 7],
  ["headlight-right", "body", 45, 180, 7],
  ["side-mirror-left", "body", 35, 110, 4],
  ["side-mirror-right", "body", 35, 110, 4],
  ["door-front-left", "body", 125, 275, 75],
  ["door-front-right", "body", 125, 275, 75],
  ["fender-left", "body", 75, 175, 18],
  ["fender-right", "body", 75, 175, 18],
  ["hood-panel", "body", 120, 290, 45],
  ["bumper-cover-front", "body", 95, 240, 15],
  ["front-seat-left", "inside", 75, 195, 55],
  ["front-seat-right", "inside", 75, 195, 55],
];

/** What a yard has less of: the last few parts. */
const RARER: typeof USUAL = [
  ["wheel-alloy", "mechanical", 55, 150, 24],
  ["steering-rack", "mechanical", 85, 210, 18, 25],
];
const RARER_PARTS = 12;

const DAMAGES = ["000", "000", "000", "5S0.5", "2D1", "5S1", "3C1", "2D1,5S1", "4D2"];
const DAMAGE_WORDS: Record<string, string> = {
  "2D1": "One small dent above the body line",
  "4D2": "Dented at the lower edge, paint is whole",
};
const WARRANTIES = ["30-day parts warranty", "90-day parts warranty", undefined];
const DESCRIPTIONS = [
  "Tested on the car before we took it off.",
  "Taken off with the connector and its bolts.",
  "Cleaned and ready to put on.",
];

/**
 * The parts on the demo yard's shelves, from the vehicles that are taken apart: always the same ones, so that two demos look alike.
 * Dates count back from the vehicles' own.
 */
export function sampleParts(vehicles: readonly SampleVehicle[], warranties: readonly string[]): SamplePart[] {
  const donors = vehicles.filter(({ fields }) => fields.status === "Parts Available");
  return Array.from({ length: SAMPLE_PARTS }, (_, index) => {
    const donor = donors[index % donors.length];
    const round = Math.floor(index / donors.length);
    if (!donor) throw new Error("There is no sample vehicle with parts.");
    // Each car has other parts on the shelf, and none twice.
    const usual =
      index < SAMPLE_PARTS - RARER_PARTS
        ? USUAL[(round * 2 + (index % donors.length)) % USUAL.length]
        : RARER[index % RARER.length];
    if (!usual) throw new Error("There is no usual part.");
    return toSamplePart({ donor, usual, warranties, chance: randomFrom(donor.fields.vin, round) });
  });
}

interface PartSource {
  donor: SampleVehicle;
  usual: (typeof USUAL)[number];
  warranties: readonly string[];
  /** The next number from 0 to below 1. */
  chance: () => number;
}

function toSamplePart({ donor, usual, warranties, chance }: PartSource): SamplePart {
  const [usualId, trade, low, high, pounds, core] = usual;
  const isManual = usualId === "transmission-automatic" && donor.fields.transmission === "Manual";
  const entryId = isManual ? "transmission-manual" : usualId;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item;
  const { year, stockNumber, dateAcquired } = donor.fields;
  // A newer car's part is worth more.
  const age = Math.min(1, Math.max(0, (Number(year) - 1998) / 18));
  const price = Math.round((low + (high - low) * (0.6 * age + 0.4 * chance())) / 5) * 5;
  const status = statusFor(chance());
  const warranty = pick(WARRANTIES);
  const damage = trade === "body" ? pick(DAMAGES) : undefined;
  const isPriced = chance() > 0.04;
  return {
    // A photo of the car shows what is outside of it, and no seat.
    hasPicture: donor.hasPicture && trade === "body" && chance() < 0.5,
    fields: {
      ...{ entryId, donor: stockNumber, dateAcquired, status },
      price: isPriced || status === "Sold" ? price : undefined,
      coreCharge: core,
      warranty: warranty && warranties.includes(warranty) ? warranty : undefined,
      location: `R${1 + Math.floor(chance() * 8)}-${pick(["A", "B", "C", "D"])}-${1 + Math.floor(chance() * 6)}`,
      gradeOverride: trade === "inside" ? pick(GRADES) : undefined,
      damage,
      damageNotes: damage && DAMAGE_WORDS[damage],
      description: chance() < 0.4 ? pick(DESCRIPTIONS) : undefined,
      weight: pounds,
      isShippable: pounds < 70,
      ...(status === "On hold" ? { heldFor: pick(["Dale, pays Friday", "Ridge Road Garage"]) } : {}),
      ...(status === "Sold" ? { soldTo: pick(["Counter", "Ridge Road Garage"]), soldPrice: price } : {}),
    },
  };
}

function statusFor(chance: number): PartStatus {
  if (chance < 0.08) return "Sold";
  if (chance < 0.11) return "On hold";
  return chance < 0.12 ? "Scrapped" : "Available";
}

/** Numbers from 0 to below 1 that are the same for the same seed. */
export function randomFrom(text: string, round: number): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, round + 1);
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
