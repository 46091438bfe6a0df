import { COLLECTIONS, IMPORTED_COLLECTIONS } from "~/collections";
import { leavesOf } from "~/collections/columns";
import type { FieldOption } from "~/collections/field";
import type { Database, Row } from "~/db/schema";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { quoteName } from "~/db/sqlite/tables.server";
import { StartError } from "~/values/start-error";

/**
 * What a column of JSON holds: anything, an object, or a list of anything, of texts, of objects or of pairs of texts; or a line of the
 * book.
 */
type Shape = "any" | "object" | "list" | "texts" | "objects" | "pairs" | "line";

/** The columns that hold JSON. Pages read them unchecked, and one unreadable row of a list makes an error page of the whole list. */
const JSON_COLUMNS: { [Table in keyof Database]?: { [Column in keyof Row<Table>]?: Shape } } = {
  dismantledVehicles: { images: "objects" },
  retailVehicles: { images: "objects", features: "texts" },
  parts: { images: "objects", fits: "objects" },
  customers: { phones: "texts", emails: "texts" },
  customerMerges: { detail: "object" },
  partRequests: { notes: "objects", vehicleNumbers: "texts" },
  repairRequests: { notes: "objects", vehicleNumbers: "texts" },
  vehicleInquiries: { notes: "objects" },
  offeredCars: { notes: "objects", vehicleNumbers: "texts" },
  estimates: { content: "object" },
  sales: { typed: "object" },
  saleLines: { heldBefore: "object" },
  bookLines: { content: "line" },
  buyersGuides: { choices: "object" },
  changes: { before: "object", after: "object" },
  bulkChanges: { ids: "texts", skipped: "texts" },
  imports: { headings: "list", samples: "list", columns: "object", choices: "object" },
  importRows: { cells: "list", faults: "list", changes: "list", before: "object" },
  settings: { value: "object" },
  savedSubmissions: { fields: "pairs" },
  partRequestDrafts: { answers: "any" },
  vinDecodes: { entry: "any" },
  idempotencyKeys: { response: "any" },
};

/** More than any sum, time or number of this program, and few enough digits to add up a column of them. */
const MOST = 1e14;

/**
 * SQLite stores any value in any column: bytes among texts, a text among numbers, an id that isn't one. No search finds such a record, and
 * no page shows it.
 * @throws StartError naming the first column of a database with something in it that is not of the column's type
 */
export function requireTypes(sqlite: SqliteConnection): void {
  for (const [table, columns] of listColumns(sqlite)) {
    const conditions = columns.map(({ name, type, pk }) => {
      const column = quoteName(name);
      const isNull = pk > 0 && !/^int/i.test(type) ? "0" : `${column} is null`;
      const isRight = name === "id" && isText(type) ? isId(column) : isOfType(column, type);
      return { name, isWrong: `not (${isNull} or ${isRight})` };
    });
    const found = (condition: string) =>
      sqlite.prepare(`select 1 from ${quoteName(table)} where ${condition} limit 1`).get() !== undefined;
    if (columns.length === 0 || !found(conditions.map(({ isWrong }) => isWrong).join(" or "))) continue;
    const wrong = conditions.find(({ isWrong }) => found(isWrong));
    throw new StartError(
      `The ${wrong?.name} of a row of this backup's ${table} is not what this program stores there. Use another.`,
    );
  }
}

/** As long as a passkey's, the longest: 1,023 bytes in base64url. */
const MAX_ID_LENGTH = 1_400;

/**
 * Whether a column has an id by which a page or a form names a record. A text in SQLite may have invalid bytes, or a line end, which a form
 * sends as a different one.
 */
function isId(column: string): string {
  return `(typeof(${column}) = 'text' and length(${column}) between 1 and ${MAX_ID_LENGTH}
    and length(cast(${column} as blob)) = length(${column}) and ${column} not glob '*[^ -~]*')`;
}

function isText(type: string): boolean {
  return /^(text|varchar)/i.test(type);
}

function isOfType(column: string, type: string): string {
  return isText(type)
    ? `typeof(${column}) = 'text'`
    : `(typeof(${column}) in ('integer', 'real') and ${column} between -${MOST} and ${MOST})`;
}

