import type { Browser, Page } from "playwright";
import { beforeAll, it } from "vitest";
import { holdWhatLeaves } from "../../support/axe";
import { openBrowser } from "../../support/browser";
import { type Samples, STAFF_STATES, storeSamples, visitAsStaff } from "../../support/every-page";
import { expectFitForEverybody, expectFocusInSight } from "../../support/looks";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
let page: Page;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  const staff = await visitAsStaff(browser, site);
  await holdWhatLeaves(staff.context);
  page = staff.page;
  samples = await storeSamples(site);
});

it.each(STAFF_STATES)(
  "is accessible, fits every window, and hides nothing that has the focus: %s",
  async (_name, path) => {
    await page.goto(site.url + path(samples));
    await page.getByRole("timer").waitFor();
    await expectFitForEverybody(page);
    await expectFocusInSight(page);
  },
);
