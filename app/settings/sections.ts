import { tidyColor } from "~/business/look";
import type { MAX_ROWS } from "~/business/rows";
import { tidySpans } from "~/business/week";
import { LABEL_SIZE_NAMES, LABEL_SIZES } from "~/documents/labels";
import { FEED_NAMES, FEEDS, type FeedName } from "~/feeds/feed";
import { BODY_KINDS, type BodyKind } from "~/parts/body-kind";
import { formatPhone } from "~/values/phone";

/*
 * What can be set in the browser: the business file, in sections, with a page for each. Only the file's schema says what a value may be
 * (business/schema.ts).
 */

/** A body as the form of the teardown list says it. */
const BODY_NAMES: Record<BodyKind, string> = {
  sedan: "a sedan",
  coupe: "a coupe",
  convertible: "a convertible",
  hatchback: "a hatchback",
  wagon: "a wagon",
  suv: "an SUV",
  pickup: "a pickup",
  van: "a van",
  other: "any other body",
};

export const SETTINGS_PAGE = "/admin/settings";

/** One field of a section's form. */
export interface SettingField {
  /** Where its value is in the business file: `address.street`; within a row its last part alone. */
  name: string;
  label: string;
  /** What it does, where a visitor sees it. */
  hint: string;
  /**
   * `text` unless said. `lines` is an array of texts, one a line; `feed` is off, on, or on at a private address; `secret` is a text
   * that is stored apart, encrypted, and never shown again (secrets.server.ts); `picture` is the address of an uploaded one; `kept` is
   * what the file may have and nobody can type: a form keeps it or drops it.
   */
  input?: "text" | "long" | "lines" | "number" | "yes-no" | "choice" | "feed" | "secret" | "picture" | "kept";
  /** For one that turns a feed on: which. */
  feed?: FeedName;
  /** The environment variable that wins over it. */
  variable?: string;
  /** For a secret: the settings that it is for. If one of them changes, it has to be typed again. */
  boundTo?: readonly string[];
  /** For a secret: the settings that it requires. */
  needs?: readonly string[];
  type?: "email" | "tel" | "url";
  optional?: boolean;
  choices?: readonly string[];
  /** How staff read the choices that are no words. */
  choiceLabels?: Readonly<Record<string, string>>;
  /** The heading above it and the fields that follow. */
  heading?: string;
  /** Makes what was typed what the file has: `555 555 0142` is `(555) 555-0142`. */
  tidy?: (typed: string) => string;
}

/** Rows that are added and removed. */
export interface SettingRows {
  /** The key in the business file. */
  name: keyof typeof MAX_ROWS;
  noun: string;
  about?: string;
  fields: readonly SettingField[];
}

