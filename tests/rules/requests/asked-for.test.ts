import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { sayFitment } from "~/interchange/fitments.server";
import { findWantedParts } from "~/requests/asked-for.server";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { countQueries } from "../../support/queries";
import { newPartRequest } from "../../support/requests";

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["partRequests", "parts", "fitments"] as const) await db.deleteFrom(table).execute();
});

async function radiator(year: number) {
  const { _id: id, entryId, stockNumber, make, model } = await shelfPart({ year, entryId: "radiator" });
  return { id, entryId, stockNumber, year, make, model };
}

describe("the parts that open requests ask for", () => {
  it("are those of the same car, and of others that they are likely or known to fit", async () => {
    const request = await newPartRequest();
    const [same, near, far, said, denied] = await Promise.all([2003, 2005, 1992, 2015, 2004].map(radiator));
    const parts = [same, near, far, said, denied].filter((part) => part !== undefined);
    const car = { year: 2003, make: "Honda", model: "Accord" };
    for (const [part, verdict] of [
      [said, "fits"],
      [denied, "does-not-fit"],
    ] as const)
      if (part)
        await as({ now: new Date() }, () =>
          sayFitment({ from: part, car, entryId: "radiator", verdict }, {}),
        );
    expect(await findWantedParts(parts)).toEqual([
      { part: same, requests: [request], grade: "exact year" },
      { part: near, requests: [request], grade: "same generation" },
      { part: said, requests: [request], grade: "confirmed here" },
    ]);
  });

  it("take no more queries where there are more parts and requests", async () => {
    const parts = [await radiator(2003), await radiator(2005)];
    await newPartRequest();
    const few = await countQueries(() => findWantedParts(parts.slice(0, 1)));
    for (let count = 0; count < 5; count++) await newPartRequest();
    expect(await countQueries(() => findWantedParts(parts))).toBe(few);
  });
});
