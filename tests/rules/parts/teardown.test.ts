import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findRecord } from "~/collections/records.server";
import { config } from "~/config.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { movePart, pricePart, sellPart } from "~/parts/actions.server";
import { BODY_KINDS, bodyKind } from "~/parts/body-kind";
import { PART_RECORDS } from "~/parts/part.server";
import type { StockedPart } from "~/parts/teardown";
import { EMPTY_ROW } from "~/parts/teardown";
import { findDonor, listTeardown, stockPart, undoStock } from "~/parts/teardown.server";
import { readTeardownFile } from "~/parts/teardown-file.server";
import { listUsualEntries } from "~/parts/teardown-list.server";
import { as, type By } from "../../support/act";
import { dismantledVehicle, shelfPart } from "../../support/builders";

const NOW = new Date("2026-12-04T15:00:00Z");
const BY = { ...COMMAND_LINE, now: NOW };

beforeAll(async () => {
  await migrate(engine);
});

async function newDonor(overrides: Record<string, unknown> = {}) {
  const donor = await findDonor((await dismantledVehicle(overrides))._id);
  if (!donor) throw new Error("not found");
  return donor;
}

const row = (fields: Partial<typeof EMPTY_ROW> = {}) => ({ ...EMPTY_ROW, ...fields });

async function taken(result: ReturnType<typeof stockPart>): Promise<StockedPart> {
  const answer = await result;
  if (answer.outcome !== "saved") throw new Error(JSON.stringify(answer));
  return answer.part;
}

