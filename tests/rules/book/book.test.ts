import { beforeAll, expect, test } from "vitest";
import type { BookContent } from "~/book/book";
import { findBookPage, findLineByHash, recordInBook, verifyBook, voidInBook } from "~/book/book.server";
import { checkChain } from "~/book/chain.server";
import { addBusinessDays } from "~/book/states";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";

const NOW = new Date("2026-03-02T15:00:00.000Z");
const CAR: BookContent = {
  what: "car",
  way: "bought",
  on: "2026-03-02",
  name: "2012 Honda Accord",
  stockNumber: "D000001",
  vin: "1HGCP2F31CA000001",
  party: { name: "Ann Lee" },
};
const ACCORD = { direction: "in", kind: "purchase", id: "purchase-0000001" } as const;

beforeAll(async () => {
  await migrate(engine);
});

const write = (content: BookContent, id: string = ACCORD.id) =>
  as({ username: "marta", now: NOW }, () => transaction(() => recordInBook({ ...ACCORD, id }, content)));

test("what is as it was writes nothing, a change corrects the line, and what is back takes it back", async () => {
  await write(CAR);
  await write(CAR);
  await write({ ...CAR, formNumber: "A123" });
  await as({ username: "marta", now: NOW }, () => transaction(() => voidInBook(ACCORD, "Wrong car.")));
  await write(CAR);
  const { lines, total } = await findBookPage({ page: 1 });
  expect(total).toBe(4);
  const told = lines.map(({ sequence, corrects, correctedBy, content }) => [
    sequence,
    corrects,
    correctedBy,
    content.formNumber,
    content.isVoid,
  ]);
  expect(told).toEqual([
    [4, null, undefined, undefined, undefined],
    [3, 2, undefined, "A123", true],
    [2, 1, 3, "A123", undefined],
    [1, null, 2, undefined, undefined],
  ]);
  const check = await verifyBook();
  expect(check).toEqual({ ok: true, lines: 4, lastHash: lines[0]?.hash });
  expect((await findLineByHash(lines[2]?.hash.slice(0, 16) ?? ""))?.sequence).toBe(2);
});

test("a line belongs in a transaction, and one that fails leaves none", async () => {
  const { total } = await findBookPage({ page: 1 });
  const alone = as({ now: NOW }, () => recordInBook({ ...ACCORD, id: "purchase-0000002" }, CAR));
  await expect(alone).rejects.toThrow("transaction");
  const failing = as({ now: NOW }, () =>
    transaction(async () => {
      await recordInBook({ ...ACCORD, id: "purchase-0000002" }, CAR);
      throw new Error("the sale failed");
    }),
  );
  await expect(failing).rejects.toThrow("the sale failed");
  expect((await findBookPage({ page: 1 })).total).toBe(total);
});

test("a search finds what a line says, whatever its case, accents and signs, and nothing of how it is stored", async () => {
  const party = { name: "Ángel Muñoz", address: "12 Main St, Millbrook, NY 12545", number: "7000-12" };
  await write({ ...CAR, name: "2010 Škoda F-150", title: "A_1%-9", party }, "purchase-0000003");
  const found = async (q: string) =>
    (await findBookPage({ q, page: 1 })).lines.map(({ content }) => content.party?.name);
  for (const q of ["ángel", "ANGEL munoz", "Muñoz", "skoda", "f150 main", "700012", "a_1%-9"])
    expect([q, await found(q)]).toEqual([q, ["Ángel Muñoz"]]);
  for (const q of ["party", "stockNumber", "isVoid", '"', "{", "---"])
    expect([q, await found(q)]).toEqual([q, []]);
});

test("the database refuses to change or remove a line", async () => {
  const change = db.updateTable("bookLines").set({ content: "{}" }).where("sequence", "=", 1).execute();
  await expect(change).rejects.toThrow("never changed or removed");
  // The last one: no correction names it.
  const { last } = await db
    .selectFrom("bookLines")
    .select((eb) => eb.fn.max("sequence").as("last"))
    .executeTakeFirstOrThrow();
  const removal = db.deleteFrom("bookLines").where("sequence", "=", last).execute();
  await expect(removal).rejects.toThrow("never changed or removed");
});

test("a chain names the first line that was changed, is missing or was put in", async () => {
  const lines = await db.selectFrom("bookLines").selectAll().orderBy("sequence").execute();
  const check = (changed: typeof lines) =>
    checkChain(
      (async function* () {
        yield* changed;
      })(),
    );
  const changed = lines.map((line) => (line.sequence === 2 ? { ...line, content: "{}" } : line));
  expect(await check(changed)).toMatchObject({
    ok: false,
    sequence: 2,
    why: expect.stringContaining("changed"),
  });
  expect(await check(lines.filter(({ sequence }) => sequence !== 2))).toMatchObject({
    sequence: 2,
    why: expect.stringContaining("missing"),
  });
  const other = lines.map((line) => (line.sequence === 3 ? { ...line, previousHash: "f".repeat(64) } : line));
  expect(await check(other)).toMatchObject({ sequence: 3, why: expect.stringContaining("does not name") });
});

test("no two lines follow the same one", async () => {
  const [first] = await db.selectFrom("bookLines").selectAll().where("sequence", "=", 1).execute();
  if (!first) throw new Error("The book is empty.");
  const fork = db
    .insertInto("bookLines")
    .values({ ...first, sequence: 1000, hash: "a".repeat(64) })
    .execute();
  await expect(fork).rejects.toThrow();
});

test("business days leave weekends out", () => {
  // A Friday, and three weeks later.
  expect(addBusinessDays("2026-03-06", 1)).toBe("2026-03-09");
  expect(addBusinessDays("2026-03-06", 15)).toBe("2026-03-27");
});
