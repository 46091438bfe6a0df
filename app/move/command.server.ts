import path from "node:path";
import { parseArgs } from "node:util";
import { formatBytes } from "~/backup/files.server";
import { config } from "~/config.server";
import { openStorageAt, openUploads } from "~/pictures/open-storage.server";
import { uploadsUrlSchema } from "~/pictures/uploads-url";
import { StartError } from "~/values/start-error";
import { moveUploads } from "./uploads.server";

const HELP = `npm run move -- --uploads <place> copies this site's pictures; the site may be running.

  --uploads s3://bucket/prefix?endpoint=https://…&region=…   to a bucket, with the keys in AWS_ACCESS_KEY_ID and
                                                             AWS_SECRET_ACCESS_KEY
  --uploads <folder>                                         to a folder

They come from the bucket in UPLOADS_URL, or else from UPLOADS_DIR, where they stay. What is there already is skipped, so it can
be run again: once while the site runs, and once after it is stopped. docs/scaling.md has the whole of it.`;

const FAILED = 1;
const WRONG_USAGE = 2;

/** Between two lines of progress. */
const PROGRESS_MS = 5000;

/**
 * Runs `npm run move` with its arguments.
 * @param folder the folder that a relative path starts from
 * @returns the exit status: 0 done, 1 failed, 2 usage error
 */
export async function runMoveCommand(args: string[], folder: string): Promise<number> {
  const given = parse(args);
  if (given?.help) {
    console.log(HELP);
    return 0;
  }
  if (!given?.uploads) {
    console.error(HELP);
    return WRONG_USAGE;
  }
  try {
    return await moveAllUploads(given.uploads, folder);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(
      error instanceof StartError
        ? error.message
        : `The move stopped: ${error.message} Run it again to go on.`,
    );
    return FAILED;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { uploads: { type: "string" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch {
    return undefined;
  }
}

async function moveAllUploads(to: string, folder: string): Promise<number> {
  const source = openUploads();
  const target = openStorageAt(readPlace(to, folder));
  if (source.name === target.name) throw new StartError(`The pictures are in ${source.name} already.`);
  console.log(`Copying the pictures in ${source.name} to ${target.name} …`);
  let printedAt = performance.now();
  const { copied, bytes, skipped, problems } = await moveUploads(source, target, (done, all) => {
    if (performance.now() - printedAt < PROGRESS_MS) return;
    printedAt = performance.now();
    console.log(`${done} of ${all} …`);
  });
  for (const [publicId, problem] of problems) console.error(`The picture ${publicId} ${problem}.`);
  console.log(
    `${count(copied)} copied (${formatBytes(bytes)}), with the hash of every file compared; ${count(skipped)} there already.`,
  );
  if (problems.size === 0) return 0;
  console.error(`${count(problems.size)} not copied.`);
  return FAILED;
}

/** @throws StartError if it is an address that cannot be used */
function readPlace(to: string, folder: string) {
  if (!/^[a-z0-9]+:\/\//i.test(to)) return path.resolve(folder, to);
  const parsed = uploadsUrlSchema.safeParse(to);
  if (!parsed.success) throw new StartError(`--uploads: ${parsed.error.issues[0]?.message}`);
  if (!config.AWS_ACCESS_KEY_ID || !config.AWS_SECRET_ACCESS_KEY)
    throw new StartError(
      "--uploads: a bucket needs its keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  return parsed.data;
}

function count(pictures: number): string {
  return `${pictures.toLocaleString("en-US")} picture${pictures === 1 ? "" : "s"}`;
}
