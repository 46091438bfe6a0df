// @own-process: its token is signed with the database's secret, and an earlier file would have read another one

import { beforeAll, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { verifyBook } from "~/book/book.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { newVisitor, type SiteProcess, siteProcess } from "../../support/processes";
import { signedIn } from "../../support/staff";

const PURCHASES = 20;

let processes: SiteProcess[];
let authorization: string;
beforeAll(async () => {
  await migrate(engine);
  processes = await Promise.all([siteProcess(), siteProcess()]);
  await Promise.all(processes.map((one) => one.start()));
  const { session } = await signedIn();
  authorization = `Bearer ${await issueToken(session, new Date())}`;
});

test("two processes that buy at once write one chain, and no stock number twice", async () => {
  const answers = await Promise.all(Array.from({ length: PURCHASES }, (_, index) => buy(index)));
  expect(answers).toEqual(Array(PURCHASES).fill(201));
  expect(await verifyBook()).toMatchObject({ ok: true, lines: PURCHASES });
  const cars = await db.selectFrom("dismantledVehicles").select("stockNumber").execute();
  expect(new Set(cars.map(({ stockNumber }) => stockNumber)).size).toBe(PURCHASES);
});

/** Buys a car through one of the processes; its answer's status. A busy site asks to come again, and nothing is stored. */
async function buy(index: number): Promise<number | undefined> {
  const answer = await processes[index % 2]?.fetch("/api/admin/purchases", {
    method: "POST",
    headers: { ...newVisitor(), Authorization: authorization, "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ what: "car", vin: `4S4BSANC2G3${String(index).padStart(6, "0")}`, year: 2016 },
      ...{ make: "Subaru", model: "Outback", boughtOn: "2026-03-02", becomes: "dismantled" },
      ...{ price: 450.5, sellerName: "Ann Lee" },
    }),
  });
  return answer?.status === 503 ? buy(index) : answer?.status;
}