describe("what is usually sold", () => {
  it("is about forty entries for every body, none twice", () => {
    for (const kind of BODY_KINDS) {
      const ids = listUsualEntries(kind).flatMap(({ entryIds }) => entryIds);
      expect(ids.length).toBeGreaterThanOrEqual(38);
      expect(ids.length).toBeLessThanOrEqual(50);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("follows the body that the VIN tells", () => {
    expect(
      ["Sedan/Saloon", "Pickup", "Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)"].map(bodyKind),
    ).toEqual(["sedan", "pickup", "suv"]);
    expect([bodyKind("Minivan"), bodyKind("Cargo Van"), bodyKind(undefined)]).toEqual([
      "van",
      "van",
      "other",
    ]);
    const pickup = listUsualEntries("pickup").flatMap(({ entryIds }) => entryIds);
    expect(pickup).toContain("tailgate-truck");
    expect(pickup).not.toContain("trunk-lid");
  });

  it.each([
    [
      '{"everyBody": {"Front": ["hedlight"]}, "bodies": {}}',
      'everyBody.Front.0: has no part with the id "hedlight"',
    ],
    ['{"everyBody": {}, "bodies": {"boat": {}}}', "boat"],
    ["{", "is not JSON"],
  ])("is refused at start with a clear message: %s", (text, message) => {
    const file = path.join(config.DATA_DIR, "teardown.json");
    writeFileSync(file, text);
    expect(() => readTeardownFile(file)).toThrow(message);
    expect(() => readTeardownFile(file)).toThrow(file);
  });
});

describe("a price is suggested", () => {
  it("from the last three of the same entry and model", async () => {
    for (const [index, price] of [10, 95, 75, 85].entries())
      await shelfPart({ price, make: "Acura", model: "TSX", now: new Date(NOW.getTime() + index) });
    await shelfPart({ price: 500, make: "Acura", model: "MDX" });
    expect(await suggestionsFor({ make: "ACURA", model: "tsx" })).toEqual([
      ["alternator", { price: 85, from: "In the middle of the last 3: $75, $85, $95" }],
    ]);
  });

  it("from the last one where there are fewer", async () => {
    await shelfPart({ price: 60, make: "Saab", model: "9-3", now: NOW });
    await shelfPart({ price: 70, make: "Saab", model: "9-3", now: new Date(NOW.getTime() + 1) });
    expect(await suggestionsFor({ make: "Saab", model: "93" })).toEqual([
      ["alternator", { price: 70, from: "The last one was $70" }],
    ]);
  });

  it("from none where nobody has priced one: 0 is no price", async () => {
    await shelfPart({ price: 0, make: "Saab", model: "9-5" });
    expect(await suggestionsFor({ make: "Saab", model: "9-5" })).toEqual([]);
  });

  async function suggestionsFor(car: { make: string; model: string }) {
    const rows = (await listTeardown(await newDonor(car))).flatMap((group) => group.rows);
    return rows.flatMap(({ entryId, suggestion }) => (suggestion ? [[entryId, suggestion]] : []));
  }
});

describe("a row", () => {
  it("becomes a part of its car, once, however often it is sent", async () => {
    const donor = await newDonor({ stockNumber: "T-1", year: 2010, mileage: 40_000 });
    const fields = row({ price: "85", location: "A-3-2" });
    const first = await taken(as(BY, () => stockPart(donor, "alternator", fields)));
    expect(first).toMatchObject({
      stockNumber: "T-1-1",
      price: "85",
      location: "A-3-2",
      status: "Available",
    });
    expect(await taken(as(BY, () => stockPart(donor, "alternator", fields)))).toEqual(first);
    const [usual] = (await listTeardown(donor))
      .flatMap(({ rows }) => rows)
      .filter(({ entryId }) => entryId === "alternator");
    expect(usual?.taken).toEqual(first);
  });

  it("changes its part as more is typed, and an answer that got lost does no harm", async () => {
    const donor = await newDonor();
    const { version } = await taken(as(BY, () => stockPart(donor, "starter", row())));
    const typed = row({ price: "60", location: "B-1" });
    const second = await taken(as(BY, () => stockPart(donor, "starter", typed, { version })));
    expect(second).toMatchObject({ price: "60", location: "B-1" });
    expect(await taken(as(BY, () => stockPart(donor, "starter", typed, { version })))).toEqual(second);
  });

  it("does not take what a colleague has stocked or changed", async () => {
    const donor = await newDonor();
    const mine = await taken(as(BY, () => stockPart(donor, "starter", row({ price: "60" }))));
    const theirs = await as(BY, () => stockPart(donor, "starter", row({ price: "70" })));
    expect(theirs).toMatchObject({ outcome: "taken", part: { id: mine.id, price: "60" } });
    await as(BY, () => movePart(mine.id, "C-9"));
    const late = await as(BY, () =>
      stockPart(donor, "starter", row({ price: "65" }), { version: mine.version }),
    );
    expect(late).toMatchObject({ outcome: "taken", part: { location: "C-9", price: "60" } });
    const back = await as(BY, () => undoStock(donor, "starter", { version: mine.version }));
    expect(back.outcome).toBe("taken");
  });

  it("goes to the trash when it is undone", async () => {
    const donor = await newDonor();
    const { version } = await taken(as(BY, () => stockPart(donor, "starter", row())));
    expect(await as(BY, () => undoStock(donor, "starter", { version }))).toEqual({ outcome: "removed" });
    expect(await as(BY, () => undoStock(donor, "starter", { version }))).toEqual({ outcome: "removed" });
  });

  describe("of whoever may not delete parts", () => {
    const yard = (time = NOW) => ({ accountId: "yara", username: "yara", role: "yard" as const, now: time });
    const counter = { accountId: "carl", username: "carl", role: "counter" as const, now: NOW };
    const stockAs = async (by: By) => {
      const donor = await newDonor();
      return { donor, part: await taken(as(by, () => stockPart(donor, "starter", row({ price: "60" })))) };
    };
    const undoAs = async (by: By, donor: Awaited<ReturnType<typeof newDonor>>) => {
      const [stored] = (await as(by, () => listTeardown(donor)))
        .flatMap(({ rows }) => rows)
        .flatMap(({ entryId, taken }) => (entryId === "starter" && taken ? [taken] : []));
      const { outcome } = await as(by, () => undoStock(donor, "starter", { version: stored?.version }));
      return [stored?.mayUndo, outcome];
    };

    it("is undone by the account that has just made it, also after it was changed once more", async () => {
      const { donor, part } = await stockAs(yard());
      await as(yard(), () => movePart(part.id, "C-9", { version: part.version }));
      expect(await undoAs(yard(), donor)).toEqual([true, "removed"]);
    });

    it("is not undone by them where somebody else made it, but by whoever may delete parts", async () => {
      for (const maker of [counter, BY, { ...yard(), accountId: "yuri", username: "yuri" }]) {
        const { donor, part } = await stockAs(maker);
        expect(await undoAs(yard(), donor)).toEqual([false, "forbidden"]);
        expect((await findRecord(PART_RECORDS, part.id))?.item.price).toBe(60);
        expect(await undoAs(counter, donor)).toEqual([true, "removed"]);
      }
    });

    it("is not undone once somebody else has priced it, nor on another day", async () => {
      const { donor, part } = await stockAs(yard());
      await as(counter, () => pricePart(part.id, 1234));
      expect(await undoAs(yard(), donor)).toEqual([false, "forbidden"]);
      const other = await stockAs(yard());
      expect(await undoAs(yard(new Date("2026-12-05T15:00:00Z")), other.donor)).toEqual([false, "forbidden"]);
    });
  });

  it("is not undone while a colleague sells it", async () => {
    const donor = await newDonor();
    const { id, version } = await taken(as(BY, () => stockPart(donor, "starter", row())));
    const selling = as(BY, () => sellPart(id, { price: 60, soldTo: "Bo" }));
    const back = await as(BY, () => undoStock(donor, "starter", { version }));
    await selling;
    expect(back).toMatchObject({ outcome: "taken", part: { id, status: "Sold" } });
    expect((await findRecord(PART_RECORDS, id))?.item.status).toBe("Sold");
  });

  it("says what is wrong with which field", async () => {
    const donor = await newDonor();
    const answer = await as(BY, () =>
      stockPart(donor, "door-front-left", row({ price: "lots", damage: "scratched" })),
    );
    expect(answer).toEqual({
      outcome: "invalid",
      errors: {
        price: ["Please enter a valid price"],
        damage: ["Please enter damage codes such as 2D1, or 000 for none"],
      },
    });
  });

  it("of any other entry is listed first", async () => {
    const donor = await newDonor();
    await taken(as(BY, () => stockPart(donor, "winch", row())));
    const [added] = await listTeardown(donor, { added: ["snow-plow", "no-such-entry"] });
    expect(added?.rows.map(({ entryId }) => entryId)).toEqual(["snow-plow", "winch"]);
  });
});
