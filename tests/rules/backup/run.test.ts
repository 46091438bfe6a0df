import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { readJournal } from "~/backup/journal.server";
import { runRestore, runScript } from "~/backup/run.server";
import { config } from "~/config.server";

// A new process takes longer than this to start.
const LIMIT_MS = 1;

it("what takes longer than it may is ended, and says so", async () => {
  await expect(runScript("backup", ["--test", "/nowhere"], LIMIT_MS)).rejects.toThrow(
    /^It was stopped, because it took more than [\d.e-]+ minutes\.$/,
  );
});

it("a restore that is cut off is told on the page", async () => {
  mkdirSync(config.DATA_DIR, { recursive: true });
  await expect(runRestore("/backups/yard-20261122-030000Z", LIMIT_MS)).rejects.toThrow("It was stopped");
  expect(readJournal().lastRestore).toMatchObject({
    backup: "yard-20261122-030000Z",
    problem: expect.stringMatching(/^The restore was cut off, as one is that takes more than/),
    isCutOff: true,
  });
});
