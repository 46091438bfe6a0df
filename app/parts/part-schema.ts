import { z } from "zod";
import type { VehicleImage } from "~/pictures/image-rows";
import { dollarsSchema } from "~/values/money";
import { optionalLine, optionalMessage } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { type ItemForm, toOptions } from "~/vehicles/form";
import {
  commonFields,
  commonFormFields,
  daySchema,
  imagesFormSchema,
  mileageSchema,
  orOmitted,
  typedDaySchema,
  yearSchema,
  yesOrNoSchema,
} from "~/vehicles/schema";
import { entryName, findEntryByName } from "./catalog";
import { searchParts } from "./catalog-search";
import { explainTypedDamage, formatDamage, parseDamage } from "./damage";
import { type Fit, formatFit, MAX_FITS, parseFit } from "./fits";
import { GRADES, type Grade } from "./grade";
import {
  PART,
  PART_PRICE_MAX,
  PART_STATUS_LABELS,
  PART_STATUSES,
  PART_WEIGHT_MAX,
  type PartStatus,
} from "./part";

/** The messages for a part's own fields. */
export const PART_MESSAGES = {
  entry: "Please choose a part from the catalog",
  price: "Please enter a valid price",
  weight: "Please enter a weight in pounds",
  damage: "Please enter damage codes such as 2D1, or 000 for none",
  fits: "Please write each line like 2008-2012 Honda Accord",
  noDonor: "There is no dismantled vehicle with this stock number",
  warranty: "Please select a warranty",
  damageQuestion: "The code says no damage, but the words describe some. Is this right?",
} as const;

const dollars = orOmitted(dollarsSchema(PART_MESSAGES.price, { min: 0, max: PART_PRICE_MAX }));

/** A catalog entry by its id, name or label. What is close to several is refused with their names. */
const entrySchema = z.string(PART_MESSAGES.entry).transform((name, context) => {
  const entry = findEntryByName(name);
  if (entry) return entry.id;
  const close = searchParts(name, 3).map(({ label }) => label);
  const hint = close.length > 0 ? `, such as ${close.join("; ")}` : "";
  context.addIssue({ code: "custom", message: PART_MESSAGES.entry + hint });
  return z.NEVER;
});

const damageSchema = orOmitted(
  z.string(PART_MESSAGES.damage).transform((text, context) => {
    const damages = parseDamage(text);
    if (damages) return formatDamage(damages);
    context.addIssue({ code: "custom", message: PART_MESSAGES.damage });
    return z.NEVER;
  }),
);

const fitSchema = z
  .object({ vehicle: z.string(), yearFrom: z.number(), yearTo: z.number() }, PART_MESSAGES.fits)
  .transform((fit) => formatFit(fit as Fit));

/** An array of objects or lines in the API, one a line in a form. */
const fitsSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split(/[\n|]/) : (value ?? [])),
    z.array(z.union([z.string(), fitSchema], PART_MESSAGES.fits), PART_MESSAGES.fits),
  )
  .transform((lines, context): Fit[] => {
    const fits = lines.filter((line) => line.trim() !== "").map(parseFit);
    if (fits.length <= MAX_FITS && fits.every((fit) => fit !== undefined)) return fits;
    context.addIssue({
      code: "custom",
      message: fits.length > MAX_FITS ? `Please enter at most ${MAX_FITS} lines` : PART_MESSAGES.fits,
    });
    return z.NEVER;
  })
  .prefault([]);

/** The editable fields. With a donor, year, make, model and mileage are the donor's. */
export const partFieldsSchema = z.object({
  stockNumber: optionalLine(40)
    .transform((number) => number ?? "")
    .pipe(z.string()),
  entryId: entrySchema,
  donor: optionalLine(40),
  year: orOmitted(yearSchema()),
  make: optionalLine(),
  model: optionalLine(),
  mileage: orOmitted(mileageSchema()),
  fits: fitsSchema,
  interchange: optionalLine(),
  gradeOverride: orOmitted(z.enum(GRADES, "Please select a grade")),
  damage: damageSchema,
  damageNotes: optionalLine(),
  price: dollars,
  coreCharge: dollars,
  warranty: optionalLine(),
  location: optionalLine(),
  status: orOmitted(z.enum(PART_STATUSES, "Please select a status"))
    .transform((status) => status ?? "Available")
    .pipe(z.enum(PART_STATUSES)),
  heldFor: optionalLine(),
  soldTo: optionalLine(),
  soldPrice: dollars,
  dateAcquired: orOmitted(daySchema),
  imageUrl: commonFields.imageUrl,
  images: commonFields.images,
  description: optionalMessage(),
  weight: orOmitted(
    z
      .union([z.number(), z.string().transform(Number)], PART_MESSAGES.weight)
      .pipe(
        z
          .number(PART_MESSAGES.weight)
          .positive(PART_MESSAGES.weight)
          .max(PART_WEIGHT_MAX, PART_MESSAGES.weight),
      ),
  ),
  isShippable: orOmitted(yesOrNoSchema),
  notes: commonFields.notes,
});

export type PartFields = z.output<typeof partFieldsSchema>;

/** The same, as an API body. */
export const partSchema = withVehicle(partFieldsSchema);

