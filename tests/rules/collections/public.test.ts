import { expect, test } from "vitest";
import { type Collection, publicFields } from "~/collections/collection";
import { PARTS, type PublicPart } from "~/parts/parts";
import { DISMANTLED_VEHICLES, type PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import {
  type PublicRetailVehicle,
  RETAIL_VEHICLES,
  type RetailCardVehicle,
} from "~/vehicles/retail-vehicles";

test.each<[Collection, readonly string[]]>([
  [RETAIL_VEHICLES, ["notes"]],
  [
    DISMANTLED_VEHICLES,
    ["notes", "obtainedFrom", "disposition", "dispositionDate", "disposedTo", "intendedForExport"],
  ],
  [PARTS, ["notes", "gradeOverride", "location", "heldFor", "soldTo", "soldPrice"]],
])("of $table staff alone see what is not public", (collection, staffOnly) => {
  const shown = publicFields(collection, "page");
  expect(Object.keys(collection.fields).filter((name) => !shown.includes(name))).toEqual(
    Object.keys(collection.fields).filter((name) => staffOnly.includes(name)),
  );
  expect(shown).not.toContain("updatedAt");
});

test("nor are they in the types of what is public", () => {
  // The type checker fails where one of these is a name of the type.
  // @ts-expect-error
  const retail: keyof PublicRetailVehicle = "notes";
  // @ts-expect-error
  const card: keyof RetailCardVehicle = "features";
  // @ts-expect-error
  const dismantled: keyof PublicDismantledVehicle = "obtainedFrom";
  // @ts-expect-error
  const part: keyof PublicPart = "soldTo";
  expect([retail, card, dismantled, part]).toHaveLength(4);
});
