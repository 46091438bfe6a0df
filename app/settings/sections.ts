import { FEED_NAMES, FEEDS } from "~/feeds/feed";
import { formatPhone } from "~/values/phone";

/*
 * What can be set in the browser: the business file, in sections, with a page for each. What a value may be is said by the file's
 * schema alone (business/schema.ts).
 */

export const SETTINGS_PAGE = "/admin/settings";

/** The most rows that a form has, so that it stays within the limit of a form's fields; more of them stay as they are. */
export const MAX_ROWS = 45;

/** One field of a section's form. */
export interface SettingField {
  /** Where its value is in the business file: `address.street`; within a row its last part alone. */
  name: string;
  label: string;
  /** What it does, where a visitor sees it. */
  hint: string;
  /** `text` unless said. `lines` is an array of texts, one a line; `feed` is off, on, or on at a private address. */
  input?: "text" | "long" | "lines" | "number" | "yes-no" | "choice" | "feed";
  type?: "email" | "tel" | "url";
  optional?: boolean;
  choices?: readonly string[];
  /** The heading that stands above it and the fields that follow. */
  heading?: string;
  /** Makes what was typed what the file has: `555 555 0142` is `(555) 555-0142`. */
  tidy?: (typed: string) => string;
}

/** Rows that are added and removed. */
export interface SettingRows {
  /** The key in the business file. */
  name: string;
  noun: string;
  fields: readonly SettingField[];
}

export interface SettingsSection {
  id: SectionId;
  title: string;
  /** What is in it, for the list of sections and the head of its page. */
  about: string;
  fields: readonly SettingField[];
  rows?: SettingRows;
}

export type SectionId =
  | "business"
  | "hours"
  | "team"
  | "services"
  | "milestones"
  | "warranties"
  | "repairs"
  | "sales"
  | "bookkeeping"
  | "feeds"
  | "documents"
  | "sign-in";

/** The time zones of the United States; the business file may name any other. */
const TIME_ZONES = [
  "America/New_York",
  "America/Detroit",
  "America/Indiana/Indianapolis",
  "America/Chicago",
  "America/Denver",
  "America/Boise",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
];

const BUSINESS: SettingsSection = {
  id: "business",
  title: "Business",
  about: "Name, phone, email, address and time zone",
  fields: [
    {
      name: "name",
      label: "Name",
      hint: "In the header of every page, in search results and on every paper you print.",
    },
    { name: "tagline", label: "Tagline", hint: "Below the name where your site is shared as a link." },
    {
      name: "foundedYear",
      label: "Year founded",
      hint: "“Here since 2012” on Repair Services and About.",
      input: "number",
    },
    { name: "owner", label: "Owner", hint: "Named on the About page." },
    { name: "operationsManager", label: "Operations manager", hint: "Named on the About page." },
    {
      name: "phone",
      label: "Phone",
      hint: "The number that every Call button dials.",
      type: "tel",
      tidy: formatPhone,
      heading: "How to reach you",
    },
    {
      name: "email",
      label: "Email",
      hint: "On Contact. Customers' replies to mail from the site go here too.",
      type: "email",
    },
    {
      name: "privacyEmail",
      label: "Email for privacy requests",
      hint: "In the privacy policy. Data requests go here.",
      type: "email",
    },
    {
      name: "address.street",
      label: "Street",
      hint: "On Contact, in the footer and in directions.",
      heading: "Where you are",
    },
    { name: "address.city", label: "City", hint: "Also in the titles of pages that search engines show." },
    {
      name: "address.state",
      label: "State",
      hint: "Two letters, such as NY.",
      tidy: (typed) => typed.toUpperCase(),
    },
    { name: "address.zipCode", label: "ZIP code", hint: "Such as 12545." },
    {
      name: "coordinates.latitude",
      label: "Latitude",
      hint: "Where the map on Contact puts its pin, such as 41.7851.",
      input: "number",
    },
    {
      name: "coordinates.longitude",
      label: "Longitude",
      hint: "West of Greenwich it begins with a minus, such as -73.6935.",
      input: "number",
    },
    {
      name: "timeZone",
      label: "Time zone",
      hint: "Every time on the site, and when you are open.",
      input: "choice",
      choices: TIME_ZONES,
    },
  ],
};

/** `8 AM` as `8am`. */
const tidyTime = (typed: string) => typed.replace(/[\s.]/g, "").toLowerCase();

