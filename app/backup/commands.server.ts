import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { config } from "~/config.server";
import { StartError } from "~/values/start-error";
import { print, printError } from "~/values/terminal";
import { readBackupAccounts } from "./accounts.server";
import { type Backup, BusyError, MissingPicturesError, makeBackup } from "./backup.server";
import { countPictures, describeBackup, describeContents } from "./contents.server";
import { runHook } from "./hook.server";
import { noteRestore } from "./journal.server";
import { listMissingSettings, type Manifest, readManifest } from "./manifest.server";
import { isPresentDamaged, type PresentData } from "./present.server";
import { restoreBackup } from "./restore.server";
import { deleteBackedUp } from "./set-aside.server";
import { recordFailure } from "./status.server";
import { testRestore } from "./test-restore.server";
import { tryStart } from "./trial.server";

const BACKUP_HELP = `npm run backup makes a backup in BACKUP_DIR (./backups unless set); the site may be running. Its path is the last line.

  --allow-missing-pictures   leaves out pictures that are gone from the disk, instead of failing
  --test <path>              makes none, but restores that one next to the site, compares it with what was backed up, and deletes the copy
  --accounts <path>          makes none, but says which accounts that one's site has, as JSON`;

const RESTORE_HELP = `npm run restore -- <path> replaces the site's data with a backup; the site must not be running.

  --yes             does not ask first
  --back-up-first   makes a backup of the current data, instead of setting it aside`;

const ALLOW_HINT = "To back up everything else: npm run backup -- --allow-missing-pictures";

/** Exit statuses of `npm run backup`. */
const FAILED = 1;
const WRONG_USAGE = 2;
const HOOK_FAILED = 3;

/**
 * Runs `npm run backup` with its arguments; the last line of standard output is the backup's path.
 * @param folder the folder that a relative path starts from
 * @returns the exit status: 0 done, 1 failed, 2 usage error, 3 the backup is made but BACKUP_HOOK failed
 */
export async function runBackupCommand(args: string[], folder: string): Promise<number> {
  const given = parse(args, {
    "allow-missing-pictures": { type: "boolean" },
    test: { type: "string" },
    accounts: { type: "string" },
    help: HELP_OPTION,
  });
  if (!given || given.values.help || given.positionals.length > 0) return printHelp(BACKUP_HELP, given);
  if (typeof given.values.test === "string") return runTest(path.resolve(folder, given.values.test));
  if (typeof given.values.accounts === "string")
    return printAccounts(path.resolve(folder, given.values.accounts));
  const started = performance.now();
  try {
    const allowMissingPictures = given.values["allow-missing-pictures"] === true;
    const { path: folder, manifest, warning } = await makeBackup({ allowMissingPictures });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`Backed up and checked in ${seconds} s: ${describeBackup(manifest)}.`);
    if (manifest.picturesIn)
      print(
        `The pictures are not in it: they are in ${manifest.picturesIn}, where the bucket's versions keep them (docs/scaling.md).`,
      );
    const problem = config.BACKUP_HOOK && (await runHook(config.BACKUP_HOOK, folder));
    const message = problem && `The backup is made, but BACKUP_HOOK failed: ${problem}.`;
    recordFailure(message ? { at: new Date().toISOString(), message } : undefined);
    for (const line of [warning, message]) if (line) printError(line);
    print(folder);
    return message ? HOOK_FAILED : 0;
  } catch (error) {
    const message = toSentence("The backup failed", error);
    if (!(error instanceof BusyError)) recordFailure({ at: new Date().toISOString(), message });
    printError(message);
    if (error instanceof MissingPicturesError) printError(ALLOW_HINT);
    return FAILED;
  }
}

function printAccounts(backup: string): number {
  try {
    print(JSON.stringify(readBackupAccounts(backup)));
    return 0;
  } catch (error) {
    printError(toSentence("The backup can't be read", error));
    return FAILED;
  }
}

async function runTest(backup: string): Promise<number> {
  try {
    const manifest = await testRestore(backup, { tryStart });
    print(
      `Test restore compared with the backup: ${describeBackup(manifest)}. Nothing on the site has changed.`,
    );
    return 0;
  } catch (error) {
    printError(toSentence("The test restore failed", error));
    return FAILED;
  }
}

/**
 * Runs `npm run restore` with its arguments.
 * @param folder the folder that a relative path starts from
 * @returns the exit status: 0 done, 1 failed or not confirmed, 2 usage error
 */
