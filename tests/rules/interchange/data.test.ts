import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { PART_ENTRIES } from "~/parts/catalog";
import { compactText } from "~/values/normalize";

const read = (name: string): Record<string, string>[] =>
  parse(readFileSync(`app/interchange/data/${name}.csv`), { columns: true });
const carKey = (make = "", model = "") => `${compactText(make)} ${compactText(model)}`;

const generations = read("generations").map((line) => ({
  ...line,
  name: `${line.make} ${line.model} ${line.generation}, ${line.from}–${line.to}`,
  generation: line.generation,
  car: carKey(line.make, line.model),
  bodies: line.body?.split("/") ?? [],
  apart: line.apart,
  from: Number(line.from),
  to: Number(line.to),
}));
const known = new Set(generations.map(({ car }) => car));

test("every generation has bodies and model years", () => {
  const wrong = generations.filter(
    ({ bodies, from, to }) => bodies.includes("") || !(from >= 1984 && from <= to && to <= 2026),
  );
  expect(wrong).toEqual([]);
  expect(known.size).toBeGreaterThan(750);
});

test("two generations of a model share a year only where something tells them apart", () => {
  const doubtful = generations.flatMap((one, index) =>
    generations
      .slice(index + 1)
      .filter(
        (other) =>
          one.car === other.car &&
          one.from <= other.to &&
          other.from <= one.to &&
          one.bodies.some((body) => other.bodies.includes(body)) &&
          !(one.apart && other.apart),
      )
      .map((other) => `${one.name} and ${other.name}`),
  );
  expect(doubtful).toEqual([]);
});

test("every other name leads to a model with generations, and to another one in other years if it is a model's own", () => {
  const names = read("names");
  expect(names.filter((line) => !known.has(carKey(line["known make"], line["known model"])))).toEqual([]);
  const lines = (make?: string, model?: string) =>
    generations.filter(({ car }) => car === carKey(make, model));
  const without = names.filter(
    (line) =>
      known.has(carKey(line.make, line.name)) &&
      lines(line["known make"], line["known model"]).every(({ from, to }) =>
        lines(line.make, line.name).some((own) => own.from <= from && to <= own.to),
      ),
  );
  expect(without).toEqual([]);
});

test("twins and engines are of known generations", () => {
  const made = new Set(generations.map(({ car, generation }) => `${car} ${generation}`));
  const isMade = (make?: string, model?: string, generation?: string) =>
    made.has(`${carKey(make, model)} ${generation}`);
  const twins = read("twins");
  expect(
    twins.filter(
      (line) =>
        !isMade(line.make, line.model, line.generation) ||
        !isMade(line["twin make"], line["twin model"], line["twin generation"]),
    ),
  ).toEqual([]);
  const isMadeIn = (car: string, year: number) =>
    generations.some((line) => line.car === car && line.from <= year && year <= line.to);
  expect(
    [...read("engines"), ...read("transmissions")].filter(({ make, model, from, to }) =>
      [Number(from), Number(to)].some((year) => !isMadeIn(carKey(make, model), year)),
    ),
  ).toEqual([]);
});

test("every part of the catalog follows something, and nobody's twin differs in an unknown kind of part", () => {
  const follows = read("follows");
  const unsaid = PART_ENTRIES.filter(
    ({ subcategoryId }) => !follows.some((line) => line.subcategory === subcategoryId && line.entry === ""),
  );
  expect(unsaid).toEqual([]);
  const isEntry = (entry: string) =>
    PART_ENTRIES.some(
      ({ id }) => id.startsWith(entry) && /^(-(front|rear|left|right))*$/.test(id.slice(entry.length)),
    );
  expect(follows.filter(({ entry = "" }) => entry !== "" && !isEntry(entry))).toEqual([]);
  const kinds = new Set(follows.map(({ kind }) => kind));
  const differs = read("twins").flatMap((line) => line.differs?.split("/").filter(Boolean) ?? []);
  expect(differs.filter((kind) => !kinds.has(kind))).toEqual([]);
});
