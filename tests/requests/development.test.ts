import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { builtRoutesBelow } from "../support/built-routes";
import { startSite } from "../support/site";

const GALLERY = "/parts-of-the-site";

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
