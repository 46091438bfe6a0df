// @own-process: a second process, which is killed, writes to this one's database

import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { config } from "~/config.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { shelfPart } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { type SiteProcess, siteProcess } from "../../support/processes";
import { textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: SiteProcess;
let cookie: string;
beforeAll(async () => {
  await migrate(engine);
  ({ cookie } = await signedIn());
  site = await siteProcess({ DATA_DIR: config.DATA_DIR });
  await site.start();
});

/** How long after Complete is pressed: before it is read, in the middle, and before or after its answer. */
const DELAYS_MS = [0, 8, 16, 30, 60];

test("a kill -9 while a sale is completed: the form sent again makes one sale with the next number", async () => {
  const pages: string[] = [];
  for (const [index, delay] of DELAYS_MS.entries()) {
    const { stockNumber } = await shelfPart({ price: 85 });
    const form = {
      ...{ key: `killed-${index}`, intent: "complete", delivery: "pickup", taxPlace: "Dutchess County, NY" },
      ...{ "lines[0].kind": "part", "lines[0].item": stockNumber, "lines[0].quantity": "1" },
      ...{ "lines[0].price": "80", "lines[0].isTaxed": "", "payments[0].method": "card" },
    };
    const answered = site.form("/admin/sales/new", form, { cookie }).catch(() => undefined);
    await setTimeout(delay);
    await site.end("SIGKILL");
    const first = await answered;
    await site.start();
    const again = await site.form("/admin/sales/new", form, { cookie });
    const path = again.headers.get("Location") ?? "";
    expect([again.status, path]).toEqual([303, first?.headers.get("Location") ?? path]);
    pages.push(await textOf(await site.fetch(path, { headers: { Cookie: cookie } })));
  }
  const numbers = pages.map((words) => Number(/\bS-(\d+)/.exec(words)?.[1]));
  expect(numbers).toEqual(DELAYS_MS.map((_, index) => (numbers[0] ?? Number.NaN) + index));
  for (const words of pages) expect(words).toMatch(/Completed/);
  expect(await findBrokenInvariants()).toEqual([]);
}, 60_000);