const HOURS: SettingsSection = {
  id: "hours",
  title: "Hours",
  about: "When you are open, and days off",
  fields: [
    {
      name: "hours.days",
      label: "Days",
      hint: "As visitors read them: Monday to Friday, or Tue, Thu and Sat.",
    },
    { name: "hours.opens", label: "Opens", hint: "Such as 8am or 8:30am.", tidy: tidyTime },
    { name: "hours.closes", label: "Closes", hint: "Such as 5pm or 5:30pm.", tidy: tidyTime },
    {
      name: "hours.weekends",
      label: "On weekends",
      hint: "A sentence below the hours, on Contact and in the footer.",
    },
    { name: "hours.weekendsShort", label: "On weekends, short", hint: "In the bar above every page." },
    {
      name: "hours.closedOn",
      label: "Days off",
      hint: "One a line: 2026-11-26, or 12-25 for every year. The site says “Closed now” on them.",
      input: "lines",
      optional: true,
    },
    {
      name: "answerHours",
      label: "Business hours until you answer",
      hint: "What customers are promised when they send a request, and when Today says that one is late. 24 if it's empty.",
      input: "number",
      optional: true,
      heading: "Answers",
    },
  ],
};

const TEAM: SettingsSection = {
  id: "team",
  title: "Team",
  about: "Who the About page names besides the owner and the manager",
  fields: [],
  rows: {
    name: "team",
    noun: "Person",
    fields: [
      { name: "name", label: "Name", hint: "" },
      { name: "role", label: "Role", hint: "" },
    ],
  },
};

const SERVICES: SettingsSection = {
  id: "services",
  title: "Services",
  about: "What you do, on the About page",
  fields: [],
  rows: {
    name: "services",
    noun: "Service",
    fields: [
      { name: "title", label: "Title", hint: "" },
      { name: "text", label: "Text", hint: "", input: "long" },
    ],
  },
};

const MILESTONES: SettingsSection = {
  id: "milestones",
  title: "Milestones",
  about: "The story of your yard by years, on the About page",
  fields: [],
  rows: {
    name: "milestones",
    noun: "Milestone",
    fields: [
      { name: "year", label: "Year", hint: "", input: "number" },
      { name: "text", label: "What happened", hint: "", input: "long" },
    ],
  },
};

