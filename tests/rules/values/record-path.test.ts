import { describe, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { idInSegment } from "~/values/record-path";
import { donorPath, vehiclePath } from "~/vehicles/inventory";

const _id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describe("the path of a record's page", () => {
  it.each([
    [{ year: 2015, make: "Honda", model: "Civic" }, "2015-honda-civic"],
    [{ year: 2016, make: "Ford", model: "F-150" }, "2016-ford-f-150"],
    [{ year: 1994, make: "Chevrolet", model: "C/K 1500" }, "1994-chevrolet-c-k-1500"],
    [{ year: 2019, make: "Citroën", model: "  C3 Aircross! " }, "2019-citroen-c3-aircross"],
    [{ year: 2003, make: "Chrysler", model: "Town & Country" }, "2003-chrysler-town-country"],
    [{ year: 2003, make: "<b>", model: "../admin?x=%2F#" }, "2003-b-admin-x-2f"],
    [{ year: 2003, make: "本田", model: "O'Neil’s" }, "2003-oneils"],
  ])("has the id first, then the name of %j in letters, digits and hyphens", (named, words) => {
    expect(vehiclePath({ _id, ...named })).toBe(`/inventory/${_id}-${words}`);
    expect(donorPath({ _id, ...named })).toBe(`/parts/${_id}-${words}`);
  });

  it("names the part after its car", () => {
    const part = { _id, entryId: "alternator", year: 2010, make: "Honda", model: "Accord" };
    expect(partPath(part)).toBe(`/part/${_id}-2010-honda-accord-alternator`);
  });

  it("is the id alone where nothing is known that has letters", () => {
    expect(vehiclePath({ _id })).toBe(`/inventory/${_id}`);
    expect(vehiclePath({ _id, make: "本田", model: "--" })).toBe(`/inventory/${_id}`);
  });
});

it.each([
  [`${_id}-2015-honda-civic`, _id],
  [_id, _id],
  [`${_id}-`, _id],
  ["short-2015-honda-civic", "short"],
  ["-2015-honda-civic", ""],
  [undefined, ""],
])("the id in %s is %j", (segment, id) => {
  expect(idInSegment(segment)).toBe(id);
});
