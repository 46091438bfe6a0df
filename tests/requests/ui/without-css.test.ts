import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { PUBLIC_STATES, type Samples, storeSamples } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

/** What a browser shows to nobody, also without CSS. */
const UNSEEN = "[hidden], [popover], [aria-hidden=true], dialog:not([open]), template, script, style";

let site: Site;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  samples = await storeSamples(site);
});

test.each(PUBLIC_STATES)(
  "without CSS %s begins with the skip link, says its menu no more than once and keeps its heads in order",
  async (_name, path) => {
    const body = parse(await (await site.fetch(path(samples))).text()).querySelector("body");
    for (const element of body?.querySelectorAll(UNSEEN) ?? []) element.remove();
    expect(body?.textContent.trim()).toMatch(/^Skip to main content/);
    expect(body?.textContent).not.toContain("Leave this field empty");
    expect(body?.querySelectorAll("nav[aria-label=Main]").length).toBeLessThanOrEqual(1);
    const levels = (body?.querySelectorAll("h1, h2, h3, h4, h5, h6") ?? []).map(({ tagName }) =>
      Number(tagName.slice(1)),
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  },
);