const WARRANTIES: SettingsSection = {
  id: "warranties",
  title: "Warranties, Returns and Shipping",
  about: "What you promise with a repair or a part",
  fields: [
    {
      name: "warranty.newParts",
      label: "Repairs with new parts",
      hint: "A sentence on Repair Services.",
      input: "long",
      heading: "Warranties",
    },
    {
      name: "warranty.usedParts",
      label: "Repairs with used parts",
      hint: "A sentence on Repair Services.",
      input: "long",
    },
    {
      name: "partWarranties",
      label: "Warranties of parts",
      hint: "One a line. Staff choose one for each part, and its page shows it.",
      input: "lines",
      optional: true,
    },
    {
      name: "returnPolicy.sentence",
      label: "Return policy",
      hint: "On every part's page. Leave the four of them empty to say nothing.",
      input: "long",
      optional: true,
      heading: "Returns",
    },
    {
      name: "returnPolicy.days",
      label: "Days to return a part",
      hint: "For search engines. 0 if you take nothing back.",
      input: "number",
      optional: true,
    },
    {
      name: "returnPolicy.shippingBack",
      label: "Shipping back",
      hint: "For search engines.",
      input: "choice",
      choices: ["free", "customer pays"],
      optional: true,
    },
    {
      name: "returnPolicy.restockingPercent",
      label: "Restocking fee, in percent",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.sentence",
      label: "Shipping",
      hint: "On the page of every part that you ship. Leave all of them empty to say nothing.",
      input: "long",
      optional: true,
      heading: "Shipping",
    },
    {
      name: "shipping.price",
      label: "Shipping price, in dollars",
      hint: "For search engines: one price for any part.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.handlingDays.0",
      label: "Business days until it leaves, fewest",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.handlingDays.1",
      label: "Business days until it leaves, most",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.transitDays.0",
      label: "Business days on its way, fewest",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.transitDays.1",
      label: "Business days on its way, most",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
  ],
};

const REPAIRS: SettingsSection = {
  id: "repairs",
  title: "Repair Estimates",
  about: "Sales tax, the price of an hour, and the words on every estimate",
  fields: [
    {
      name: "repairEstimate.taxPercent",
      label: "Sales tax, in percent",
      hint: "Such as 8.125. A new estimate begins with it.",
      input: "number",
      optional: true,
    },
    {
      name: "repairEstimate.laborRate",
      label: "An hour of labor, in dollars",
      hint: "A new line of labor begins with it.",
      input: "number",
      optional: true,
    },
    {
      name: "repairEstimate.registration",
      label: "Shop registration",
      hint: "At the foot of every estimate, such as Repair shop registration 7000000.",
      optional: true,
    },
    {
      name: "repairEstimate.words",
      label: "Words on every estimate",
      hint: "One sentence a line. What is there at first is what New York asks of a shop.",
      input: "lines",
      optional: true,
    },
  ],
};

const SALES: SettingsSection = {
  id: "sales",
  title: "Sales and Tax",
  about: "Sales tax by place, what is taxed, and the number of the first sale",
  fields: [
    {
      name: "sales.taxesCores",
      label: "Core charges are taxed",
      hint: "A new line of a sale begins with it.",
      input: "yes-no",
    },
    { name: "sales.taxesLabor", label: "Labor is taxed", hint: "The same for labor.", input: "yes-no" },
    {
      name: "sales.taxesShipping",
      label: "Shipping is taxed",
      hint: "The same for shipping.",
      input: "yes-no",
    },
    {
      name: "sales.firstNumber",
      label: "Number of the first sale",
      hint: "Only counts until the first sale is completed, so that you can go on where another program stopped.",
      input: "number",
      optional: true,
    },
  ],
  rows: {
    name: "salesTaxes",
    noun: "Tax rate",
    fields: [
      { name: "place", label: "Place", hint: "As a receipt says it, such as Dutchess County, NY." },
      { name: "percent", label: "Percent", hint: "Such as 8.125.", input: "number" },
    ],
  },
};

const BOOKKEEPING: SettingsSection = {
  id: "bookkeeping",
  title: "Bookkeeping",
  about: "The accounts that the files for QuickBooks and Xero name",
  fields: [
    account("cash", "Cash", "Where cash goes until it is deposited.", "What is paid"),
    account("card", "Cards", "Where card payments wait for the bank."),
    account("check", "Checks", "Where checks go until they are deposited."),
    account("bank", "Bank transfers", "The bank account."),
    account("receivable", "On account", "What customers owe."),
    account("storeCredit", "Store credit", "What you owe customers."),
    account("parts", "Parts", "Income from parts.", "What it is for"),
    account("vehicles", "Vehicles", "Income from vehicles."),
    account("labor", "Labor", "Income from labor."),
    account("shipping", "Shipping", "What customers pay for shipping."),
    account("cores", "Core charges", "Held until the core comes back."),
    account("other", "Other", "Income from everything else."),
    account("salesTax", "Sales tax", "Owed to the state."),
  ],
};

function account(name: string, label: string, hint: string, heading?: string): SettingField {
  return {
    name: `bookkeeping.accounts.${name}`,
    label,
    hint: `${hint} In Xero, its code.`,
    ...(heading ? { heading } : {}),
  };
}

const FEED_SETTINGS: SettingsSection = {
  id: "feeds",
  title: "Store and Feeds",
  about: "Your store on a marketplace, and the files that other sites fetch",
  fields: [
    {
      name: "marketplace.name",
      label: "Marketplace",
      hint: "As visitors read it, such as eBay.",
      heading: "Your store",
    },
    {
      name: "marketplace.storeUrl",
      label: "Your store's address",
      hint: "Where the store's button on Shop Recycled Parts leads.",
      type: "url",
    },
    {
      name: "marketplace.id",
      label: "Short name of the marketplace",
      hint: "One lower-case word, such as ebay. The data request form uses it.",
    },
    ...FEED_NAMES.map(
      (name, at): SettingField => ({
        name: `feeds.${name}`,
        label: FEEDS[name].title,
        hint: FEEDS[name].purpose,
        input: "feed",
        ...(at === 0 ? { heading: "Feeds" } : {}),
      }),
    ),
    {
      name: "feeds.storeCode",
      label: "Google store code",
      hint: "What Google calls this location. Its two feeds need it.",
      optional: true,
    },
    {
      name: "feeds.titleStatus",
      label: "Title status",
      hint: "What the salvage feed says of every vehicle's title.",
      optional: true,
    },
  ],
};

const DOCUMENTS: SettingsSection = {
  id: "documents",
  title: "Buyers Guide and NMVTIS",
  about: "What the FTC's Buyers Guide says of you, and your reporting number",
  fields: [
    {
      name: "buyersGuide.asIsAllowed",
      label: "My state allows as-is sales",
      hint: "Lets a Buyers Guide say “As is, no dealer warranty”.",
      input: "yes-no",
      heading: "Buyers Guide",
    },
    {
      name: "buyersGuide.complaints.name",
      label: "Whom to contact with complaints",
      hint: "Printed on the guide. The operations manager and your phone if both are empty.",
      optional: true,
    },
    {
      name: "buyersGuide.complaints.phone",
      label: "Phone for complaints",
      hint: "Printed beside it.",
      type: "tel",
      tidy: formatPhone,
      optional: true,
    },
    {
      name: "buyersGuide.email",
      label: "Email on the guide",
      hint: "Printed with your address.",
      type: "email",
      optional: true,
    },
    {
      name: "buyersGuide.signatureLine",
      label: "Print a line for the buyer's signature",
      hint: "At the foot of the guide.",
      input: "yes-no",
    },
    {
      name: "nmvtis.reportingEntityId",
      label: "NMVTIS reporting number",
      hint: "Your ID as a reporting entity, in every line of the report.",
      optional: true,
      heading: "NMVTIS",
    },
  ],
};

const SIGN_IN: SettingsSection = {
  id: "sign-in",
  title: "Sign-In",
  about: "What your people need to sign in",
  fields: [
    {
      name: "signIn.secondFactorForAll",
      label: "Everyone needs a second factor",
      hint: "A passkey, or a code from an app on their phone. Whoever has none is led to set it up when they sign in, before anything else.",
      input: "yes-no",
    },
  ],
};

export const SECTIONS: readonly SettingsSection[] = [
  BUSINESS,
  HOURS,
  TEAM,
  SERVICES,
  MILESTONES,
  WARRANTIES,
  REPAIRS,
  SALES,
  BOOKKEEPING,
  FEED_SETTINGS,
  DOCUMENTS,
  SIGN_IN,
];

/** The section with this id. */
export function findSection(id: string | undefined): SettingsSection | undefined {
  return SECTIONS.find((section) => section.id === id);
}

/** The address of a section's page. */
export function sectionPath(id: SectionId): string {
  return `${SETTINGS_PAGE}/${id}`;
}

/** The keys of the business file that a section sets. */
export function keysOf({ fields, rows }: Pick<SettingsSection, "fields" | "rows">): string[] {
  const keys = fields.map(({ name }) => name.split(".")[0] ?? "");
  return [...new Set(rows ? [...keys, rows.name] : keys)];
}

/** The section that sets a key of the business file; `other` for a key that no page sets. */
export function sectionOf(key: string): SectionId | "other" {
  return SECTIONS.find((section) => keysOf(section).includes(key))?.id ?? "other";
}

/** The kind of a section in the history, and its id there, which has at least ten characters. */
export const SETTINGS_KIND = "settings";
export function historyId({ id }: Pick<SettingsSection, "id">): string {
  return `${SETTINGS_KIND}-${id}`;
}

/** The page of a section, by its id in the history. */
export function historyPath(recordId: string): string {
  return `${SETTINGS_PAGE}/${recordId.slice(SETTINGS_KIND.length + 1)}`;
}

/** The names of all settings in the history. */
export const SETTING_NAMES = SECTIONS.flatMap(({ fields, rows }) => [
  ...fields.map(({ name }) => name),
  ...(rows ? [rows.name] : []),
]);

/** What staff call a setting, by its name in the history. */
export function settingLabel(name: string): string {
  const fields = SECTIONS.flatMap((section) => section.fields);
  const label = fields.find((field) => field.name === name)?.label;
  return label ?? SECTIONS.find(({ rows }) => rows?.name === name)?.title ?? name;
}

/** A setting as staff read it in a sentence; empty if it has no value. */
export function inWords(value: unknown): string {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "Yes";
  if (Array.isArray(value)) return value.map(inWords).join("; ");
  if (typeof value === "object") return Object.values(value).map(inWords).filter(Boolean).join(", ");
  return String(value);
}
