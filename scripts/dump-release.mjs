import SqliteDatabase from "better-sqlite3";

// Prints a database as SQL, with the first rows of each table. Every table needs some: use the site until each has. For each release:
//   npm run demo, stop it, then: node scripts/dump-release.mjs .demo/data/site.db > tests/fixtures/released/<version>.sql

const ROWS_PER_TABLE = 3;

const [file = "data/site.db"] = process.argv.slice(2);
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });

const objects = database
  .prepare(
    `select m.type, m.name, m.sql, l.type as kind from sqlite_master m
     left join pragma_table_list l on l.name = m.name and l.schema = 'main'
     where m.sql is not null and m.name not like 'sqlite%' and l.type is not 'shadow' order by m.name`,
  )
  .all();
const tables = objects.filter(({ type }) => type === "table");
// Triggers come last, so that loading the rows does not run them.
const others = ["index", "trigger"].flatMap((kind) => objects.filter(({ type }) => type === kind));

const statements = [
  // Rows are in the tables' order, not in that of their references.
  "pragma foreign_keys = off",
  ...tables.map(({ sql }) => sql),
  ...tables.flatMap(({ name, kind }) =>
    // An index of words is made of another table's.
    kind === "virtual" ? [`insert into "${name}" ("${name}") values ('rebuild')`] : insertStatements(name),
  ),
  ...others.map(({ sql }) => sql),
  "pragma foreign_keys = on",
];
process.stdout.write(statements.map((statement) => `${statement};\n`).join(""));

function insertStatements(table) {
  const columns = database.pragma(`table_info("${table}")`).map(({ name }) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(", ");
  // Which migrations ran is one row each.
  const limit = table === "kysely_migration" ? "" : ` limit ${ROWS_PER_TABLE}`;
  const rows = database.prepare(`select ${values} from "${table}"${limit}`).raw().all();
  return rows.map((row) => `insert into "${table}" (${columns.join(", ")}) values (${row.join(", ")})`);
}
