// How right the decoder is on the real VINs of demo/vins.csv: used by the test that demands a share and by
// the bench that prints it.

import { readFileSync } from "node:fs";
import type { VehicleInfo } from "../../app/vin/schema";
import type { VinDecodeResult } from "../../app/vin/vehicle-info";

export const COMPARED = ["year", "make", "model", "engine"] as const;
export type Compared = (typeof COMPARED)[number];

export interface VinRow {
  vin: string;
  year: string;
  make: string;
  model: string;
  trim: string;
  engine: string;
  drive: string;
}

export interface Share {
  right: number;
  counted: number;
  /** One line for each wrong answer. */
  wrong: string[];
}

/** Every row of the table of real VINs. */
export function vinRows(): VinRow[] {
  const table = readFileSync(new URL("../../demo/vins.csv", import.meta.url), "utf8");
  return table.trim().split(/\r?\n/).slice(1).map(readRow);
}

/** Decodes every row and counts the right answers. A field the table leaves empty is not counted for its row. */
export async function measureAccuracy(
  decode: (vin: string) => Promise<VinDecodeResult>,
): Promise<Record<Compared, Share>> {
  const shares = Object.fromEntries(
    COMPARED.map((field): [Compared, Share] => [field, { right: 0, counted: 0, wrong: [] }]),
  ) as Record<Compared, Share>;
  for (const row of vinRows()) {
    const result = await decode(row.vin);
    const info: VehicleInfo = "vehicleInfo" in result ? result.vehicleInfo : {};
    const answers: Record<Compared, [right: boolean, said: string]> = {
      year: [info.year === Number(row.year), String(info.year)],
      make: [letters(info.make) === letters(row.make), String(info.make)],
      model: [isSameModel(info.model, row), String(info.model)],
      engine: [Number.parseFloat(info.engineSize ?? "") === Number(row.engine), String(info.engineSize)],
    };
    for (const field of COMPARED) {
      if (row[field] === "") continue;
      const [right, said] = answers[field];
      shares[field].counted += 1;
      if (right) shares[field].right += 1;
      else
        shares[field].wrong.push(
          `${row.vin}: ${row[field]} (trim: ${row.trim || "none given"}), decoded as ${said}`,
        );
    }
  }
  return shares;
}

/**
 * Whether a decoded model is the true one. The table's sources write `Durango AN/DN Base` or `Civic Hybrid` in one
 * column where vPIC has the model `Durango` or `Civic` and says the rest elsewhere, so the decoded model is right
 * when, word for word and hyphens aside, the true model and trim begin with it. It is right too when the true
 * trim alone begins with it: the table's BMW `3 Series` with the trim `328i SULEV` is vPIC's model `328i`. A
 * decoded model that says more than the table, or a part from its middle (`Caravan` for `Grand Caravan`), is wrong.
 */
export function isSameModel(decoded: string | undefined, truth: { model: string; trim: string }): boolean {
  const said = words(decoded ?? "");
  const begins = (name: string[]) => said.every((word, at) => word === name[at]);
  return said.length > 0 && (begins(words(`${truth.model} ${truth.trim}`)) || begins(words(truth.trim)));
}

function words(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("-", "")
      .match(/[a-z0-9]+/g) ?? []
  );
}

function letters(text = ""): string {
  return words(text).join("");
}

function readRow(line: string): VinRow {
  const cells = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? "");
  const [vin = "", year = "", make = "", model = "", trim = "", engine = "", drive = ""] = cells;
  return { vin, year, make, model, trim, engine, drive };
}
