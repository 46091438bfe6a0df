import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { config } from "~/config.server";

process.env.UPDATE_RESTART = "true";

const TAG = "v999.0.0";

/** A repository with a newer release, whose update takes as long as the test lets it. */
const project = mkdtempSync(path.join(tmpdir(), "yard-updates-"));
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.email=a@example.com", "-c", "user.name=Ann", ...args], { cwd: project });
mkdirSync(path.join(project, "scripts"));
mkdirSync(path.join(project, "releases"));
mkdirSync(config.DATA_DIR, { recursive: true });
writeFileSync(
  path.join(project, "scripts/update.mjs"),
  `import { existsSync } from "node:fs"; console.log("updating"); const end = setInterval(() => existsSync("end") && clearInterval(end), 20);`,
);
git("init", "-q");
git("add", ".");
git("commit", "-qm", "A release");
git("tag", TAG);
const former = process.cwd();
process.chdir(project);
const { startUpdate, viewUpdates } = await import("~/machine/updates.server");
afterAll(() => {
  writeFileSync(path.join(project, "end"), "");
  process.chdir(former);
});

it("the file of an update that the machine stopped in is no running update, whatever process has its number now", async () => {
  writeFileSync(path.join(project, "releases/update.lock"), String(process.ppid));
  expect((await viewUpdates()).isRunning).toBe(false);
});

it("an update that can't be started is told, and the site goes on", async () => {
  vi.spyOn(process, "execPath", "get").mockReturnValue("/gone/node");
  expect(await startUpdate(TAG)).toMatch(/^The update can't be started: spawn \/gone\/node ENOENT\./);
  vi.restoreAllMocks();
  expect((await viewUpdates()).isRunning).toBe(false);
});

it("two taps start one update", async () => {
  const answers = await Promise.all([startUpdate(TAG), startUpdate(TAG)]);
  expect(answers.filter(Boolean)).toEqual(["An update is already running."]);
  await expect.poll(() => readFileSync(path.join(config.DATA_DIR, "update.log"), "utf8")).toBe("updating\n");
});
