import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/*
 * A subject is one room: its pages are in `site/` and `staff/` below it, and no other subject reaches into them. The linter holds in
 * which direction folders import each other (biome.json); this it cannot say.
 */

/** What brings the subjects' pages together. */
const SHARED = ["site", "staff", "dev"];

test("no subject imports from another one's pages", () => {
  const wrong = imports().filter(
    ({ from, to }) => isPage(to) && from !== to.split("/")[0] && !SHARED.includes(from),
  );
  expect(wrong).toEqual([]);
});

test("what pages share reaches into a subject's pages in these places alone", () => {
  const places = imports().filter(({ from, to }) => isPage(to) && SHARED.includes(from));
  expect([...new Set(places.map(({ file }) => file))].sort()).toEqual([
    // Shows components as pages have them.
    "dev/components/route.tsx",
    // What staff pages of a collection show beside its definition.
    "staff/records/views.ts",
    // What each subject has for today.
    "staff/today/sections.server.ts",
  ]);
});

/** Whether a module is below a subject's `site/` or `staff/`. */
function isPage(module: string): boolean {
  return /^[^/]+\/(site|staff)\//.test(module);
}

/** Every import by its path below `app/`. */
function imports(): { file: string; from: string; to: string }[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((name) => {
    const file = name.replaceAll(path.sep, "/");
    const from = file.includes("/") ? (file.split("/")[0] ?? "") : "";
    const found = readFileSync(`app/${file}`, "utf8").matchAll(/(?:from|import|import\() ?"~\/([^"]+)"/g);
    return from === "" ? [] : Array.from(found, ([, to = ""]) => ({ file, from, to }));
  });
}
