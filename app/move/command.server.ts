import path from "node:path";
import { parseArgs } from "node:util";
import { formatBytes } from "~/backup/files.server";
import { config } from "~/config.server";
import type { MoveSource, MoveTarget } from "~/db/engine";
import { type MovePlace, nameOf, openMoveSource, openMoveTarget } from "~/db/move.server";
import { databaseUrlSchema } from "~/environment.server";
import { BucketError } from "~/pictures/bucket.server";
import { howToFix, openStorageAt, openUploads } from "~/pictures/open-storage.server";
import type { PictureStorage } from "~/pictures/storage";
import { uploadsUrlSchema } from "~/pictures/uploads-url";
import { countNoun } from "~/values/format";
import { StartError } from "~/values/start-error";
import { print, printError } from "~/values/terminal";
import { openBackupSource, picturesOfBackup } from "./backup.server";
import { beginMoving, copyDatabase, finishMove } from "./database.server";
import { moveUploads } from "./uploads.server";

const HELP = `npm run move copies this site's data to another place; the site may be running. It names at least one place:

  --to postgres://user:password@host/name   the database, to PostgreSQL
  --to sqlite                               the database, from DATABASE_URL to SQLite in DATA_DIR
  --uploads s3://bucket/prefix?endpoint=https://…&region=…
                                            the pictures, to a bucket, with the keys in AWS_ACCESS_KEY_ID and
                                            AWS_SECRET_ACCESS_KEY
  --uploads <folder>                        the pictures, to a folder

  --from <backup>   copies this backup instead of the site, as a restore would bring it back
  --replace         replaces whatever data of a site is in that database

The database comes from DATABASE_URL, or else from DATA_DIR; the pictures from the bucket in UPLOADS_URL, or else from
UPLOADS_DIR. They stay there. Nothing can be written while the database is copied, nor after that until the site is stopped.
Pictures that are there already are skipped. It can be run again. See docs/scaling.md for all of it.`;

const FAILED = 1;
const WRONG_USAGE = 2;

/** Between two lines of progress. */
const PROGRESS_MS = 5000;
/** Between two looks whether the site has stopped. */
const WAIT_MS = 100;

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
  if (!given || (given.to === undefined && given.uploads === undefined)) {
    console.error(HELP);
    return WRONG_USAGE;
  }
  try {
    const backup = given.from === undefined ? undefined : path.resolve(folder, given.from);
    const places = given.to === undefined ? undefined : readDatabases(given.to, backup);
    const storages = given.uploads === undefined ? undefined : openStorages(given.uploads, folder, backup);
    const moved = new Set<string>();
    const movePictures = async () => storages === undefined || moveAllUploads(storages, moved);
    const isComplete = places
      ? await moveDatabase(places, { replace: given.replace === true, movePictures })
      : await movePictures();
    return isComplete ? 0 : FAILED;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    printError(
      error instanceof StartError
        ? error.message
        : `The move stopped: ${error.message.replace(/\.?$/, ".")}${adviceOn(error)} Run it again to continue.`,
    );
    return FAILED;
  }
}

function adviceOn(error: Error): string {
  return error instanceof BucketError && error.status !== undefined ? ` ${howToFix(error.status)}` : "";
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        to: { type: "string" },
        uploads: { type: "string" },
        from: { type: "string" },
        replace: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch {
    return undefined;
  }
}

interface Databases {
  openSource: () => Promise<MoveSource>;
  isBackup: boolean;
  to: MovePlace;
}

/** @throws StartError if it cannot be copied there */
function readDatabases(to: string, backup: string | undefined): Databases {
  if (to !== "sqlite") {
    const parsed = databaseUrlSchema.safeParse(to);
    if (!parsed.success) throw new StartError(`--to ${parsed.error.issues[0]?.message}, or sqlite.`);
  } else if (backup !== undefined) {
    throw new StartError("To put a backup in DATA_DIR, use npm run restore.");
  } else if (config.DATABASE_URL === undefined) {
    throw new StartError("--to sqlite copies the database that DATABASE_URL names; it is not set.");
  }
  const target: MovePlace = to === "sqlite" ? to : { address: to };
  if (backup !== undefined) return { openSource: () => openBackupSource(backup), isBackup: true, to: target };
  const source: MovePlace = config.DATABASE_URL === undefined ? "sqlite" : { address: config.DATABASE_URL };
  if (nameOf(source) === nameOf(target)) throw new StartError(`The data is already in ${nameOf(source)}.`);
  return { openSource: () => openMoveSource(source), isBackup: false, to: target };
}