export async function runRestoreCommand(args: string[], folder: string): Promise<number> {
  const given = parse(args, {
    yes: { type: "boolean" },
    "back-up-first": { type: "boolean" },
    help: HELP_OPTION,
  });
  const [backup, ...rest] = given?.positionals ?? [];
  if (!given || given.values.help || !backup || rest.length > 0) return printHelp(RESTORE_HELP, given);
  const isConfirmed = given.values.yes === true;
  const source = path.resolve(folder, backup);
  const note = (outcome: { former?: string; problem?: string; warning?: string | undefined }) =>
    noteRestore({ at: new Date().toISOString(), backup: path.basename(source), ...outcome });
  try {
    const isBackedUpFirst = given.values["back-up-first"] === true;
    let former: Backup | undefined;
    const noteDone = (...warnings: (string | undefined)[]) =>
      note({
        ...(former ? { former: path.basename(former.path) } : {}),
        warning: warnings.filter(Boolean).join(" ") || undefined,
      });
    let left: string[] = [];
    const restored = await restoreBackup(source, {
      confirm: async (manifest, present, unreadable) => {
        // Only now: no other command can store anything that would miss the backup.
        if (isBackedUpFirst) former = await backUpFormer();
        for (const line of describeRestore(manifest, present, { unreadable, isBackedUp: !!former }))
          print(line);
        return isConfirmed || askToReplace();
      },
      tryStart,
      // From here on the backup is in place, however this ends.
      onReplaced: ({ warning, unreadable, aside }) => {
        if (former) left = deleteWhatIsIn(former.path, aside);
        noteDone(
          warning,
          unreadable,
          describeLeft(left),
          config.UPLOADS_URL && "The pictures in the bucket were not all checked.",
        );
      },
    });
    if (!restored) {
      printError("Nothing was changed.");
      return FAILED;
    }
    const { migrated, aside, pictures, warning, turnedOff, unreadable } = restored;
    print(migrated.length > 0 ? `Restored, and migrated (${migrated.join(", ")}).` : "Restored.");
    if (former) print(`The previous data is in ${former.path}.`);
    else if (aside.length > 0)
      print(`The previous data is in ${aside.join(" and ")}; delete it when all is well.`);
    if (pictures) print(pictures.sentence);
    const isDamaged = isBackedUpFirst && !former;
    const setAside = isDamaged
      ? `What was here before is damaged, so no backup could be made of it. It is in ${aside.join(" and ")}.`
      : undefined;
    const strangers = turnedOff && `Turned off, because only the backup knows them: ${turnedOff}.`;
    const told = [warning, setAside, describeLeft(left), strangers, unreadable];
    for (const line of told) if (line) printError(line);
    noteDone(...told, pictures?.areThere === false ? pictures.sentence : undefined);
    return 0;
  } catch (error) {
    // Bugs too are shown on the page: without a terminal, it's all that people see.
    note({ problem: `The restore failed: ${(error as Error).message}` });
    const problem = toSentence("The restore failed", error);
    note({ problem });
    printError(problem);
    return FAILED;
  }
}

/** Deletes what a backup has too from what was set aside, and returns the folders that are left: all of them if that fails. */
function deleteWhatIsIn(backup: string, aside: string[]): string[] {
  try {
    return deleteBackedUp(aside, readManifest(backup));
  } catch {
    // The restore is in place, whatever happens to the old data.
    return aside.filter((folder) => existsSync(folder));
  }
}

/** What was here before and is in no backup, such as a photo that is too large for one. */
function describeLeft(folders: readonly string[]): string | undefined {
  return folders.length > 0
    ? `Some of what was here before may be in no backup. It is in ${folders.join(" and ")}.`
    : undefined;
}

/** A backup of what is here now; undefined if that is too damaged for one and is set aside as is. */
async function backUpFormer(): Promise<Backup | undefined> {
  try {
    return await makeBackup({ allowMissingPictures: true, keepOld: true, isInRestore: true });
  } catch (error) {
    if (!isPresentDamaged()) throw error;
    return undefined;
  }
}

const HELP_OPTION = { type: "boolean", short: "h" } as const;

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

function printHelp(help: string, given: ReturnType<typeof parse>): number {
  if (given?.values.help) {
    console.log(help);
    return 0;
  }
  console.error(help);
  return WRONG_USAGE;
}

/** One sentence for what the operator can fix, such as a full disk; a bug is rethrown. */
function toSentence(what: string, error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof Error && "code" in error) return `${what}: ${error.message}.`;
  throw error;
}

function describeRestore(
  manifest: Manifest,
  { database, pictures }: PresentData,
  { unreadable, isBackedUp }: { unreadable: string; isBackedUp: boolean },
): string[] {
  const present =
    database === undefined
      ? "no database"
      : database === "unreadable"
        ? "a database that can't be read"
        : describeContents(database);
  const changed =
    typeof database === "object" && database.latestChange
      ? `, last changed ${minute(database.latestChange)}`
      : "";
  const pictured = pictures === undefined ? "" : ` and ${countPictures(pictures)}`;
  const becomes = isBackedUp
    ? "What the backup of it has is deleted."
    : "That data is set aside, not deleted.";
  return [
    `The backup: ${describeBackup(manifest)}, made ${minute(manifest.createdAt)} by version ${manifest.version}; it passed its check.`,
    `It replaces: ${present}${pictured}${changed}, in ${config.DATA_DIR} and ${config.UPLOADS_DIR}. ${becomes}`,
    ...(unreadable ? [unreadable] : []),
    describeSettings(manifest),
  ];
}

/** What a new machine needs besides the backup. */
function describeSettings(manifest: Manifest): string {
  const missing = listMissingSettings(manifest);
  const unset = missing.length > 0 ? ` That site had some that are not set here: ${missing.join(", ")}.` : "";
  return `Not in it: environment variables, files that they name such as DKIM_KEY_FILE, and the settings of systemd and the proxy.${unset}`;
}

/** @throws StartError if there is nobody to ask */
async function askToReplace(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new StartError(
      "There is no terminal to ask on, so nothing was changed. If that's what you want, add --yes.",
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question("Restore it? Type yes: ")).trim());
  } finally {
    terminal.close();
  }
}

/** `2026-11-22 03:00 UTC`. */
function minute(isoDateTime: string): string {
  return `${isoDateTime.slice(0, 16).replace("T", " ")} UTC`;
}
