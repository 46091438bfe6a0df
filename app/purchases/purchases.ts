import { BOOK_WHAT, type BookWhat, MAJOR_PARTS } from "~/book/book";
import { defineCollection } from "~/collections/collection";
import { type Field, type FieldsOf, type RecordOf, readOnly, setOnce } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { day } from "~/collections/fields/day";
import { integer } from "~/collections/fields/integer";
import { longText } from "~/collections/fields/long-text";
import { money } from "~/collections/fields/money";
import { phone } from "~/collections/fields/phone";
import { text } from "~/collections/fields/text";
import { zip } from "~/collections/fields/zip";
import { newestFirst, oldestFirst } from "~/collections/sort-order";
import { mileage, modelYear, VIN_OF_YEAR, vin } from "~/vehicles/fields";
import { MAX_STOCK_NUMBER_LENGTH, vehicleName } from "~/vehicles/inventory";
import { MAX_VEHICLE_TEXT_LENGTH, VIN_MESSAGES } from "~/vin/validate";

/** What is done with a car that was bought. */
const BECOMES = { dismantled: "Dismantle for parts", retail: "Sell whole" } as const;
export type Becomes = keyof typeof BECOMES;

const ID_KINDS = {
  license: "Driver license",
  "state-id": "State ID card",
  passport: "Passport",
  military: "Military ID",
  other: "Other",
} as const;

export const TITLE_KINDS = {
  title: "Title",
  salvage: "Salvage certificate",
  "junk-paper": "Junk or salvage transfer (MV-907A)",
  registration: "Transferable registration",
  bill: "Bill of sale only",
  none: "None",
} as const;

export const PAID_BY = { cash: "Cash", check: "Check", bank: "Bank transfer", trade: "Trade-in" } as const;

/** What is stored about a seller, encrypted. */
export const SEALED_LABELS = {
  idNumber: "ID number",
  idPhoto: "Photo of the ID",
  titlePhoto: "Photo of the title",
  signature: "Signature",
} as const;

/**
 * The most photos and numbers that a purchase has: its own form's, twice as many again, and what was missing then. It has as many signed
 * bills, one for each correction: opening the purchase waits for them.
 */
export const MAX_OF_PURCHASE = 12;

/** What is stored about a seller, in words: `ID number, photo of the ID (2)`. */
export function sealedText(kinds: readonly (keyof typeof SEALED_LABELS)[]): string {
  const named = [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return count === 1 ? SEALED_LABELS[kind] : `${SEALED_LABELS[kind]} (${count})`;
  });
  return named.join(", ");
}

/** What an item about a seller is sealed for: only that one, so that it doesn't open in another one's place. */
export function sellerPurpose(id: string): string {
  return `seller ${id}`;
}

/** In dollars; anything more is a typing error. */
const PRICE_MAX = 1_000_000;

/** A VIN that what is no car may lack. */
const vinIfAny = {
  ...vin(),
  optional: true,
  rule: (rules: Parameters<Field["rule"]>[0]) => vin().rule(rules, true),
};

