import SqliteDatabase from "better-sqlite3";

// Prints a database as SQL, with the first rows of each table. For each release:
//   npm run demo, stop it, then: node scripts/dump-release.mjs .demo/data/site.db > tests/fixtures/released/<version>.sql

const ROWS_PER_TABLE = 3;

const [file = "data/site.db"] = process.argv.slice(2);
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });

const objects = database
  .prepare("select type, name, sql from sqlite_master where sql is not null order by name")
  .all();
const tables = objects.filter(({ type }) => type === "table");
// Triggers come last, so that loading the rows does not run them.
const others = ["index", "trigger"].flatMap((kind) => objects.filter(({ type }) => type === kind));

const statements = [
  ...tables.map(({ sql }) => sql),
  ...tables.flatMap(({ name }) => insertStatements(name)),
  ...others.map(({ sql }) => sql),
];
process.stdout.write(statements.map((statement) => `${statement};\n`).join(""));

function insertStatements(table) {
  const columns = database.pragma(`table_info("${table}")`).map(({ name }) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(", ");
  const rows = database.prepare(`select ${values} from "${table}" limit ${ROWS_PER_TABLE}`).raw().all();
  return rows.map((row) => `insert into "${table}" (${columns.join(", ")}) values (${row.join(", ")})`);
}
