import type { Insertable } from "kysely";
import type { Database } from "~/db/schema";
import { PART_ENTRIES } from "~/parts/catalog";
import { compactText, foldText } from "~/values/normalize";
import { PHRASES, randomNumbers, YARD } from "./part-queries";

/** Rows of parts of a yard's cars, about thirty-three of each; the same ones for the same seed. */
export function partRows(count: number, seed: number): Insertable<Database["parts"]>[] {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const common = PHRASES.flatMap(([entries]) => entries.split(" "));
  const now = "2026-11-20T12:00:00.000Z";
  let car = pick(YARD);
  let year = car[2];
  return Array.from({ length: count }, (_, index) => {
    if (index % 33 === 0) {
      car = pick(YARD);
      year = car[2] + Math.floor(random() * (car[3] - car[2] + 1));
    }
    const [make, model] = car;
    // Most of what is taken off a car is what is asked for most.
    const entryId = random() < 0.8 ? pick(common) : pick(PART_ENTRIES).id;
    const stockNumber = `B${Math.floor(index / 33)}-${(index % 33) + 1}`;
    const isListed = random() < 0.1;
    const fitYears = [year - 1, year, year + 1];
    const fits = isListed
      ? [{ vehicle: `${make} ${model}`, yearFrom: fitYears[0] ?? 0, yearTo: fitYears[2] ?? 0 }]
      : [];
    return {
      id: `01PART${String(index).padStart(20, "0")}`,
      stockNumber,
      stockNumberKey: stockNumber.toLowerCase(),
      entryId,
      donorId: `01DONOR${String(Math.floor(index / 33)).padStart(19, "0")}`,
      donorStockNumber: `B${Math.floor(index / 33)}`,
      year,
      make,
      model,
      makeKey: compactText(make),
      modelKey: compactText(model),
      mileage: Math.floor(random() * 220_000),
      fits: JSON.stringify(fits),
      fitKeys: isListed
        ? `|${fitYears.map((each) => `${compactText(make + model)}:${each}`).join("|")}|`
        : "",
      interchange: index % 4 === 0 ? `601-${String(index % 9000).padStart(5, "0")}` : null,
      computedGrade: pick(["A", "B", "C"]),
      priceCents: index % 7 === 0 ? null : 2500 + Math.floor(random() * 500) * 100,
      warranty: "90 days",
      location: index % 9 === 0 ? null : `Row ${index % 40}`,
      status: pick(["Available", "Available", "Available", "Available", "On hold", "Sold"]),
      imageUrl: index % 5 === 0 ? null : "/uploads/part.jpg",
      images: "[]",
      dateAcquired: new Date(Date.UTC(2024, 0, 1 + (index % 900))).toISOString(),
      createdAt: now,
      updatedAt: now,
      searchText: ` ${foldText(`${year} ${make} ${model} ${stockNumber}`)} `,
      isShippable: 1,
    };
  });
}