/** The editable fields, as in a form, where dates are typed. */
export function partFormSchema(today: IsoDay) {
  return withVehicle(
    partFieldsSchema.extend({ images: imagesFormSchema, dateAcquired: orOmitted(typedDaySchema(today)) }),
  );
}

/** Without a donor, the vehicle is typed. */
function withVehicle<Schema extends z.ZodType<Pick<PartFields, "donor" | "year" | "make" | "model">>>(
  schema: Schema,
): Schema {
  return schema.superRefine((fields, context) => {
    if (fields.donor !== undefined) return;
    for (const [name, label] of [
      ["year", "Year"],
      ["make", "Make"],
      ["model", "Model"],
    ] as const) {
      if (fields[name] !== undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: `${label} is required without a donor` });
    }
  });
}

/** A part as the API returns it to staff. */
export type Part = Omit<PartFields, "year" | "make" | "model"> & {
  _id: string;
  /** The part's name in the catalog, and its category's id. */
  part: string;
  donorId?: string;
  year: number;
  make: string;
  model: string;
  trim?: string;
  vin?: string;
  /** Staff's own grade, otherwise the one by the rule. */
  grade?: Grade;
  status: PartStatus;
  /** When a hold ends by itself, ISO; undefined for one without end. */
  heldUntil?: string;
  /** The part request that it is held for. */
  heldRequestId?: string;
  soldAt?: string;
  dateAcquired: string;
  createdAt: string;
  /** Its version, which every change of it raises. */
  updatedAt: string;
  images: VehicleImage[];
};

/** The fields of a part that the public sees. */
export const PART_PUBLIC_FIELDS = [
  "_id",
  "stockNumber",
  "entryId",
  "part",
  "donor",
  "donorId",
  "year",
  "make",
  "model",
  "trim",
  "vin",
  "mileage",
  "fits",
  "interchange",
  "grade",
  "damage",
  "damageNotes",
  "price",
  "coreCharge",
  "warranty",
  "status",
  "soldAt",
  "dateAcquired",
  "imageUrl",
  "images",
  "description",
  "weight",
  "isShippable",
  "createdAt",
] as const satisfies (keyof Part)[];

/** A part as the public sees it. */
export type PublicPart = Pick<Part, (typeof PART_PUBLIC_FIELDS)[number]>;

/** The form of a part. */
export const PART_FORM: ItemForm<PartFields> = {
  kind: PART.kind,
  list: PART.list.path,
  titles: { add: "Add New Part", edit: "Edit Part" },
  noun: PART.noun,
  fields: {
    images: { ...commonFormFields.images, label: "Pictures" },
    stockNumber: {
      label: "Stock Number",
      input: "short",
      optional: true,
      hint: "Leave it empty to number the part after its donor vehicle.",
    },
    entryId: { label: "Part", input: "part", format: entryName },
    donor: {
      label: "Donor Stock Number",
      input: "short",
      optional: true,
      hint: "The dismantled vehicle that it came from. Year, make, model and mileage follow from it.",
    },
    year: { label: "Year", input: "integer", optional: true },
    make: { label: "Make", input: "short", optional: true },
    model: { label: "Model", input: "short", optional: true },
    mileage: { label: "Mileage", input: "integer", optional: true, unit: "miles" },
    fits: {
      label: "Also Fits",
      input: "long",
      optional: true,
      format: formatFit,
      hint: "One line each, such as 2008-2012 Honda Accord.",
    },
    interchange: { label: "Interchange or OEM Number", input: "short", optional: true },
    gradeOverride: {
      label: "Grade",
      input: "select",
      optional: true,
      options: GRADES.map((grade) => ({ value: grade, label: grade })),
      placeholder: "By the rule",
    },
    damage: {
      label: "Damage Codes",
      input: "short",
      optional: true,
      hint: "Area, kind and units: 2D1 is a one-unit dent in area 2. 000 is no damage.",
      explain: explainTypedDamage,
    },
    damageNotes: { label: "Damage in Words", input: "short", optional: true },
    price: { label: "Price", input: "decimal", optional: true, unit: "dollars" },
    coreCharge: { label: "Core Charge", input: "decimal", optional: true, unit: "dollars" },
    warranty: { label: "Warranty", input: "select", optional: true, options: [], placeholder: "None" },
    location: { label: "Location", input: "short", optional: true, hint: "Row, rack and shelf." },
    status: { label: "Status", input: "select", options: toOptions(PART_STATUS_LABELS) },
    heldFor: { label: "Held For", input: "short", optional: true },
    soldTo: { label: "Sold To", input: "short", optional: true },
    soldPrice: { label: "Sold For", input: "decimal", optional: true, unit: "dollars" },
    dateAcquired: { label: "Date Taken In", input: "date", optional: true },
    description: {
      label: "Description",
      input: "long",
      optional: true,
      hint: "Buyers see this on the part's page.",
    },
    weight: { label: "Weight (lb)", input: "decimal", optional: true },
    isShippable: {
      label: "Shipping",
      input: "select",
      optional: true,
      options: toOptions({ true: "We ship it", false: "Pickup only" }),
      placeholder: "Not specified",
    },
    notes: commonFormFields.notes,
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
  defaults: { status: "Available" },
  mayLack: [],
  schema: partFormSchema,
  failed: (message) => [`Failed to save part: ${message}`],
};
