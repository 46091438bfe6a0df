import { beforeAll, expect, test } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { reportSold } from "~/reports/sold.server";
import { shelfPart } from "../../support/builders";
import { completedSale } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

test("a core charge is no line of its part: what one brings on average is what the part alone was sold for", async () => {
  const { _id: part } = await shelfPart({ entryId: "alternator", price: 75, coreCharge: 15 });
  await completedSale({
    lines: [
      { kind: "part", part },
      { kind: "core", part },
    ],
  });
  const days = { from: "2026-12-20", to: "2026-12-20" };
  const kinds = await reportSold(days, "part");
  expect(kinds.rows.map(({ cells }) => cells)).toEqual([
    ["Alternator", 1, 75_00, 75_00],
    ["Core charge", 1, 15_00, 15_00],
  ]);
  const [, , net] = (await reportSold(days, "day")).total ?? [];
  expect([kinds.total, net]).toEqual([["Total", 2, 90_00, null], 90_00]);
});
