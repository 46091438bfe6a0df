import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SQLITE_ONLY } from "./tests/support/sqlite-only";

const resolve = { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } };
const setupFiles = ["./tests/support/environment.ts"];
// Node loads the built site as it is: Vitest would first transform all of it, for every test file.
const server = { deps: { external: [/\/build\/server\//] } };
const onPostgres = Boolean(process.env.TEST_POSTGRES);
// Each query waits for another process, which takes long where the machine is busy.
const patience = onPostgres ? 4 : 1;
const globalSetup = [
  "./tests/support/folder.ts",
  ...(onPostgres ? ["./tests/support/postgres-template.ts"] : []),
];
const exclude = onPostgres
  ? SQLITE_ONLY.filter(({ test }) => !test).map(
      ({ file }) => `tests/${file}${file.endsWith("/") ? "**" : ""}`,
    )
  : ["tests/requests/postgres/**"];

/**
 * Most test files share a process, its imports and one site, whose records go with each file. A file that sets the environment or
 * replaces a module before the site loads gets its own process; so does one whose first line is `// @own-process: <why>`.
 */
const NEEDS_OWN_PROCESS =
  /\bvi\.(mock|doMock|hoisted|stubEnv|resetModules)\b|process\.env(\.\w+ = |\))|delete process\.env|^\/\/ @own-process: \S/;
const ownProcess = (project: string) => filesWith(project, NEEDS_OWN_PROCESS);
/** Requests to a site that sends mail and knows its address from outside: their files share one too. */
const NEEDS_MAIL = /support\/mail-server"/;
const withMail = filesWith("requests", NEEDS_MAIL).filter((file) => !ownProcess("requests").includes(file));

function filesWith(project: string, words: RegExp): string[] {
  return readdirSync(`tests/${project}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.posix.join("tests", project, file.replaceAll(path.sep, "/")))
    .filter((file) => words.test(readFileSync(file, "utf8")));
}

// Vitest's one second is too short for what a busy machine does after an answer.
const expect = { poll: { timeout: 15_000 * patience } };

// Tests wait for pages, processes and clocks, so four files at once keep two cores busy.
const maxWorkers = 4;

const browser = {
  setupFiles,
  server,
  globalSetup: ["./tests/support/browser-server.ts", ...globalSetup],
  maxWorkers,
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const requests = {
  include: ["tests/requests/**/*.test.ts"],
  exclude,
  isolate: false,
  setupFiles,
  server,
  globalSetup,
  maxWorkers,
  expect,
  testTimeout: 90_000 * patience,
  hookTimeout: 60_000 * patience,
};

/** Ten thousand of them take one core for minutes, so that they begin before everything else. */
const HISTORIES = "rules/sales/histories";
/** The files that take longest first, so that no core waits for the last of them. Files of one project stay together: they share processes. */
const LONGEST = [
  "browser/ui/accessibility-staff",
  "browser/ui/staff-pages",
  "browser/ui/public-pages",
  "browser/journeys/webkitgtk",
  "browser/accounts/session",
  "requests/update",
  "requests/accounts/accounts",
  "requests/start",
  "requests/pictures/bucket",
  "rules/import/import",
  "rules/pictures/storage",
  "rules/seo/seo",
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.includes(name));
      return at < 0 ? LONGEST.length : at;
    };
    const projects = [
      "browser",
      "browser, own process",
      "requests",
      "requests with mail",
      "own process",
      "rules",
    ];
    const place = ({ project, moduleId }: TestSpecification) =>
      moduleId.includes(HISTORIES) ? -1 : projects.indexOf(project.name);
    return (await super.sort(files)).sort(
      (one, other) => place(one) - place(other) || rank(one) - rank(other),
    );
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts"],
          exclude: [...exclude, ...ownProcess("rules")],
          isolate: false,
          setupFiles,
          globalSetup,
          maxWorkers,
          expect,
          testTimeout: 60_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      {
        resolve,
        test: {
          ...requests,
          name: "requests",
          exclude: [...exclude, ...ownProcess("requests"), ...withMail],
        },
      },
      {
        resolve,
        test: { ...requests, name: "requests with mail", include: withMail, env: { TEST_MAIL: "1" } },
      },
      {
        resolve,
        test: {
          name: "own process",
          include: [...ownProcess("rules"), ...ownProcess("requests")],
          exclude,
          setupFiles,
          server,
          globalSetup,
          maxWorkers,
          expect,
          testTimeout: 90_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      {
        resolve,
        test: {
          ...browser,
          name: "browser",
          // Its sites send mail.
          env: { TEST_MAIL: "1" },
          include: ["tests/browser/**/*.test.ts"],
          exclude: ownProcess("browser"),
          isolate: false,
        },
      },
      {
        resolve,
        test: { ...browser, name: "browser, own process", include: ownProcess("browser") },
      },
    ],
  },
});