/** @throws StartError naming the first column of a database with something in it that no page could show */
export function requireReadable(sqlite: SqliteConnection): void {
  const requireNone = (table: string, column: string, condition: string) => {
    const found = sqlite
      .prepare(`select 1 from "${table}" where "${column}" is not null and ${condition} limit 1`)
      .get();
    if (found)
      throw new StartError(
        `The ${column} of a row of this backup's ${table} can't be read, so pages would fail after a restore. Use another.`,
      );
  };
  for (const [table, columns] of Object.entries(JSON_COLUMNS))
    for (const [column, shape] of Object.entries(columns))
      requireNone(table, column, `not ${isShape(`"${column}"`, shape)}`);
  for (const [table, columns] of listColumns(sqlite))
    for (const { name } of columns.filter(({ name }) => TIME_NAMES.test(name)))
      requireNone(table, name, `not ${isTime(`"${name}"`)}`);
  for (const { table, fields } of COLLECTIONS)
    for (const { column, field } of leavesOf(fields))
      if (field.options?.length) requireNone(table, column, isNoneOf(`"${column}"`, field.options));
  requireNone(
    "imports",
    "kind",
    `"kind" not in (${IMPORTED_COLLECTIONS.map(({ kind }) => `'${kind}'`).join(", ")})`,
  );
}

/** Whether a column has a text that is none of a field's choices, in SQL. */
function isNoneOf(column: string, options: readonly FieldOption[]): string {
  const values = ["", ...options.map(({ value }) => value)].map(
    (value) => `'${value.replaceAll("'", "''")}'`,
  );
  return `typeof(${column}) = 'text' and ${column} not in (${values.join(", ")})`;
}

/** The names of columns with a day or a time: `createdAt`, `soldOn`, `heldUntil`, `day`. */
const TIME_NAMES = /^(at|day)$|(At|On|Until|Date)$|^date[A-Z]/;

interface Column {
  name: string;
  type: string;
  /** Its place in the primary key, from 1. */
  pk: number;
}

/** The columns of each table. */
function listColumns(sqlite: SqliteConnection): [table: string, columns: Column[]][] {
  const tables = sqlite
    .prepare(
      // Without those that a search index is stored in.
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all() as string[];
  const columns = sqlite.prepare<[string], Column>("select name, type, pk from pragma_table_info(?)");
  return tables.map((table) => [table, columns.all(table)]);
}

/** Whether a column has a day that there is, `2026-03-31`, or a time as JavaScript writes it, `2026-03-31T15:04:00.000Z`, in SQL. */
function isTime(column: string): string {
  return `(${column} glob '[0-9][0-9][0-9][0-9]-*' and coalesce(${column} in (date(${column}), strftime('%Y-%m-%dT%H:%M:%fZ', ${column})), 0))`;
}

/** Whether a column has a shape, in SQL. `case` goes in order: the functions fail on anything that isn't JSON. */
function isShape(column: string, shape: Shape): string {
  // SQLite ends a JSON text at a NUL; JavaScript rejects it.
  return `case when not json_valid(${column}) or instr(cast(${column} as blob), x'00') > 0 then 0 else coalesce(${CONDITIONS[shape](column)}, 0) end`;
}

const isListOf = (type: string) => (column: string) =>
  `json_type(${column}) = 'array' and not exists (select 1 from json_each(${column}) where type <> '${type}')`;

const CONDITIONS: Record<Shape, (column: string) => string> = {
  any: () => "1",
  object: (column) => `json_type(${column}) = 'object'`,
  list: (column) => `json_type(${column}) = 'array'`,
  texts: isListOf("text"),
  objects: isListOf("object"),
  line: (column) =>
    ["what", "way", "on", "name"].map((key) => `json_type(${column}, '$.${key}') = 'text'`).join(" and "),
  pairs: (column) =>
    `json_type(${column}) = 'array' and not exists (select 1 from json_each(${column}) "pair" where "pair".type <> 'array'
      or json_array_length("pair".value) <> 2 or exists (select 1 from json_each("pair".value) where type <> 'text'))`,
};
