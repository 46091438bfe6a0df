import { expect, it } from "vitest";
import { builtRoutesBelow } from "../support/built-routes";
import { startSite } from "../support/site";

it("the page of components is for development: a built site has no such address", async () => {
  const site = await startSite();
  expect((await site.fetch("/components")).status).toBe(404);
  expect(await builtRoutesBelow(site, "/components", "1")).toEqual([]);
});
