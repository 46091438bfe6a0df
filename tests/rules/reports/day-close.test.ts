import { beforeAll, expect, test } from "vitest";
import { deleteRecord } from "~/collections/trash.server";
import { addCost, costSchema } from "~/costs/costs.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { findBookkeepingFile } from "~/reports/bookkeeping.server";
import { addUpCash } from "~/reports/day-close";
import { closeDay, findExpectedCash, listCloses } from "~/reports/day-close.server";
import { as } from "../../support/act";
import { purchase } from "../../support/builders";
import { storedImport } from "../../support/imports";
import { CLERK } from "../../support/sales";

const DAY = "2026-05-04";

beforeAll(async () => {
  await migrate(engine);
});

test("a drawer that pays for cars and their costs is expected to hold that much less, in the journal too", async () => {
  const bought = await purchase({ boughtOn: DAY, price: 450.5, tow: 60 });
  await purchase({ boughtOn: DAY, price: 800, paidBy: "check" });
  await purchase({ boughtOn: "2026-05-05", price: 99 });
  const { _id: undone } = await purchase({ boughtOn: DAY, price: 70 });
  await as(CLERK, () => deleteRecord(PURCHASE_RECORDS, undone));
  const car = { kind: "dismantled", id: bought.vehicleId ?? "", name: "2012 Honda Accord" } as const;
  for (const [kind, amount, paidBy] of [
    ["tow", "60", "cash"],
    ["fees", "20.25", "check"],
    ["labor", "35", ""],
    ["scrap", "112.40", "cash"],
  ])
    await as(CLERK, () => addCost(car, costSchema(DAY).parse({ kind, amount, paidBy, on: DAY })));
  const cash = await findExpectedCash(DAY);
  expect(cash).toMatchObject({ sales: 0, carIncome: 11_240, bought: 45_050, costs: 6_000 });
  expect(addUpCash(cash)).toBe(11_240 - 45_050 - 6_000);
  const counted = 600_00 + addUpCash(cash);
  await as(CLERK, () =>
    closeDay({ day: DAY, openingCents: 600_00, countedCents: counted, reason: undefined }),
  );
  expect(await db.selectFrom("dayCloses").selectAll().where("day", "=", DAY).execute()).toMatchObject([
    { expectedCents: counted },
  ]);
  const journal = (await findBookkeepingFile("quickbooks", "journal", { from: DAY, to: DAY })) ?? "";
  expect(
    journal
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",").slice(2).join()),
  ).toEqual([
    "Inventory,450.5,,Cars bought",
    "Undeposited Funds,,450.5,Cash",
    "Car Costs,60,,Costs of cars",
    "Undeposited Funds,,60,Cash",
    "Other Income,,112.4,Other sales",
    "Undeposited Funds,112.4,,Cash",
  ]);
});

test("a drawer that doesn't match when its day is closed needs a reason", async () => {
  const day = "2026-05-05";
  const cash = addUpCash(await findExpectedCash(day));
  // Somebody bought a car between the count and the close.
  await purchase({ boughtOn: day, price: 200 });
  const close = (reason?: string) =>
    as(CLERK, () => closeDay({ day, openingCents: 500_00, countedCents: 500_00 + cash, reason }));
  expect(await close()).toEqual({ isClosed: false, differenceCents: 200_00 });
  expect(await listCloses(day)).toEqual([]);
  expect(await close("The car was bought meanwhile")).toEqual({ isClosed: true, differenceCents: 200_00 });
  expect(await listCloses(day)).toMatchObject([{ expectedCents: 300_00 + cash }]);
});

test("cars and cores that were bought before this program leave the drawer and the journal of a closed day as they are", async () => {
  const day = "2024-05-02";
  await as(CLERK, () => closeDay({ day, openingCents: 100_00, countedCents: 100_00, reason: undefined }));
  await storedImport(
    [
      "What,Bought On,VIN,Year,Make,Model,Description,Seller,Price Paid,Paid By",
      "Car,05/02/2024,1HGCP2F31CA000001,2012,Honda,Accord,,Ann Lee,450,Cash",
      "Core,05/02/2024,,,,,3 alternators,Bob Ray,30,Cash",
    ].join("\n"),
    { kind: "purchase" },
  );
  expect(
    await db.selectFrom("purchases").select("priceCents").where("boughtOn", "like", `${day}%`).execute(),
  ).toEqual([{ priceCents: 450_00 }, { priceCents: 30_00 }]);
  expect(addUpCash(await findExpectedCash(day))).toBe(0);
  const journal = (await findBookkeepingFile("quickbooks", "journal", { from: day, to: day })) ?? "";
  expect(journal).not.toContain("Cars bought");
});
