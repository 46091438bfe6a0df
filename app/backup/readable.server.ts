import type { Database, Row } from "~/db/schema";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { StartError } from "~/values/start-error";

/** What a column of JSON holds: an object, a list of texts, of anything, or of objects with these texts in each. */
type Shape = "object" | "texts" | "list" | readonly string[];

const PICTURES = ["imageUrl", "alt"];
const NOTES = ["author", "timestamp", "content"];

/** The columns that hold JSON. Pages read them as they are, and one row of a list that can't be read is an error page for all. */
const JSON_COLUMNS: { [Table in keyof Database]?: { [Column in keyof Row<Table>]?: Shape } } = {
  dismantledVehicles: { images: PICTURES },
  retailVehicles: { images: PICTURES, features: "texts" },
  parts: { images: PICTURES, fits: ["vehicle"] },
  customers: { phones: "texts", emails: "texts" },
  customerMerges: { detail: "object" },
  partRequests: { notes: NOTES, vehicleNumbers: "texts" },
  repairRequests: { notes: NOTES, vehicleNumbers: "texts" },
  vehicleInquiries: { notes: NOTES },
  offeredCars: { notes: NOTES },
  estimates: { content: "object" },
  sales: { typed: "object" },
  saleLines: { heldBefore: "object" },
  bookLines: { content: "object" },
  buyersGuides: { choices: "object" },
  changes: { before: "object", after: "object" },
  bulkChanges: { ids: "texts", skipped: "texts" },
  imports: { headings: "texts", samples: "list", columns: "object", choices: "object" },
  importRows: { cells: "list", faults: "list", changes: "list", before: "object" },
  settings: { value: "object" },
  savedSubmissions: { fields: "list" },
  partRequestDrafts: { answers: "object" },
  vinDecodes: { entry: "object" },
  idempotencyKeys: { response: "object" },
};

/** @throws StartError naming the first column of a database with something in it that no page could show */
export function requireReadable(sqlite: SqliteConnection): void {
  for (const [table, columns] of Object.entries(JSON_COLUMNS))
    for (const [column, shape] of Object.entries(columns)) {
      const found = sqlite
        .prepare(
          `select 1 from "${table}" where "${column}" is not null and not ${isShape(`"${column}"`, shape)} limit 1`,
        )
        .get();
      if (found)
        throw new StartError(
          `The ${column} of a row of this backup's ${table} can't be read, so pages would fail after a restore. Use another.`,
        );
    }
}

/** Whether a column has a shape, in SQL. `case` goes in order: the functions fail with what is no JSON. */
function isShape(column: string, shape: Shape): string {
  const type = shape === "object" ? "object" : "array";
  return `case when not json_valid(${column}) then 0 when json_type(${column}) <> '${type}' then 0 else ${itemsFit(column, shape)} end`;
}

function itemsFit(column: string, shape: Shape): string {
  if (shape === "object" || shape === "list") return "1";
  const isOther =
    shape === "texts"
      ? "type <> 'text'"
      : ["type <> 'object'", ...shape.map((name) => `json_type(value, '$.${name}') is not 'text'`)].join(
          " or ",
        );
  return `not exists (select 1 from json_each(${column}) where ${isOther})`;
}