/** @returns what the last `movePictures` did */
async function moveDatabase(
  { openSource, isBackup, to }: Databases,
  { replace, movePictures }: { replace: boolean; movePictures: () => Promise<boolean> },
): Promise<boolean> {
  const source = await openSource();
  let target: MoveTarget | undefined;
  try {
    target = await openMoveTarget(to);
    await beginMoving(source, target, replace);
    // Before writing is stopped, since it may take hours.
    let isComplete = await movePictures();
    const isRunning = await source.isInUse();
    print(`Copying ${source.name} to ${target.name} …`);
    const stoppedAt = performance.now();
    await source.stopWrites();
    if (isRunning) print("The site's pages are still shown, but nothing can be written.");
    const say = paced();
    const moved = await copyDatabase(source, target, (table, records) =>
      say(`${records.toLocaleString("en-US")} records, now in ${table} …`),
    );
    // Those that came while the others were copied.
    if (!isBackup) isComplete = await movePictures();
    print(
      `${countNoun(moved.records, "record")} in ${moved.tables} tables copied in ${secondsSince(stoppedAt)}; every table's count and hashes are the same. Rate limits and lockouts start over.`,
    );
    if (moved.unknown.length > 0)
      print(`Not copied, because this program did not make them: ${moved.unknown.join(", ")}.`);
    if (isRunning) print("Now stop or restart the site; this command waits for that.");
    // Whatever was written between the copy and the stop would be lost.
    while (await source.isInUse()) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const aside = await finishMove(target, moved);
    print(
      isRunning
        ? `The site has stopped. Writing was stopped for ${secondsSince(stoppedAt)}.`
        : `${isBackup ? "A backup was copied" : "No site was running"}, so no writing was stopped.`,
    );
    if (isBackup)
      print(
        "Everyone has to sign in again there. The accounts are those of the database in DATA_DIR, or the backup's if there is none. Mail that was waiting in it is not sent.",
      );
    if (aside) print(`The previous data is in ${aside}; delete it when all is well.`);
    print(
      to === "sqlite"
        ? "Start the site without DATABASE_URL."
        : `Start the site with DATABASE_URL set to ${target.name}, with its user and password, and without BACKUP_DIR.`,
    );
    return isComplete;
  } finally {
    await target?.close();
    await source.close();
  }
}

type Storages = [source: PictureStorage, target: PictureStorage];

function openStorages(to: string, folder: string, backup: string | undefined): Storages {
  const source = backup === undefined ? openUploads() : openStorageAt(picturesOfBackup(backup));
  const target = openStorageAt(readPlace(to, folder));
  if (source.name === target.name) throw new StartError(`The pictures are already in ${source.name}.`);
  return [source, target];
}

/**
 * Whether every picture is there now.
 * @param moved what an earlier call has copied or found there; adds to it
 */
async function moveAllUploads([source, target]: Storages, moved: Set<string>): Promise<boolean> {
  print(`Copying the pictures in ${source.name} to ${target.name} …`);
  const say = paced();
  const { copied, bytes, skipped, problems } = await moveUploads(source, target, moved, (done, all) =>
    say(`${done} of ${all} …`),
  );
  for (const [publicId, problem] of problems) printError(`The picture ${publicId} ${problem}.`);
  print(
    `${countNoun(copied, "picture")} copied${copied ? ` (${formatBytes(bytes)})` : ""}, with the hash of every file compared; ${countNoun(skipped, "picture")} there already.`,
  );
  if (problems.size > 0) printError(`${countNoun(problems.size, "picture")} not copied.`);
  return problems.size === 0;
}

/** Prints what it is given, but not more than a line in five seconds. */
function paced(): (line: string) => void {
  let printedAt = performance.now();
  return (line) => {
    if (performance.now() - printedAt < PROGRESS_MS) return;
    printedAt = performance.now();
    print(line);
  };
}

function secondsSince(time: number): string {
  return `${((performance.now() - time) / 1000).toFixed(1)} s`;
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
