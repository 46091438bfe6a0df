import { defineCollection } from "~/collections/collection";
import type { FieldsOf, RecordOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { day } from "~/collections/fields/day";
import { integer } from "~/collections/fields/integer";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { newestFirst } from "~/collections/sort-order";
import { entryName } from "~/parts/catalog";
import { catalogEntry } from "~/parts/fields";
import { MODEL_YEARS } from "~/vehicles/inventory";
import { VERDICTS } from "./verdicts";

/** Our own statement of what fits: a part of one car on another one. It outranks all data. */
export const FITMENTS = defineCollection({
  kind: "fitment",
  table: "fitments",
  path: "/admin/fitments",
  noun: "fitment",
  titles: { add: "Add Fitment", edit: "Edit Fitment", one: "Fitment", many: "Fitments" },
  nameOf: ({ entryId = "", fromYear, fromMake, fromModel, year, make, model, verdict }) =>
    `${entryName(entryId)} of a ${fromYear} ${fromMake} ${fromModel} ${verdict === "fits" ? "fits" : "does not fit"} a ${year} ${make} ${model}`,
  deleteQuestion: "Are you sure you want to delete this fitment?",
  fields: {
    verdict: choice("Verdict", VERDICTS, { default: "fits" }),
    entryId: catalogEntry("Part"),
    fromYear: integer("Year of the Part's Car", {
      ...MODEL_YEARS,
      required: "The year of the part's car is required",
    }),
    fromMake: text("Make of the Part's Car", { required: "The make of the part's car is required" }),
    fromModel: text("Model of the Part's Car", { required: "The model of the part's car is required" }),
    year: integer("Year", { ...MODEL_YEARS, required: "Year is required" }),
    make: text("Make", { required: "Make is required" }),
    model: text("Model", { required: "Model is required" }),
    stockNumber: text("Stock Number", { max: 40 }),
    request: text("Request", { max: 40 }),
    saidBy: text("Said By", { max: 100, hint: "Leave it empty if it's you." }),
    saidOn: day("Said On", { startsToday: true }),
    notes: longText("Notes"),
  },
  sections: [
    { title: "What We Know", rows: [{ fields: ["verdict"] }, { fields: ["entryId"] }] },
    {
      title: "The Car That the Part Is From",
      rows: [{ fields: ["fromYear"] }, { fields: ["fromMake", "fromModel"], inPairs: true }],
    },
    {
      title: "The Car That It Was Tried On",
      rows: [{ fields: ["year"] }, { fields: ["make", "model"], inPairs: true }],
    },
    {
      title: "Who and When",
      rows: [
        { fields: ["saidBy", "saidOn"], inPairs: true },
        { fields: ["stockNumber", "request"], inPairs: true },
        { fields: ["notes"] },
      ],
    },
  ],
  list: {
    title: "What We Know Fits",
    nouns: ["fitment", "fitments"],
    searchLabel: "Search by car",
    emptyText: "No fitments yet. Add one from a part's page or a request.",
    columns: [
      "verdict",
      "entryId",
      "fromYear",
      "fromMake",
      "fromModel",
      "year",
      "make",
      "model",
      "saidBy",
      "saidOn",
    ],
    sorts: {
      newest: newestFirst(),
    },
  },
  importNotes: {
    matched:
      "A fitment we already have for the same part and the same two cars is changed; the others are added.",
    fields: "A field without a column keeps its value. An empty cell clears its field.",
  },
  api: {
    bodyNote:
      "`entryId` takes the id or the name of a catalog entry. Without `saidBy`, it's the account that sends it; without `saidOn`, it's today.",
  },
});

/** The editable fields of a fitment. */
export type FitmentFields = FieldsOf<(typeof FITMENTS)["fields"]>;
/** A fitment as the API returns it to staff. */
export type Fitment = RecordOf<(typeof FITMENTS)["fields"]>;
