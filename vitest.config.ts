import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { SQLITE_ONLY } from "./tests/support/sqlite-only";

const resolve = { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } };
const setupFiles = ["./tests/support/environment.ts"];
// Node loads the built site as it is: Vitest would first transform all of it, for every test file.
const server = { deps: { external: [/\/build\/server\//] } };
const onPostgres = Boolean(process.env.TEST_POSTGRES);
// Each query waits for another process, which takes long where the machine is busy.
const patience = onPostgres ? 4 : 1;
const globalSetup = onPostgres ? ["./tests/support/postgres-template.ts"] : [];
const exclude = onPostgres
  ? SQLITE_ONLY.filter(({ test }) => !test).map(
      ({ file }) => `tests/${file}${file.endsWith("/") ? "**" : ""}`,
    )
  : ["tests/requests/postgres/**"];

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts"],
          exclude,
          setupFiles,
          globalSetup,
          maxWorkers: 3,
          testTimeout: 20_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      {
        resolve,
        test: {
          name: "requests",
          include: ["tests/requests/**/*.test.ts"],
          exclude,
          setupFiles,
          server,
          globalSetup,
          maxWorkers: 3,
          testTimeout: 30_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      {
        resolve,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          setupFiles,
          server,
          globalSetup: ["./tests/support/browser-server.ts", ...globalSetup],
          // A browser test mostly waits, so four files at once keep two cores busy. They run after the others.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          // A page on a busy machine may need more than Vitest's one second.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser that stalls with its machine fails a test that passes a moment later; a defect fails twice.
          retry: 1,
        },
      },
    ],
  },
});
