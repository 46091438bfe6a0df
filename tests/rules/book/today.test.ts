import { beforeAll, expect, test } from "vitest";
import { recordInBook } from "~/book/book.server";
import { listDueForms, listUnnamed } from "~/book/staff/book.server";
import { loadBookToday } from "~/book/staff/today.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { purchase } from "../../support/builders";
import { CLERK } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

test("Today counts all the cars that the book and the state ask about, though their lists are shorter", async () => {
  const { _id } = await purchase({ boughtOn: "2026-03-02" });
  const row = await db.selectFrom("purchases").selectAll().where("id", "=", _id).executeTakeFirstOrThrow();
  // Of the last week, and not late yet.
  const recent = "2026-12-18T00:00:00.000Z";
  for (let index = 0; index < 104; index++)
    await db
      .insertInto("purchases")
      .values({ ...row, id: `purchase-${index}`, ...(index < 3 ? { boughtOn: recent } : {}) })
      .execute();
  const gone = { what: "car", way: "scrapped", on: "2026-03-09", name: "2012 Honda Accord" } as const;
  await as(CLERK, () =>
    transaction(async () => {
      for (let index = 0; index < 101; index++)
        await recordInBook({ direction: "out", kind: "dismantledVehicle", id: `car-${index}` }, gone);
    }),
  );
  const today = await as(CLERK, () => loadBookToday({ now: CLERK.now } as never));
  expect(today.items.map(({ label, note }) => [label, note])).toEqual(
    expect.arrayContaining([
      ["101 cars gone", "the book doesn't say who took them"],
      ["105 MV-907A to send", "102 late"],
    ]),
  );
  const [forms, unnamed] = await as(CLERK, () => Promise.all([listDueForms(), listUnnamed()]));
  expect([forms?.due.length, unnamed.cars.length, unnamed.total]).toEqual([100, 100, 101]);
});