/** Cars, cores and parts that the yard bought. Who sold it is asked for by law; the ID's number and photos are kept apart, encrypted. */
export const PURCHASES = defineCollection({
  kind: "purchase",
  table: "purchases",
  path: "/admin/purchases",
  hasPage: true,
  noun: "purchase",
  titles: { add: "Buy a Car", edit: "Edit Purchase", one: "Purchase", many: "Purchases" },
  nameOf: purchaseName,
  deleteQuestion: "Are you sure you want to delete this purchase?",
  forgets: "all",
  fields: {
    what: choice("What", BOOK_WHAT, { default: "car" }),
    boughtOn: day("Bought On", { startsToday: true }),
    vin: vinIfAny,
    year: modelYear(),
    make: text("Make"),
    model: text("Model"),
    trim: text("Trim", { max: MAX_VEHICLE_TEXT_LENGTH }),
    odometer: mileage(),
    description: text("Description", { hint: "What it is, where it's no car: 3 alternator cores." }),
    quantity: integer("Quantity", { min: 1, max: 10_000, message: "Please enter how many" }),
    stockNumber: text("Stock Number", { max: MAX_STOCK_NUMBER_LENGTH }),
    becomes: choice("What Happens to It", BECOMES, { default: "dismantled" }),
    sellerName: text("Seller", { required: "Please enter who sold it" }),
    sellerPhone: phone("Seller's Phone"),
    sellerStreet: text("Street"),
    sellerCity: text("City"),
    sellerState: text("State", { max: 40 }),
    sellerZip: zip("ZIP Code"),
    sellerNumber: text("Facility Number", {
      max: 60,
      hint: "For a dealer, dismantler or other business, as registered with the state.",
    }),
    idKind: choice("ID", ID_KINDS),
    titleKind: choice("Title", TITLE_KINDS),
    titleState: text("Title State", { max: 40 }),
    titleNumber: text("Title Number", { max: 60 }),
    formNumber: text("State Form Number", { max: 60, hint: "In New York, the one on the MV-907A." }),
    price: money("Price Paid", { max: PRICE_MAX }),
    paidBy: choice("Paid By", PAID_BY),
    checkNumber: text("Check Number", { max: 60 }),
    towedBy: text("Towed By"),
    tow: money("Tow", { max: PRICE_MAX }),
    boughtBy: text("Bought By"),
    catalyticConverters: choice("Catalytic Converters", MAJOR_PARTS),
    airBags: choice("Air Bags", MAJOR_PARTS),
    notes: longText("Notes"),
    vehicleKind: readOnly(text("Kind of Vehicle")),
    vehicleId: readOnly(text("Vehicle ID")),
    requestId: setOnce(text("Car Offer ID", { max: 64 })),
    tradeSaleId: setOnce(text("Traded In on Sale ID", { max: 64 })),
  },
  sections: [
    {
      title: "Car",
      rows: [
        { fields: ["vin"] },
        { fields: ["year", "make", "model", "trim", "odometer", "stockNumber"], inPairs: true },
        { fields: ["what", "description", "quantity", "becomes"], inPairs: true },
        { fields: ["catalyticConverters", "airBags"] },
      ],
    },
    {
      title: "Seller",
      rows: [
        { fields: ["sellerName", "sellerPhone"] },
        { fields: ["sellerStreet", "sellerCity"] },
        { fields: ["sellerState", "sellerZip"] },
        { fields: ["idKind", "sellerNumber"] },
      ],
    },
    {
      title: "Title",
      rows: [{ fields: ["titleKind", "titleState"] }, { fields: ["titleNumber", "formNumber"] }],
    },
    {
      title: "Payment",
      rows: [
        { fields: ["price", "paidBy", "checkNumber", "boughtOn"], inPairs: true },
        { fields: ["tow", "towedBy"] },
        { fields: ["boughtBy"] },
        { fields: ["notes"] },
      ],
    },
  ],
  rules: [
    {
      at: "vin",
      with: ["what", "vin"],
      message: VIN_MESSAGES.required,
      holds: ({ what, vin }) => what !== "car" || vin !== "",
    },
    VIN_OF_YEAR,
    {
      at: "year",
      with: ["what", "year"],
      message: "Please enter the car's year",
      holds: ({ what, year }) => what !== "car" || year !== undefined,
    },
    {
      at: "make",
      with: ["what", "make"],
      message: "Please enter the car's make",
      holds: ({ what, make }) => what !== "car" || make !== undefined,
    },
    {
      at: "model",
      with: ["what", "model"],
      message: "Please enter the car's model",
      holds: ({ what, model }) => what !== "car" || model !== undefined,
    },
    {
      at: "description",
      with: ["what", "description"],
      message: "Please say what it is",
      holds: ({ what, description }) => what === "car" || description !== undefined,
    },
    {
      at: "price",
      with: ["price"],
      message: "Please enter what you paid: 0 if it was free",
      holds: ({ price }) => price !== undefined,
    },
  ],
  list: {
    title: "Cars Bought",
    nouns: ["purchase", "purchases"],
    searchLabel: "Search by VIN, stock #, car or seller",
    emptyText: "Nothing bought yet. Buy a car to get started.",
    columns: ["boughtOn", "year", "make", "model", "stockNumber", "sellerName", "price"],
    search: [
      "vin",
      "stockNumber",
      "make",
      "model",
      "description",
      "sellerName",
      "sellerPhone",
      "titleNumber",
      "formNumber",
    ],
    emptyLast: ["year"],
    sorts: {
      newest: newestFirst("boughtOn"),
      oldest: oldestFirst("boughtOn"),
    },
    filters: {
      what: { label: "What", any: "Everything", choices: BOOK_WHAT },
    },
  },
  search: { numbers: ["stockNumber", "titleNumber", "formNumber"], tells: ["boughtOn", "sellerName", "vin"] },
  importNotes: {
    matched: "Every row is added. Imported purchases aren't written in the book, and add no vehicles.",
    fields: "A field without a column stays empty.",
  },
  api: {
    bodyNote:
      "A new purchase of a car also adds the dismantled or retail vehicle that it becomes, and a line in the book. A change writes a correction in the book.",
  },
});

/** The editable fields of a purchase. */
export type PurchaseFields = FieldsOf<(typeof PURCHASES)["fields"]>;
/** A purchase as the API returns it to staff. */
export type Purchase = RecordOf<(typeof PURCHASES)["fields"]>;

/** What a purchase is named by. */
interface NamedPurchase {
  what?: BookWhat;
  description?: string | undefined;
  stockNumber?: string | undefined;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** `2012 Honda Accord, stock # D000123`, or what else it is. It doesn't name anyone. */
export function purchaseName(purchase: NamedPurchase): string {
  const { stockNumber } = purchase;
  const name = whatName(purchase);
  return stockNumber ? `${name}, stock # ${stockNumber}` : name;
}

/** `2012 Honda Accord`, `3 alternator cores`. */
export function whatName({ what = "car", description, ...vehicle }: NamedPurchase): string {
  return what === "car" ? vehicleName(vehicle) : (description ?? BOOK_WHAT[what]);
}
