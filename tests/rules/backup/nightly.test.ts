import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { backUpIfDue } from "~/backup/nightly.server";
import { config } from "~/config.server";

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return process.env.BACKUP_DIR;
});
const project = `${config.DATA_DIR}-project`;
afterAll(() => {
  for (const made of [folder, project]) rmSync(made, { recursive: true, force: true });
});

/** The script of `npm run backup` where BACKUP_HOOK fails: it makes one, and ends with 3. */
const SCRIPT = `
  import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
  const [flag = "make"] = process.argv.slice(2);
  appendFileSync("calls", flag + " ");
  if (flag === "make") {
    const createdAt = new Date().toISOString();
    const name = "yard-" + createdAt.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-") + "Z";
    mkdirSync(process.env.BACKUP_DIR + "/" + name, { recursive: true });
    const figures = { vehicles: 0, requests: 0, pictures: 0, bytes: 0 };
    const lists = { migrations: [], missingPictures: [], files: [] };
    const manifest = { format: 1, version: "1", createdAt, ...figures, ...lists };
    writeFileSync(process.env.BACKUP_DIR + "/" + name + "/manifest.json", JSON.stringify(manifest));
    console.error("The backup is made, but BACKUP_HOOK failed: it ended with 1.");
    process.exitCode = 3;
  }
`;

it("the night's backup is tested also where BACKUP_HOOK fails, which is told", async () => {
  mkdirSync(path.join(project, "scripts"), { recursive: true });
  writeFileSync(path.join(project, "scripts/backup.mjs"), SCRIPT);
  const former = process.cwd();
  process.chdir(project);
  const outcome = backUpIfDue(new Date()).finally(() => process.chdir(former));
  await expect(outcome).rejects.toThrow("BACKUP_HOOK failed");
  expect(readFileSync(path.join(project, "calls"), "utf8")).toBe("make --test ");
});
