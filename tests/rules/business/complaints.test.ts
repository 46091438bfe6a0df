import { expect, it } from "vitest";
import { complaintsOf } from "~/business/links";
import { businessSchema } from "~/business/schema";
import shipped from "../../../business.json";

it("a yard without an operations manager is valid, and its owner hears complaints", () => {
  const { operationsManager, buyersGuide, ...others } = shipped;
  const own = businessSchema.parse(others);
  expect(complaintsOf(own)).toEqual({ name: "Dana Whitcombe", phone: "(555) 555-0142" });
  expect(complaintsOf(businessSchema.parse({ ...others, operationsManager })).name).toBe("Luis Ferreira");
  expect(complaintsOf(businessSchema.parse({ ...others, buyersGuide })).name).toBe(
    buyersGuide.complaints.name,
  );
});
