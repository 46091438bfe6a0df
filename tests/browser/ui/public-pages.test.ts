import type { Browser, Page } from "playwright";
import { beforeAll, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { PUBLIC_STATES, type Samples, storeSamples } from "../../support/every-page";
import { expectFitForEverybody, expectReadableOnPaper } from "../../support/looks";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
let page: Page;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  ({ page } = await visit(browser));
  samples = await storeSamples(site);
});

it.each(PUBLIC_STATES)(
  "is accessible, fits every window and is readable on paper: %s",
  async (_name, path) => {
    await page.goto(site.url + path(samples));
    await expectFitForEverybody(page);
    await expectReadableOnPaper(page);
  },
);
