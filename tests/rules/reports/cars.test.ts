import { beforeAll, expect, test } from "vitest";
import { addCost, costSchema, loadCarMoney } from "~/costs/costs.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { runReport } from "~/reports/report.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { CLERK, completedSale } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

test("each car has what it cost, brought in, has on the shelf and made, as its own page says", async () => {
  const bought = await purchase({ boughtOn: "2026-03-02", price: 450, tow: 50, stockNumber: "D0700" });
  const id = bought.vehicleId ?? "";
  const donor = "D0700";
  const car = { kind: "dismantled", id, name: "2012 Honda Accord" } as const;
  for (const [kind, amount] of [
    ["fees", "20.25"],
    ["scrap", "300"],
  ])
    await as(CLERK, () => addCost(car, costSchema("2026-03-09").parse({ kind, amount, on: "2026-03-09" })));
  await shelfPart({ donor, status: "Sold", soldPrice: 180 });
  await shelfPart({ donor, price: 75 });
  const [one, two] = [await shelfPart({ donor, price: 60 }), await shelfPart({ donor, price: 40 })];
  const sale = await completedSale({
    lines: [
      { kind: "part", part: one._id },
      { kind: "part", part: two._id },
      { kind: "discount", percent: 10 },
    ],
  });
  const back = returnSchema.parse({
    lines: [{ saleLineId: sale.lines[1]?._id, quantity: 1, reason: "not-needed", goesTo: "shelf" }],
    method: "cash",
  });
  await as(CLERK, () => returnItems(sale._id, back));
  // A car to sell whole that was sold, one that nobody knows the price of, and one of another month.
  const whole = await purchase({ boughtOn: "2026-03-05", price: 2_000, becomes: "retail" });
  await completedSale({ lines: [{ kind: "vehicle", vehicle: whole.vehicleId ?? "", price: 3_500 }] });
  const unknown = await dismantledVehicle({ dateAcquired: "2026-03-31" });
  await retailVehicle({ dateAcquired: "2026-04-01" });
  const { rows, total, figures } = await runReport("cars", {
    days: { from: "2026-03-01", to: "2026-03-31" },
    ...{ by: "", today: "2026-04-02" },
  });
  expect(rows.map(({ cells: [, ...cells] }) => cells)).toEqual([
    ["2026-03-31", null, 0, 0, null],
    ["2026-03-05", 200_000, 350_000, 0, 150_000],
    // 450 + 50 + 20.25; scrap 300, by hand 180, 60 less its tenth; 75 and the 40 that came back.
    ["2026-03-02", 52_025, 53_400, 11_500, 1_375],
  ]);
  expect(rows[0]?.to).toContain(unknown._id);
  expect(total?.slice(2)).toEqual([252_025, 403_400, 11_500, 151_375]);
  expect(figures[0]).toEqual({ label: "Made so far", value: "$1,513.75" });
  const own = await loadCarMoney("dismantled", id);
  expect([own.spent, own.income]).toEqual([52_025, 53_400]);
});
