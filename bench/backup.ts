// How long a backup and a restore take with 1 GB of pictures and 100,000 rows, while the site writes 50 times a second:
// `npm run bench:backup`. With `-- --folder /mnt/other` backups go to another disk, where pictures are copied instead of
// linked. Ends with status 1 if a restore takes five minutes.
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { newVersions, pictureFile, pictureUrl, publicIdFor } from "../app/pictures/picture";
import { printTable } from "./report";
import { siteEnvironment, temporaryFolder } from "./servers";

const PICTURES = 1_500;
/** Of one picture: 1 GB in all, in 12 files each. */
const PICTURE_BYTES = 1_000_000_000 / PICTURES;
const ROWS = 100_000;
const TARGET_SECONDS = 300;
const WRITE_INTERVAL_MS = 20;

const { values: options } = parseArgs({ options: { folder: { type: "string", default: temporaryFolder } } });
const backups = mkdtempSync(path.join(options.folder, "yard-bench-backups-"));
process.once("exit", () => rmSync(backups, { recursive: true, force: true }));
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...siteEnvironment,
  BACKUP_DIR: backups,
  NODE_ENV: "production",
};

console.log("Making 1 GB of pictures and 100,000 rows …");
// Makes the database.
execFileSync(process.execPath, ["scripts/staff.mjs", "add", "ann", "--new"], {
  env: environment,
  input: "correct horse battery",
  stdio: ["pipe", "ignore", "ignore"],
});
const site = new Database(path.join(siteEnvironment.DATA_DIR, "site.db"));
storeRows(storePictures());

const insert = site.prepare("insert into vinDecodes values (?, '{}', '2026')");
let writes = 0;
const writing = setInterval(() => insert.run(`during ${writes++}`), WRITE_INTERVAL_MS);
const backup = await time(["scripts/backup.mjs"]);
clearInterval(writing);
site.close();
for (const folder of Object.values(siteEnvironment)) rmSync(folder, { recursive: true });
const made = backup.output.trim().split("\n").at(-1) ?? "";
const restore = await time(["scripts/restore.mjs", made, "--yes"]);
console.log(`${backup.output}${writes} writes meanwhile.`);
printTable(
  ["1 GB of pictures, 100,000 rows", "seconds"],
  [
    ["backup", backup.seconds.toFixed(1)],
    ["restore", restore.seconds.toFixed(1)],
  ],
);
process.exit(restore.seconds < TARGET_SECONDS ? 0 : 1);

/** Pictures of random bytes, as many and as large as photos; their URLs. */
function storePictures(): string[] {
  const { formats, widths } = newVersions(1600);
  const files = formats.flatMap((format) => widths.map((width) => pictureFile(width, format)));
  const largest = pictureFile(1600, "webp");
  return Array.from({ length: PICTURES }, () => {
    const bytes = randomBytes(PICTURE_BYTES / files.length);
    const publicId = publicIdFor(createHash("sha256").update(bytes).digest("hex"), 1600, 1200);
    const folder = path.join(siteEnvironment.UPLOADS_DIR, publicId);
    mkdirSync(folder, { recursive: true });
    for (const file of files) {
      writeFileSync(path.join(folder, file), file === largest ? bytes : randomBytes(bytes.length));
    }
    return pictureUrl(publicId, 1600);
  });
}

/** Half of the rows are vehicles, the first with a picture each, half are requests. */
function storeRows(imageUrls: string[]): void {
  const vehicle = site.prepare(
    `insert into dismantledVehicles (id, stockNumber, stockNumberKey, year, make, model, mileage, vin, status, imageUrl,
       notes, dateAcquired, createdAt, updatedAt, searchText)
     values (@id, @id, @id, 2012, 'Honda', 'Accord', 1, @id, 'Parts Available', @imageUrl, @words, @now, @now, @now, @words)`,
  );
  const request = site.prepare(
    `insert into repairRequests (id, createdAt, updatedAt, status, notes, customerName, serviceType, contactMethod)
     values (@id, @now, @now, 'new', '[]', @words, 'other', 'phone')`,
  );
  const now = new Date().toISOString();
  const words = "One owner, dealer serviced, two keys. ".repeat(8);
  site.exec("begin");
  for (let row = 0; row < ROWS / 2; row++) {
    const id = String(row).padStart(26, "0");
    vehicle.run({ id, words, now, imageUrl: imageUrls[row] ?? null });
    request.run({ id, words, now });
  }
  site.exec("commit");
}

async function time(args: string[]): Promise<{ seconds: number; output: string }> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return { seconds: (performance.now() - started) / 1000, output };
}
