import path from "node:path";
import { parseArgs } from "node:util";
import { failWithoutDatabase, isDatabaseMissing } from "~/db/missing-database.server";
import { exportInterchange } from "~/interchange/export.server";
import { formatCount } from "~/values/format";
import { print, printError } from "~/values/terminal";

const HELP = `npm run export writes everything into one zip file: every list as CSV and JSON, the pictures, and a description of the
fields. The site may be running. npm run export -- interchange writes which parts fit which cars, as CSV files in a folder.

  --to FILE   the file or folder; yard-export-<date>.zip or yard-interchange-<date> by default`;

/**
 * Runs `npm run export` with its arguments; the last line of standard output is the file's path.
 * @param folder the folder that a relative path starts from
 * @returns the exit status: 0 done, 1 failed, 2 usage error
 */
export async function runExportCommand(args: string[], folder: string): Promise<number> {
  const given = readArguments(args);
  if (!given || given.help) {
    console[given ? "log" : "error"](HELP);
    return given ? 0 : 2;
  }
  const now = new Date();
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  if (given.only) {
    const target = path.resolve(folder, given.to ?? `yard-interchange-${day}`);
    print(figuresText(exportInterchange(target)));
    print(target);
    return 0;
  }
  if (isDatabaseMissing()) return failWithoutDatabase();
  const target = path.resolve(folder, given.to ?? `yard-export-${day}.zip`);
  const [{ engine }, { migrate }, { refreshSettings }, { writeArchive }] = await Promise.all([
    import("~/db/connection.server"),
    import("~/db/migrate.server"),
    import("~/settings/store.server"),
    import("./archive.server"),
  ]);
  await migrate(engine);
  await refreshSettings();
  try {
    const { records, pictures, missing } = await writeArchive(target, now);
    print(figuresText([...records, { name: "pictures", count: pictures }]));
    if (missing.length > 0) printError(`Missing from the disk, so left out: ${missing.join(", ")}.`);
    print(target);
    return 0;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    printError(`The export failed: ${error.message}.`);
    return 1;
  }
}

function figuresText(lists: readonly { name: string; count: number }[]): string {
  return lists.map(({ name, count }) => `${name}: ${formatCount(count)}`).join(", ");
}

function readArguments(args: string[]) {
  try {
    const options = { to: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [only, ...rest] = positionals;
    return rest.length > 0 || (only ?? "interchange") !== "interchange" ? undefined : { ...values, only };
  } catch {
    return undefined;
  }
}
