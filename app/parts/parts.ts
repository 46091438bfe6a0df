import { defineCollection } from "~/collections/collection";
import type { FieldsOf, PublicRecordOf, RecordOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { day } from "~/collections/fields/day";
import { longText } from "~/collections/fields/long-text";
import { money } from "~/collections/fields/money";
import { text } from "~/collections/fields/text";
import { yesOrNo } from "~/collections/fields/yes-or-no";
import { firstPicture, pictures } from "~/pictures/field";
import { mileage, modelYear } from "~/vehicles/fields";
import { pickSorts } from "~/vehicles/inventory";
import { PART_CATEGORIES } from "./catalog";
import {
  catalogEntry,
  damageCodes,
  donor,
  fittingVehicles,
  partLocation,
  partStockNumber,
  pounds,
  warranty,
} from "./fields";
import { GRADE_LABELS, GRADES, type Grade } from "./grade";
import {
  PART_PRICE_MAX,
  PART_STATUS_LABELS,
  PART_WEIGHT_MAX,
  PUBLIC_PART_STATUSES,
  partTitle,
  STAFF_PARTS_PAGE,
} from "./part";

const NAMED_WITHOUT_DONOR = (
  [
    ["year", "Year"],
    ["make", "Make"],
    ["model", "Model"],
  ] as const
).map(([name, label]) => ({
  at: name,
  with: ["donor", name] as const,
  message: `${label} is required without a donor`,
  holds: (part: { donor?: string | undefined } & Partial<Record<typeof name, unknown>>) =>
    part.donor !== undefined || part[name] !== undefined,
}));

/** What only the server, or only staff, know about a part. */
export const PART_MESSAGES = {
  noDonor: "There is no dismantled vehicle with this stock number",
  warranty: "Please select a warranty",
  sale: "Your role doesn't include sales: leave the status as it was",
  damageQuestion: "The code says no damage, but the words describe some. Is this right?",
} as const;

/** The parts on the shelf. With a donor, year, make, model and mileage are the donor's. */
export const PARTS = defineCollection({
  kind: "part",
  recordKind: "part",
  table: "parts",
  path: STAFF_PARTS_PAGE,
  hasPage: true,
  noun: "part",
  titles: { add: "Add New Part", edit: "Edit Part", one: "Part", many: "Parts" },
  nameOf: (part) => `${partTitle(part)}, stock # ${part.stockNumber}`,
  deleteQuestion: "Are you sure you want to delete this part?",
  failed: (message) => [`Failed to save part: ${message}`],
  fields: {
    images: pictures("Pictures", { public: "page" }),
    imageUrl: firstPicture({ public: "page" }),
    stockNumber: partStockNumber({
      hint: "Leave it empty to number the part after its donor vehicle.",
      public: "page",
    }),
    entryId: catalogEntry("Part", { public: "page" }),
    donor: donor({
      hint: "The dismantled vehicle that it came from. Year, make, model and mileage follow from it.",
      public: "page",
    }),
    year: modelYear({ public: "page" }),
    make: text("Make", { public: "page" }),
    model: text("Model", { public: "page" }),
    mileage: mileage({ public: "page" }),
    fits: fittingVehicles("Also Fits", {
      hint: "One line each, such as 2008-2012 Honda Accord.",
      public: "page",
    }),
    interchange: text("Interchange or OEM Number", { public: "page" }),
    gradeOverride: choice("Grade", GRADE_LABELS, { placeholder: "By the rule" }),
    damage: damageCodes("Damage Codes", {
      hint: "Area, kind and units: 2D1 is a one-unit dent in area 2. 000 is no damage.",
      public: "page",
    }),
    damageNotes: text("Damage in Words", { public: "page" }),
    price: money("Price", { max: PART_PRICE_MAX, public: "page" }),
    coreCharge: money("Core Charge", { max: PART_PRICE_MAX, public: "page" }),
    warranty: warranty({ public: "page" }),
    location: partLocation(),
    status: choice("Status", PART_STATUS_LABELS, { default: "Available", public: "page" }),
    heldFor: text("Held For"),
    soldTo: text("Sold To"),
    soldPrice: money("Sold For", { max: PART_PRICE_MAX }),
    dateAcquired: day("Date Taken In", { startsToday: true, public: "page" }),
    description: longText("Description", { hint: "Buyers see this on the part's page.", public: "page" }),
    weight: pounds("Weight (lb)", { max: PART_WEIGHT_MAX, public: "page" }),
    isShippable: yesOrNo("Shipping", {
      labels: { true: "We ship it", false: "Pickup only" },
      public: "page",
    }),
    notes: longText("Notes", { longLabel: "Notes for staff", hint: "Never shown on the public site." }),
  },
  sections: [
    {
      title: "Part",
      rows: [{ fields: ["entryId"] }, { fields: ["stockNumber", "location"], inPairs: true }],
    },
    {
      title: "Donor Vehicle",
      rows: [
        { fields: ["donor"] },
        { fields: ["year", "make", "model", "mileage"], inPairs: true },
        { fields: ["fits"] },
        { fields: ["interchange"] },
      ],
    },
    {
      title: "Condition",
      rows: [{ fields: ["gradeOverride", "damage"], inPairs: true }, { fields: ["damageNotes"] }],
    },
    {
      title: "Price and Status",
      rows: [
        { fields: ["price", "coreCharge", "warranty", "status"], inPairs: true },
        { fields: ["heldFor"] },
        { fields: ["soldTo", "soldPrice"], inPairs: true },
        { fields: ["dateAcquired"] },
      ],
    },
    { title: "Pictures", rows: [{ fields: ["images"] }] },
    {
      title: "Description and Shipping",
      rows: [{ fields: ["description"] }, { fields: ["weight", "isShippable"], inPairs: true }],
    },
    { title: "Notes", rows: [{ fields: ["notes"] }] },
  ],
  rules: NAMED_WITHOUT_DONOR,
  search: { numbers: ["interchange"], tells: ["status", "price", "location", "mileage"] },
  importNotes: {
    matched:
      "A part whose stock number we have is changed; the others are added. One without a stock number gets a new one.",
    fields:
      "A field without a column keeps its value. An empty cell clears its field; status and date acquired are never cleared. With a donor, year, make, model and mileage are the donor's.",
  },
  list: {
    title: "Parts on the Shelf",
    nouns: ["part", "parts"],
    countsToo: "sold and scrapped ones too",
    searchLabel: "Search by part and car, or stock #",
    emptyText: "No parts found. Tear down a dismantled vehicle, or add one.",
    sorts: pickSorts("newest", "oldest", "stock-number", "year-new", "make", "price-low", "price-high"),
    emptyLast: ["priceCents"],
    filters: {
      category: {
        label: "Category",
        any: "Any category",
        choices: Object.fromEntries(PART_CATEGORIES.map(({ id, name }) => [id, name])),
      },
      part: { label: "Part", any: "For example, alternator", choices: {}, input: "text" },
      make: { label: "Make", any: "Any make", choices: {}, input: "text" },
      model: { label: "Model", any: "Any model", choices: {}, input: "text" },
      year: { label: "Year", any: "", choices: {}, input: "year" },
      location: { label: "Location", any: "For example, A-3", choices: {}, input: "text" },
      age: {
        label: "On the Shelf",
        any: "Any time",
        choices: {
          "new-7": "Up to 7 days",
          "new-30": "Up to 30 days",
          "old-90": "90 days or more",
          "old-180": "180 days or more",
          "old-365": "A year or more",
        },
      },
      missing: {
        label: "Missing",
        any: "Any",
        choices: { price: "No price", picture: "No picture", location: "No location" },
      },
      donor: { label: "Donor Stock #", any: "Any vehicle", choices: {}, input: "text" },
    },
    bulk: ["location", "price", "sell"],
  },
  api: {
    bodyNote:
      "`entryId` takes the id or the name of a catalog entry. With `donor`, a dismantled vehicle's stock number, the part takes its year, make, model and mileage; without it, `year`, `make` and `model` are required. Without `stockNumber` the part gets a number.",
  },
  besides: ({ z }) => ({
    part: z.string(),
    donorId: z.string().optional(),
    year: z.number().int(),
    make: z.string(),
    model: z.string(),
    trim: z.string().optional(),
    vin: z.string().optional(),
    grade: z.enum(GRADES).optional(),
    heldUntil: z.iso.datetime().optional(),
    heldRequestId: z.string().optional(),
    soldAt: z.iso.datetime().optional(),
    saleId: z.string().optional(),
  }),
  public: { page: ["part", "donorId", "trim", "vin", "grade", "soldAt"] },
  restricted: { heldFor: "holds", heldRequestId: "holds", soldTo: "buyers", soldPrice: "buyers" },
  forgets: ["heldFor", "soldTo"],
  // A sold part keeps its page for a while (SOLD_PAGE_DAYS).
  shown: { list: PUBLIC_PART_STATUSES, page: [...PUBLIC_PART_STATUSES, "Sold"] },
});

type PartFieldTypes = (typeof PARTS)["fields"];

/** The editable fields. */
export type PartFields = FieldsOf<PartFieldTypes>;

/** What visitors see of a part besides its fields. */
interface PublicBesides {
  /** The part's name in the catalog. */
  part: string;
  donorId?: string;
  year: number;
  make: string;
  model: string;
  trim?: string;
  vin?: string;
  /** Staff's own grade, otherwise the one by the rule. */
  grade?: Grade;
  soldAt?: string;
}

/** A part as the API returns it to staff. */
export type Part = Omit<RecordOf<PartFieldTypes>, "year" | "make" | "model"> &
  PublicBesides & {
    /** When a hold expires, ISO; undefined for one without end. */
    heldUntil?: string;
    /** The part request that it is held for. */
    heldRequestId?: string;
    /** The sale that has it: a draft holds it, a completed one has sold it. */
    saleId?: string;
  };

/** A part as the public sees it. */
export type PublicPart = Omit<PublicRecordOf<PartFieldTypes>, "year" | "make" | "model"> & PublicBesides;