export interface SettingsSection {
  id: SectionId;
  title: string;
  /** What is in it, for the list of sections and the head of its page. */
  about: string;
  fields: readonly SettingField[];
  rows?: SettingRows;
  /** Set if no visitor sees anything of it: what a change does instead. */
  effect?: string;
  /** Whether it shows what visitors will read (preview.server.ts). */
  hasPreview?: boolean;
  /**
   * Whether saving it, or undoing that, asks for one's password, because what it sends elsewhere, or how people sign in, stays so after a
   * page that was left open is closed.
   */
  asksPassword?: boolean;
  /** Related pages. */
  links?: readonly { to: string; label: string }[];
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
  | "buying"
  | "feeds"
  | "documents"
  | "sign-in"
  | "mail"
  | "backups"
  | "look"
  | "templates";

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
  hasPreview: true,
  fields: [
    {
      name: "name",
      label: "Name",
      hint: "In the header of every page, in search results and on every document you print.",
    },
    { name: "tagline", label: "Tagline", hint: "Below the name where your site is shared as a link." },
    {
      name: "foundedYear",
      label: "Year founded",
      hint: "“Here Since 2012” on Repair Services and About.",
      input: "number",
    },
    { name: "owner", label: "Owner", hint: "Named on the About page." },
    {
      name: "operationsManager",
      label: "Operations manager",
      hint: "Named on the About page. Leave it empty if there is none.",
      optional: true,
    },
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
    { name: "address.zipCode", label: "ZIP code", hint: "For example, 12545." },
    {
      name: "coordinates.latitude",
      label: "Latitude",
      hint: "Where the map puts its pin, such as 41.7851: press and hold your yard in a map app to see both numbers. Empty for no map.",
      input: "number",
      optional: true,
    },
    {
      name: "coordinates.longitude",
      label: "Longitude",
      hint: "In the US it starts with a minus, such as -73.6935.",
      input: "number",
      optional: true,
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

const HOURS: SettingsSection = {
  id: "hours",
  title: "Hours",
  about: "When you are open, and days off",
  hasPreview: true,
  fields: [
    ...(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const).map(
      (day, at): SettingField => ({
        name: `hours.week.${day}`,
        label: day.charAt(0).toUpperCase() + day.slice(1),
        hint:
          at === 0
            ? "For example, 8am to 5pm, or 8am to noon, 1pm to 5pm. Leave it empty if you're closed."
            : "",
        optional: true,
        tidy: tidySpans,
      }),
    ),
    {
      name: "hours.words",
      label: "In words",
      hint: "Replaces the times on Contact, in the footer and in email. For example, By appointment.",
      optional: true,
    },
    {
      name: "hours.weekends",
      label: "On weekends",
      hint: "A sentence below the hours, on Contact and in the footer.",
      optional: true,
    },
    {
      name: "hours.weekendsShort",
      label: "On weekends, short",
      hint: "In the bar above every page, next to the hours, if both fit on a line.",
      optional: true,
    },
    {
      name: "hours.closedOn",
      label: "Days off",
      hint: "One per line: 2026-11-26, or 12-25 for every year. The site says “Closed” on these days.",
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
  about: "Who else the About page names, after the owner and the manager",
  hasPreview: true,
  fields: [],
  rows: {
    name: "team",
    noun: "Person",
    fields: [
      { name: "name", label: "Name", hint: "On About, under Meet the Team." },
      { name: "role", label: "Role", hint: "Above the name, such as Parts Counter." },
    ],
  },
};

const SERVICES: SettingsSection = {
  id: "services",
  title: "Services",
  about: "What you do, on the About page",
  hasPreview: true,
  fields: [],
  rows: {
    name: "services",
    noun: "Service",
    fields: [
      { name: "title", label: "Title", hint: "On About, under What We Do." },
      { name: "text", label: "Text", hint: "Below the title: a sentence or two.", input: "long" },
    ],
  },
};

const MILESTONES: SettingsSection = {
  id: "milestones",
  title: "Milestones",
  about: "The story of your yard by year, on the About page",
  hasPreview: true,
  fields: [],
  rows: {
    name: "milestones",
    noun: "Milestone",
    fields: [
      { name: "year", label: "Year", hint: "On About, under Our History.", input: "number" },
      { name: "text", label: "What happened", hint: "A sentence next to the year.", input: "long" },
    ],
  },
};

const WARRANTIES: SettingsSection = {
  id: "warranties",
  title: "Warranties, Returns and Shipping",
  about: "What you promise with a repair or a part",
  hasPreview: true,
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
      label: "Part warranties",
      hint: "One per line. Staff choose one for each part, and its page shows it.",
      input: "lines",
      optional: true,
    },
    {
      name: "returnPolicy.sentence",
      label: "Return policy",
      hint: "On every part's page. Leave all four empty to say nothing.",
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
      hint: "On the page of every part you ship. Leave all of them empty to say nothing.",
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
      label: "Handling time in business days, minimum",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.handlingDays.1",
      label: "Handling time in business days, maximum",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.transitDays.0",
      label: "Transit time in business days, minimum",
      hint: "For search engines.",
      input: "number",
      optional: true,
    },
    {
      name: "shipping.transitDays.1",
      label: "Transit time in business days, maximum",
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
  hasPreview: true,
  fields: [
    {
      name: "repairEstimate.taxPercent",
      label: "Sales tax, in percent",
      hint: "For example, 8.125. A new estimate starts with it, or with the first sales tax under Sales and Tax if this is empty.",
      input: "number",
      optional: true,
    },
    {
      name: "repairEstimate.laborRate",
      label: "An hour of labor, in dollars",
      hint: "A new line of labor starts with it.",
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
      hint: "One sentence per line. Starts with the wording New York requires of a shop.",
      input: "lines",
      optional: true,
    },
  ],
};

const SALES: SettingsSection = {
  id: "sales",
  title: "Sales and Tax",
  about: "Sales tax by place, what is taxed, and the number of the first sale",
  effect: "Takes effect with the next sale.",
  hasPreview: true,
  fields: [
    {
      name: "sales.taxesCores",
      label: "Core charges are taxed",
      hint: "A new line of a sale starts with it.",
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
      name: "sales.tradeReducesTax",
      label: "A trade-in comes off the taxed price of a car",
      hint: "That's the rule in New York (Tax Law 1101(b)(3)). Some states, such as California, tax the whole price.",
      input: "yes-no",
    },
    {
      name: "sales.facilityNumber",
      label: "Dealer facility number",
      hint: "On a car's bill of sale, as New York requires (15 NYCRR 78.13). For example, Facility 7112345.",
      optional: true,
    },
    {
      name: "sales.billWords",
      label: "Words on a car's bill of sale",
      hint: "One sentence per line. Starts with the wording New York requires for a used car (Vehicle and Traffic Law 417); change it for another state.",
      input: "lines",
      optional: true,
    },
    {
      name: "sales.taxNumber",
      label: "Sales tax certificate",
      hint: "Its number is printed on every receipt.",
      optional: true,
    },
    {
      name: "sales.firstNumber",
      label: "Number of the first sale",
      hint: "Only counts until the first sale is completed, so you can continue where another program stopped.",
      input: "number",
      optional: true,
    },
  ],
  rows: {
    name: "salesTaxes",
    noun: "Tax rate",
    fields: [
      { name: "place", label: "Place", hint: "As it should read on a receipt, such as Dutchess County, NY." },
      { name: "percent", label: "Percent", hint: "For example, 8.125.", input: "number" },
    ],
  },
};

const BOOKKEEPING: SettingsSection = {
  id: "bookkeeping",
  title: "Bookkeeping",
  about: "The account names in the files for QuickBooks and Xero",
  hasPreview: true,
  effect: "Takes effect with the next file.",
  fields: [
    account("cash", "Cash", "Where cash goes until it is deposited.", "What is paid"),
    account("card", "Cards", "Where card payments wait for the bank."),
    account("check", "Checks", "Where checks go until they are deposited."),
    account("bank", "Bank transfers", "The bank account."),
    account("receivable", "On account", "What customers owe."),
    account("storeCredit", "Store credit", "What you owe customers."),
    account("deposits", "Deposits", "Deposits for cars that aren't the customer's yet."),
    account("tradeIns", "Trade-ins", "Cars that customers trade in, at what you allow for them."),
    account("carsBought", "Cars bought", "Cars, cores and parts paid in cash from the drawer."),
    account("carCosts", "Costs of cars", "Tow, fees and labor paid in cash from the drawer."),
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
  about: "Your store on a marketplace, and the files other sites fetch",
  hasPreview: true,
  links: [{ to: "/admin/feeds", label: "Addresses, and what is in each feed" }],
  fields: [
    {
      name: "marketplace.name",
      label: "Marketplace",
      hint: "As visitors read it, such as eBay. If you have no store, leave these three empty.",
      heading: "Your store",
      optional: true,
    },
    {
      name: "marketplace.storeUrl",
      label: "Your store's address",
      hint: "Where the store's button on Shop Recycled Parts leads.",
      type: "url",
      optional: true,
    },
    {
      name: "marketplace.id",
      label: "Short name of the marketplace",
      hint: "One lower-case word, such as ebay. Programs that send a data request use it to name the customer's user ID: ebayUserId.",
      optional: true,
    },
    ...FEED_NAMES.map(
      (name, at): SettingField => ({
        name: `feeds.${name}`,
        label: FEEDS[name].title,
        hint: FEEDS[name].purpose,
        input: "feed",
        feed: name,
        ...(at === 0 ? { heading: "Feeds" } : {}),
      }),
    ),
    {
      name: "feeds.storeCode",
      label: "Google store code",
      hint: "What Google calls this location. Both Google feeds need it, for every vehicle.",
      optional: true,
    },
    {
      name: "feeds.titleStatus",
      label: "Title status",
      hint: "What the salvage feed says about every vehicle's title.",
      optional: true,
    },
  ],
};

const DOCUMENTS: SettingsSection = {
  id: "documents",
  title: "Documents and Labels",
  about: "What the FTC's Buyers Guide says about you, your NMVTIS number, and the size of stock labels",
  hasPreview: true,
  effect: "Takes effect with the next document you print.",
  links: [{ to: "/admin/labels", label: "Print labels" }],
  fields: [
    {
      name: "buyersGuide.asIsAllowed",
      label: "My state allows as-is sales",
      hint: "Lets a Buyers Guide say “As is, no dealer warranty.”",
      input: "yes-no",
      heading: "Buyers Guide",
    },
    {
      name: "buyersGuide.complaints.name",
      label: "Contact for complaints",
      hint: "Printed on the guide. If both are empty, the operations manager and your phone.",
      optional: true,
    },
    {
      name: "buyersGuide.complaints.phone",
      label: "Phone for complaints",
      hint: "Printed next to it.",
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
    ...(
      [
        [
          "retail",
          "Label of a car for sale",
          "Behind the windshield. If nothing is chosen, a 4 × 6 in roll.",
        ],
        ["dismantled", "Label of a car in the yard", "If nothing is chosen, a 2.25 × 1.25 in roll."],
        ["part", "Label of a part", "On the shelf. If nothing is chosen, a 2.25 × 1.25 in roll."],
      ] as const
    ).map(
      ([kind, label, hint], at): SettingField => ({
        name: `labels.${kind}`,
        label,
        hint,
        input: "choice",
        choices: LABEL_SIZE_NAMES,
        choiceLabels: Object.fromEntries(LABEL_SIZE_NAMES.map((name) => [name, LABEL_SIZES[name].label])),
        optional: true,
        ...(at === 0 ? { heading: "Labels" } : {}),
      }),
    ),
  ],
};

const MAIL: SettingsSection = {
  id: "mail",
  title: "Email",
  about: "The server that sends it, who on your staff gets new requests, and your lead system",
  hasPreview: true,
  asksPassword: true,
  effect: "Takes effect with the next message.",
  links: [
    { to: "/admin/mail/test", label: "Send a test" },
    { to: "/admin/mail", label: "Messages sent and waiting" },
  ],
  fields: [
    {
      name: "mail.server",
      label: "Mail server",
      hint: "Your provider calls it the SMTP server, such as smtp.example.com. Without one, no email is sent, and customers are asked to call.",
      optional: true,
      variable: "SMTP_URL",
      tidy: (typed) => typed.toLowerCase(),
      heading: "Server",
    },
    {
      name: "mail.port",
      label: "Port",
      hint: "Where the site reaches your mail server: 465 or 587, as your provider says. 587 if it's empty.",
      input: "number",
      optional: true,
      variable: "SMTP_URL",
    },
    {
      name: "mail.user",
      label: "User",
      hint: "Often the whole email address. Leave it empty if the server needs no password.",
      optional: true,
      variable: "SMTP_URL",
    },
    {
      name: "mail.password",
      label: "Password",
      hint: "Many providers want an app password here, not the one you sign in with.",
      input: "secret",
      optional: true,
      variable: "SMTP_URL",
      boundTo: ["mail.server", "mail.port", "mail.user"],
      needs: ["mail.server", "mail.user"],
    },
    {
      name: "mail.from",
      label: "From",
      hint: "The address customers see as the sender. If it's empty, your business's email.",
      type: "email",
      optional: true,
      variable: "MAIL_FROM",
    },
    {
      name: "mail.notify",
      label: "Who gets new requests",
      hint: "One address per line.",
      input: "lines",
      optional: true,
      variable: "NOTIFY_EMAIL",
      heading: "On your side",
    },
    {
      name: "mail.leads",
      label: "Lead system",
      hint: "The address of a dealer program that reads ADF. Inquiries about cars and repair requests go there too. One per line.",
      input: "lines",
      optional: true,
      variable: "ADF_EMAIL",
    },
  ],
};

const LOOK: SettingsSection = {
  id: "look",
  title: "Look",
  about: "Your logo, your color, and photos of the yard and the team",
  hasPreview: true,
  fields: [
    {
      name: "look.logo",
      label: "Logo",
      hint: "In the header of every page. An SVG with its text turned into outlines, or a PNG with a transparent background.",
      input: "picture",
      optional: true,
      heading: "Logo",
    },
    {
      name: "look.logoDark",
      label: "Logo for dark mode",
      hint: "For visitors whose device is in dark mode. Without one, they see the logo on a light background.",
      input: "picture",
      optional: true,
    },
    {
      name: "look.logoHasName",
      label: "The logo already has our name in it",
      hint: "The header then shows the logo without the name next to it.",
      input: "yes-no",
    },
    {
      name: "look.accent",
      label: "Accent color",
      hint: "For links, signs and prices, such as #0d6b45. It has to be readable on light pages.",
      optional: true,
      tidy: tidyColor,
      heading: "Color",
    },
    {
      name: "look.accentDark",
      label: "Accent color in dark mode",
      hint: "If it's empty, it's worked out from the other one. It has to be readable on dark pages.",
      optional: true,
      tidy: tidyColor,
    },
  ],
  rows: {
    name: "photos",
    noun: "Photo",
    about: "On the first screens of Home and About. Your own photos say more than any sentence.",
    fields: [
      { name: "picture", label: "Photo", hint: "JPG, PNG or WebP, up to 5 MB.", input: "picture" },
      { name: "file", label: "File", hint: "", input: "kept", optional: true },
      { name: "alt", label: "What it shows", hint: "In a few words, for visitors who can't see it." },
      {
        name: "of",
        label: "Of",
        hint: "Photos of the yard are shown on Home, photos of the team on About.",
        input: "choice",
        choices: ["yard", "team"],
      },
    ],
  },
};

const TEMPLATES: SettingsSection = {
  id: "templates",
  title: "Teardown, Answers and VINs",
  about: "What you usually take off a car, the wording of your answers, and how VINs are decoded",
  hasPreview: true,
  effect: "Takes effect with the next teardown, answer and VIN.",
  links: [{ to: "/admin/settings/repairs", label: "Words of repair estimates" }],
  fields: [
    {
      name: "teardown.everyBody",
      label: "From every car",
      hint: "Parts by their names in the catalog, one per line. A line that ends with a colon is a heading.",
      input: "lines",
      optional: true,
      heading: "Teardown list",
    },
    ...BODY_KINDS.map(
      (kind): SettingField => ({
        name: `teardown.${kind}`,
        label: `Besides, from ${BODY_NAMES[kind]}`,
        hint: "Parts in the catalog, one per line, listed below those for every car.",
        input: "lines",
        optional: true,
      }),
    ),
    {
      name: "answers.order",
      label: "How to order",
      hint: "In a message with a quote. If it's empty: “If you'd like it, reply to this message, and we'll get it ready for you.”",
      input: "long",
      optional: true,
      heading: "Answers",
    },
    {
      name: "answers.closing",
      label: "Last line",
      hint: "At the end of every message to a customer. If it's empty: “Questions? Reply to this message, or call” and your number.",
      input: "long",
      optional: true,
    },
    {
      name: "vinOnline",
      label: "Ask NHTSA's online service, too",
      hint: "For drive type and transmission, which aren't in the data on this machine. The VIN is sent to the US government's server.",
      input: "yes-no",
      variable: "VIN_ONLINE",
      heading: "VINs",
    },
  ],
};

const BACKUPS: SettingsSection = {
  id: "backups",
  title: "Backups",
  about: "Whether one is made every night, where they go, and how long they're kept",
  asksPassword: true,
  effect: "Takes effect with the next backup.",
  links: [{ to: "/admin/backups", label: "Back up now, or restore" }],
  fields: [
    {
      name: "backups.nightly",
      label: "Make a backup every night",
      hint: "Each one is tested right away: Today says when the last test restore was.",
      input: "yes-no",
      variable: "BACKUP_DIR",
    },
    {
      name: "backups.folder",
      label: "Folder",
      hint: "On another disk if you can, such as /mnt/backup/yard. If it's empty, the folder “backups” next to the program.",
      optional: true,
      variable: "BACKUP_DIR",
    },
    {
      name: "backups.days",
      label: "Days to keep a backup",
      hint: "14 if it's empty. The newest is always kept.",
      input: "number",
      optional: true,
      variable: "BACKUP_KEEP",
    },
  ],
};

const SIGN_IN: SettingsSection = {
  id: "sign-in",
  asksPassword: true,
  title: "Sign-In",
  about: "What your people need to sign in",
  effect: "Takes effect on everyone's next page.",
  fields: [
    {
      name: "signIn.secondFactorForAll",
      label: "Everyone needs a second factor",
      hint: "A passkey, or a code from an app on their phone. Anyone without one must set it up when they next sign in, before anything else.",
      input: "yes-no",
    },
  ],
};

const BUYING: SettingsSection = {
  id: "buying",
  // Fewer years delete IDs permanently.
  asksPassword: true,
  title: "Buying Cars",
  about: "How long a seller's ID is kept, and what the bill of sale says",
  effect: "Takes effect with the next bill of sale.",
  hasPreview: true,
  fields: [
    {
      name: "buying.sellerIdYears",
      label: "Years to keep a seller's ID",
      hint: "The number and the photos are permanently deleted after that, including those for cars you've already bought. Ask your state how long it requires them. 5 if it's empty.",
      input: "number",
      optional: true,
    },
    {
      name: "buying.registration",
      label: "Your registration as a dismantler",
      hint: "On the bill of sale and at the top of the book. For example, Facility 7000000.",
      optional: true,
    },
    {
      name: "buying.billWords",
      label: "What the seller signs",
      hint: "One per line, on the bill of sale above the signatures.",
      input: "lines",
      optional: true,
    },
  ],
};

export const SECTIONS: readonly SettingsSection[] = [
  BUSINESS,
  HOURS,
  LOOK,
  TEAM,
  SERVICES,
  MILESTONES,
  WARRANTIES,
  REPAIRS,
  SALES,
  BOOKKEEPING,
  BUYING,
  FEED_SETTINGS,
  DOCUMENTS,
  SIGN_IN,
  TEMPLATES,
  MAIL,
  BACKUPS,
];

/** The section with this id. */
export function findSection(id: string | undefined): SettingsSection | undefined {
  return SECTIONS.find((section) => section.id === id);
}

/** Whether a section's form sends pictures. */
export function hasPictures({ fields, rows }: Pick<SettingsSection, "fields" | "rows">): boolean {
  return [...fields, ...(rows?.fields ?? [])].some(({ input }) => input === "picture");
}

/** Whether a picture may be an SVG: a logo, which a site can do without. */
export function takesSvg({ input, optional = false }: SettingField): boolean {
  return input === "picture" && optional;
}

/** The field that a picture's file comes in, and the one that takes the picture away. */
export const pictureFileField = (name: string) => `${name}.image`;
export const removePictureField = (name: string) => `${name}.remove`;

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

/** The secrets of all sections, by name: their forms are never stored. */
export const SECRET_NAMES = SECTIONS.flatMap(({ fields }) =>
  fields.filter(({ input }) => input === "secret").map(({ name }) => name),
);

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
  if (label !== undefined) return label;
  const section = SECTIONS.find(({ rows }) => rows?.name === name);
  if (!section?.rows) return name;
  // A section that is only rows is named after them.
  return section.fields.length > 0 ? `${section.rows.noun}s` : section.title;
}

/** How the ways that a feed can be set read. */
export const FEED_LABELS = { off: "Off", on: "On", key: "On, at a private address" } as const;

/** A setting's value, by its name, without the key of a private address, which is on the page of feeds alone. */
export function withoutKey(name: string, value: unknown): unknown {
  const isFeed = FEED_SETTINGS.fields.some((field) => field.name === name && field.input === "feed");
  return isFeed && typeof value === "string" ? FEED_LABELS.key : value;
}

/** A setting as staff read it, by its name. */
export function settingText(name: string, value: unknown): string {
  return inWords(withoutKey(name, value));
}

/** A value in a sentence; empty if there is none. */
function inWords(value: unknown): string {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "Yes";
  if (Array.isArray(value)) return value.map(inWords).join("; ");
  if (typeof value === "object") return Object.values(value).map(inWords).filter(Boolean).join(", ");
  return isUploaded(value) ? "A picture" : String(value);
}

function isUploaded(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("/uploads/");
}
