import { beforeAll, expect, test } from "vitest";
import { createRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { FITMENTS } from "~/interchange/fitments";
import { FITMENT_RECORDS } from "~/interchange/fitments.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { updateRequest } from "~/requests/work.server";
import { MAX_LINE_LENGTH } from "~/values/normalize";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { newPartRequest } from "../../support/requests";

// PostgreSQL takes at most 2,704 bytes for a row of an index, and packs what repeats: here nothing does.
beforeAll(() => migrate(engine));

const FIRST_IDEOGRAPH = 0x4e00;
let next = 0;

/** As many letters of three bytes as a line may have, in no order. */
function longestLine(): string {
  return Array.from({ length: MAX_LINE_LENGTH }, () => {
    next = (next + 7919) % 20_000;
    return String.fromCharCode(FIRST_IDEOGRAPH + next);
  }).join("");
}

const names = () => ({ make: longestLine(), model: longestLine() });

test("cars and parts with the longest names there are can be stored and listed", async () => {
  expect((await dismantledVehicle({ ...names(), trim: longestLine() })).make).toHaveLength(MAX_LINE_LENGTH);
  expect((await retailVehicle(names())).model).toHaveLength(MAX_LINE_LENGTH);
  expect((await shelfPart({ ...names(), location: "A1" })).make).toHaveLength(MAX_LINE_LENGTH);
});

test("a part fits as many cars as its form takes", async () => {
  const fits = Array.from({ length: 50 }, () => `1985-2024 ${longestLine().slice(0, 90)}`);
  expect((await shelfPart({ fits })).fits).toHaveLength(50);
});

test("what fits can be said of the longest names, and the history has them", async () => {
  const [from, tried] = [names(), names()];
  const fields = bodySchema(FITMENTS).parse({
    ...{ verdict: "fits", entryId: "alternator" },
    ...{ fromYear: 2012, fromMake: from.make, fromModel: from.model },
    ...{ year: 2013, ...tried },
  });
  const said = await as({ ...COMMAND_LINE, now: new Date() }, () => createRecord(FITMENT_RECORDS, fields));
  expect(said.outcome).toBe("saved");
});

test("a request with the longest texts is stored, and can be worked on", async () => {
  const id = await newPartRequest({ otherComponent: longestLine() }, { name: longestLine() });
  const work = () => updateRequest(PART_REQUESTS, id, { status: "quoted" });
  expect(await as({ username: "marta", now: new Date() }, work)).toMatchObject({ outcome: "done" });
});

test("a line is as long as it is compared: a syllable of three letters counts as three", () => {
  const said = (make: string) =>
    bodySchema(FITMENTS)
      .safeParse({ make })
      .error?.issues.find(({ path }) => path[0] === "make")?.message;
  expect(said("\uac01".repeat(MAX_LINE_LENGTH / 3))).toBeUndefined();
  expect(said("\uac01".repeat(MAX_LINE_LENGTH / 3 + 1))).toBe("Please use at most 200 characters");
  // One of four bytes counts as two: more of them than of three would be too long for an index.
  expect(said("\u{20000}".repeat(MAX_LINE_LENGTH / 2))).toBeUndefined();
  expect(said("\u{20000}".repeat(MAX_LINE_LENGTH / 2 + 1))).toBe("Please use at most 200 characters");
});
