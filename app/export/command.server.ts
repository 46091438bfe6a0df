import path from "node:path";
import { parseArgs } from "node:util";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { formatCount } from "~/values/format";
import { writeArchive } from "./archive.server";

const HELP = `npm run export writes everything into one zip file: every list as CSV and JSON, the pictures, and a description of the
fields. The site may be running.

  --to FILE   the file; yard-export-<date>.zip unless said`;

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
  const name = `yard-export-${now.toISOString().slice(0, 10).replaceAll("-", "")}.zip`;
  const target = path.resolve(folder, given.to ?? name);
  await migrate(engine);
  try {
    const { records, pictures, missing } = await writeArchive(target, now);
    const figures = records.map((list) => `${list.name}: ${formatCount(list.count)}`);
    console.log([...figures, `pictures: ${formatCount(pictures)}`].join(", "));
    if (missing.length > 0) console.error(`Gone from the disk, so left out: ${missing.join(", ")}.`);
    console.log(target);
    return 0;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    console.error(`The export failed: ${error.message}.`);
    return 1;
  }
}

function readArguments(args: string[]) {
  try {
    const options = { to: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    return undefined;
  }
}
