import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { builtRoutesBelow } from "../support/built-routes";
import { startSite } from "../support/site";

const GALLERY = "/parts-of-the-site";
const GALLERY_FOLDER = "app/routes/dev/parts-of-the-site";

/** Parts that only hold or choose others. */
const WITHOUT_A_LOOK = ["request-sheet-failure.tsx", "staff-list-failure.tsx", "staff-session.tsx"];

it("the gallery of parts is for development alone: a built site has neither its address nor its code", async () => {
  const site = await startSite();
  expect((await site.fetch(GALLERY)).status).toBe(404);
  expect(await builtRoutesBelow(site, GALLERY, "1")).toEqual([]);
  const scripts = readdirSync("build", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((file) => readFileSync(file, "utf8").includes("data-look"))).toEqual([]);
});

it("every part of app/ui that has a look stands in the gallery", () => {
  const shown = new Set<string>();
  for (const file of readdirSync(GALLERY_FOLDER)) addWithParts(path.join(GALLERY_FOLDER, file), shown);
  const parts = readdirSync("app/ui", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  expect(parts.length).toBeGreaterThan(40);
  const missing = parts.filter((file) => !shown.has(path.join("app/ui", file)));
  expect(missing.sort()).toEqual(WITHOUT_A_LOOK);
});

/** Adds a file and all that it is made of. */
function addWithParts(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/from "([~.][^"]*)"/g)) {
    const target = specifier.startsWith("~/")
      ? path.join("app", specifier.slice(2))
      : path.join(path.dirname(file), specifier);
    const source = [".tsx", ".ts"]
      .map((ending) => target + ending)
      .find((candidate) => existsSync(candidate));
    if (source) addWithParts(source, found);
  }
}
