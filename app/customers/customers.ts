import { defineCollection } from "~/collections/collection";
import type { FieldsOf, RecordOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { integer } from "~/collections/fields/integer";
import { lines } from "~/collections/fields/lines";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { zip } from "~/collections/fields/zip";
import { newestFirst, sortOrder } from "~/collections/sort-order";

/** The languages that a customer may want to be answered in, by their codes (BCP 47). */
const LANGUAGES = {
  en: "English",
  es: "Spanish",
  zh: "Chinese",
  fr: "French",
  ht: "Haitian Creole",
  ko: "Korean",
  pl: "Polish",
  pt: "Portuguese",
  ru: "Russian",
  vi: "Vietnamese",
} as const;

/** The most phone numbers, and the most email addresses, of one customer. */
export const MAX_CONTACTS = 10;

/** The people and businesses that ask for parts, repairs and cars. */
export const CUSTOMERS = defineCollection({
  kind: "customer",
  table: "customers",
  path: "/admin/customers",
  hasPage: true,
  noun: "customer",
  titles: { add: "Add New Customer", edit: "Edit Customer", one: "Customer", many: "Customers" },
  nameOf: ({ name, business }) => [name, business].filter(Boolean).join(", "),
  deleteQuestion: "Are you sure you want to delete this customer?",
  isPersonal: true,
  forgets: "all",
  fields: {
    name: text("Name", { required: "Name is required" }),
    business: text("Business"),
    phones: lines("Phones", {
      nouns: ["phone number", "phone numbers"],
      max: MAX_CONTACTS,
      hint: "One per line. The first is the one we call.",
      each: ({ phoneSchema }) =>
        phoneSchema({
          missing: "Please enter one phone number per line",
          malformed: "Please enter a valid 10-digit phone number",
        }),
    }),
    emails: lines("Emails", {
      nouns: ["email address", "email addresses"],
      max: MAX_CONTACTS,
      hint: "One per line. The first is the one we write to.",
      each: ({ emailSchema }) =>
        emailSchema({
          missing: "Please enter one email address per line",
          malformed: "Please enter a valid email address",
        }),
    }),
    street: text("Street"),
    city: text("City"),
    state: text("State", { max: 40 }),
    zipCode: zip("ZIP Code"),
    wholesalePercent: integer("Wholesale Price (% of List)", {
      min: 1,
      max: 100,
      unit: "percent",
      message: "Please enter a percentage from 1 to 100",
      hint: "80 means they pay $80 for a $100 part. Empty for list price.",
    }),
    taxExemptNumber: text("Tax Exempt Number", { max: 60 }),
    language: choice("Language", LANGUAGES),
    notes: longText("Notes"),
  },
  sections: [
    {
      title: "Customer",
      rows: [{ fields: ["name", "business"] }, { fields: ["phones", "emails"] }, { fields: ["language"] }],
    },
    { title: "Address", rows: [{ fields: ["street", "city"] }, { fields: ["state", "zipCode"] }] },
    {
      title: "Prices and Notes",
      rows: [{ fields: ["wholesalePercent", "taxExemptNumber"] }, { fields: ["notes"] }],
    },
  ],
  list: {
    title: "Customers",
    nouns: ["customer", "customers"],
    searchLabel: "Search by name, phone or email",
    emptyText: "No customers yet. Anyone who sends a request becomes one.",
    columns: ["name", "business", "phones", "emails", "city"],
    sorts: {
      newest: newestFirst(),
      name: sortOrder("Name: A to Z", "nameKey", "asc", "Name"),
    },
    filters: {
      show: {
        label: "Show",
        any: "All customers",
        choices: { open: "With open requests", wholesale: "Wholesale", "tax-exempt": "Tax-exempt" },
      },
    },
  },
  importNotes: {
    matched:
      "A customer whose phone number or email address we have is changed; the others are added. A name alone matches no one.",
    fields: "A field without a column keeps its value. An empty cell clears its field.",
  },
  api: {
    bodyNote:
      "A phone number or an email address is one customer's: a body with another customer's answers 400 and names them.",
  },
});

/** The editable fields of a customer. */
export type CustomerFields = FieldsOf<(typeof CUSTOMERS)["fields"]>;
/** A customer as the API returns it to staff. */
export type Customer = RecordOf<(typeof CUSTOMERS)["fields"]>;
