import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findRecord } from "~/collections/records.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_RECORDS } from "~/parts/part.server";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { storedImport, undone } from "../../support/imports";
import { removeRecords } from "../../support/records";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(removeRecords);

const CAR = { kind: "dismantled" } as const;
const ofDonor = (donor: string) => shelfPart({ donor, year: undefined, make: undefined, model: undefined });
const findPart = async (id: string) => (await findRecord(PART_RECORDS, id))?.item;

describe("an undone import of cars", () => {
  test("gives a car's parts back what they had from it", async () => {
    const donor = { stockNumber: "D000500", year: 2012, make: "Honda", model: "Accord" };
    await dismantledVehicle(donor);
    const { _id } = await ofDonor("D000500");
    const work = await storedImport("Stock #,Year,Make,Model\nD000500,2008,Ford,Escape\n", CAR);
    expect(await findPart(_id)).toMatchObject({ year: 2008, make: "Ford", model: "Escape" });
    await undone(work);
    expect(await findPart(_id)).toMatchObject({ year: 2012, make: "Honda", model: "Accord" });
  });
});
