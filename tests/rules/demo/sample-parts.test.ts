import { expect, test } from "vitest";
import { business } from "~/business/business.server";
import { bodySchema } from "~/collections/schema";
import { findEntry } from "~/parts/catalog";
import { PART_STATUSES } from "~/parts/part";
import { PARTS } from "~/parts/parts";
import { SAMPLE_PARTS, sampleParts } from "../../../demo/sample-parts";
import { sampleDismantledVehicles } from "../../../demo/sample-vehicles";

const vehicles = sampleDismantledVehicles("2026-03-01");
const samples = sampleParts(vehicles, business.partWarranties);
const parts = samples.map(({ fields }) => bodySchema(PARTS).parse(fields));

test("the demo yard has six hundred parts, always the same ones", () => {
  expect(parts).toHaveLength(SAMPLE_PARTS);
  expect(sampleParts(vehicles, business.partWarranties)).toEqual(samples);
});

test("every part is in the catalog, and from a vehicle that is taken apart; none is twice in one", () => {
  expect(parts.filter(({ entryId }) => !findEntry(entryId))).toEqual([]);
  const donors = new Map(vehicles.map(({ fields }) => [fields.stockNumber, fields.status]));
  expect(new Set(parts.map(({ donor = "" }) => donors.get(donor)))).toEqual(new Set(["Parts Available"]));
  expect(new Set(parts.map(({ donor, entryId }) => `${donor} ${entryId}`)).size).toBe(SAMPLE_PARTS);
});

test("there is one of every kind: each status, damaged, without a price, with a warranty, with a picture", () => {
  expect(new Set(parts.map(({ status }) => status))).toEqual(new Set(PART_STATUSES));
  const count = (is: (part: (typeof parts)[number]) => unknown) => parts.filter(is).length;
  expect(count(({ damage }) => damage && damage !== "000")).toBeGreaterThan(20);
  expect(count(({ price }) => price === undefined)).toBeGreaterThan(5);
  expect(count(({ warranty }) => warranty)).toBeGreaterThan(100);
  expect(count(({ status }) => status === "Available")).toBeGreaterThan(450);
  expect(samples.filter(({ hasPicture }) => hasPicture).length).toBeGreaterThan(50);
});
