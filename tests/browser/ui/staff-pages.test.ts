import type { Browser, Page } from "playwright";
import { beforeAll, beforeEach, it } from "vitest";
import type { Administrator } from "~/accounts/administrator.server";
import { holdWhatLeaves } from "../../support/axe";
import { openBrowser, visit, waitForElement } from "../../support/browser";
import { type Samples, STAFF_STATES, signInAs, storeSamples } from "../../support/every-page";
import { expectFitForEverybody, expectFocusInSight } from "../../support/looks";
import { type Site, startSite } from "../../support/site";
import { administrator } from "../../support/staff";

let site: Site;
let browser: Browser;
let page: Page;
let samples: Samples;
let account: Administrator;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  const staff = await visit(browser);
  await holdWhatLeaves(staff.context);
  page = staff.page;
  account = await administrator();
  samples = await storeSamples(site);
});

// All pages together take longer than a session lasts where the machine is busy.
beforeEach(async () => {
  await site.db.deleteFrom("sessions").where("administratorId", "=", account.id).execute();
  await signInAs(page.context(), site, account);
});

it.each(STAFF_STATES)(
  "is accessible, fits every window, and hides nothing that has the focus: %s",
  async (_name, path) => {
    await page.goto(site.url + path(samples));
    await waitForElement(page, "[role=timer]");
    await expectFitForEverybody(page);
    await expectFocusInSight(page);
  },
);
