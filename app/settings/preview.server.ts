import { businessSource } from "~/business/business.server";
import { withSettings } from "~/business/business-file.server";
import { type BusinessFile, complaintsOf, postalAddress } from "~/business/links";
import { accentsOf, BACKGROUNDS, contrast, type Scheme } from "~/business/look";
import { openState, openText } from "~/business/opening-hours";
import { businessSchema } from "~/business/schema";
import { LABEL_KINDS, LABEL_SIZES, type LabelSize, usualLabelSize } from "~/documents/labels";
import { FEED_NAMES, FEEDS, feedPath } from "~/feeds/feed";
import { mailFrom } from "~/mail/settings.server";
import { BODY_KINDS } from "~/parts/body-kind";
import { entryName } from "~/parts/catalog";
import { listUsualEntries } from "~/parts/teardown-list.server";
import type { Accounts } from "~/reports/bookkeeping";
import { type DaySum, toJournal } from "~/reports/journal";
import { draftAnswer } from "~/requests/answer-mail";
import { responsePromise } from "~/requests/part";
import { formatDayInTimeZone } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import type { SectionId, SettingsSection } from "./sections";
import type { SectionValue } from "./values";

/** What visitors or a document would show, and where. */
export type Preview = readonly PreviewRow[];

interface PreviewRow {
  where: string;
  text: string;
  /** A color on its ground. */
  color?: string | undefined;
  ground?: string | undefined;
  /** A stored picture: a photo, or a logo on pages of a scheme; without a dark form it keeps a light plate on dark ones. */
  picture?: string | undefined;
  on?: Scheme | "plate" | undefined;
  /** A label with these words, at its size on paper. */
  label?: LabelSize | undefined;
}

const SCHEMES = ["light", "dark"] as const;

const PREVIEWS: Partial<Record<SectionId, (business: BusinessFile, now: Date) => Preview>> = {
  business: (business) => [
    { where: "At the top of every page", text: `${business.name} · Call ${business.phone}` },
    { where: "Where your site is shared", text: `${business.name}: ${business.tagline}` },
    { where: "On Contact and in the footer", text: `${postalAddress(business)} · ${business.email}` },
  ],
  hours: (business, now) => {
    const open = openState(business.hours, business.timeZone, now);
    return [
      {
        where: "At the top of every page",
        text: business.hours.inBar ?? "All Hours, which leads to Contact: they are too long for the bar",
      },
      { where: "On Contact", text: hoursOnContact(business.hours) },
      ...(open ? [{ where: "Right now", text: openText(open) }] : []),
      { where: "To anyone who sends a request", text: `We'll get back to you ${responsePromise(business)}.` },
    ];
  },
  look: ({ name, look, photos }) => {
    const { logo, logoDark } = look;
    const accents = accentsOf(look);
    const onHome = photos.find(({ of }) => of === "yard") ?? photos[0];
    return [
      ...(logo
        ? SCHEMES.map((scheme) => ({
            where: `In the header of ${scheme} pages`,
            text: look.logoHasName ? "" : name,
            picture: scheme === "dark" ? (logoDark ?? logo) : logo,
            on: scheme === "dark" && !logoDark ? ("plate" as const) : scheme,
          }))
        : [{ where: "In the header of every page", text: `The sign of a new site, and ${name}` }]),
      ...(accents
        ? SCHEMES.map((scheme) => ({
            where: `Accent color on ${scheme} pages`,
            text: `${accents[scheme]}, ${contrast(accents[scheme], BACKGROUNDS[scheme]).toFixed(1)} to 1`,
            color: accents[scheme],
            ground: BACKGROUNDS[scheme],
          }))
        : []),
      ...photos.map((photo) => ({
        where: photo === onHome ? "On Home, and on About" : "On About",
        text: `Read aloud as: ${photo.alt}`,
        picture: photo.picture,
      })),
    ];
  },
  warranties: ({ warranty, partWarranties, returnPolicy, shipping }) => [
    { where: "On Repair Services", text: `${warranty.newParts} ${warranty.usedParts}` },
    ...(partWarranties[0] ? [{ where: "On a part's page", text: partWarranties.join(" · ") }] : []),
    ...(returnPolicy ? [{ where: "On a part's page", text: returnPolicy.sentence }] : []),
    ...(shipping ? [{ where: "On a part that you ship", text: shipping.sentence }] : []),
  ],
  team: ({ owner, operationsManager, team }) => [
    {
      where: "On About",
      text: [
        `${owner}, Owner`,
        ...(operationsManager ? [`${operationsManager}, Operations Manager`] : []),
        ...team.map(({ name, role }) => `${name}, ${role}`),
      ].join(" · "),
    },
  ],
  services: ({ services }) =>
    services.map(({ title, text }) => ({ where: "On About", text: `${title}: ${text}` })),
  milestones: ({ milestones }) =>
    milestones.map(({ year, text }) => ({ where: "On About", text: `${year}: ${text}` })),
  repairs: ({ repairEstimate: { words, registration } }) => [
    ...(registration ? [{ where: "At the top of an estimate", text: registration }] : []),
    ...words.map((text) => ({ where: "On every estimate", text })),
  ],
  sales: ({ salesTaxes, sales: { taxNumber } }) => [
    ...salesTaxes.map(({ place, percent }) => ({
      where: "On a receipt",
      text: `Tax, ${place}, ${percent}%`,
    })),
    ...(taxNumber ? [{ where: "On a receipt", text: `Our sales tax number ${taxNumber}` }] : []),
  ],
  mail: (business) => [
    {
      where: "In a customer's inbox",
      text: `From ${business.name}, ${mailFrom(business)}`,
    },
  ],
  bookkeeping: ({ bookkeeping: { accounts } }) => [
    {
      where: "A day's journal, with a sale of each kind and each way to pay",
      text: toJournal(SAMPLE_DAY, accounts)
        .map(({ account, cents, description }) => {
          const side = cents > 0 ? "debit" : "credit";
          return `${account}: ${description}, ${side} ${formatExactPrice(Math.abs(cents) / 100)}`;
        })
        .join("\n"),
    },
  ],
  feeds: ({ marketplace, feeds }) => [
    ...(marketplace
      ? [
          {
            where: "The button on Shop Recycled Parts",
            text: `Visit Our ${marketplace.name} Store, to ${marketplace.storeUrl}`,
          },
          { where: "On the data request form", text: `${marketplace.name} user ID` },
        ]
      : [{ where: "On Shop Recycled Parts", text: "No store" }]),
    ...FEED_NAMES.flatMap((name) => {
      const setting = feeds[name];
      if (setting === false) return [];
      // The key of a private address is on the page of feeds alone.
      const text = setting === true ? feedPath(name, setting) : "On, at the private address under Feeds";
      return [{ where: FEEDS[name].title, text }];
    }),
    ...(feeds.storeCode
      ? [{ where: "In Google's feeds, for each vehicle", text: `store_code ${feeds.storeCode}` }]
      : []),
    ...(feeds.titleStatus
      ? [{ where: "In the salvage feed, for each vehicle", text: `Title Status ${feeds.titleStatus}` }]
      : []),
  ],
  documents: (business) => {
    const { nmvtis, labels, phone, email, buyersGuide } = business;
    const complaints = complaintsOf(business);
    return [
      {
        where: "On a Buyers Guide, without a warranty",
        text: buyersGuide.asIsAllowed ? "As is, no dealer warranty" : "Implied warranties only",
      },
      {
        where: "At the foot of a Buyers Guide",
        text: [
          business.name,
          postalAddress(business),
          phone,
          buyersGuide.email ?? email,
          `For complaints after sale: ${complaints.name}, ${complaints.phone}`,
          ...(buyersGuide.signatureLine ? ["A line for the buyer's signature"] : []),
        ].join("\n"),
      },
      ...(nmvtis
        ? [
            {
              where: "In every line of the NMVTIS report",
              text: `Reporting entity ${nmvtis.reportingEntityId}`,
            },
          ]
        : []),
      ...LABEL_KINDS.map((kind) => {
        const label = labels[kind] ?? usualLabelSize(kind);
        return { where: LABEL_NAMES[kind], text: LABEL_SIZES[label].label, label };
      }),
    ];
  },
  templates: (business) => {
    const { teardown } = business;
    return [
      ...listUsualEntries("sedan", teardown).map(({ title, entryIds }) => ({
        where: `On the teardown list of a sedan, ${title}`,
        text: entryIds.map(entryName).join("; "),
      })),
      {
        where: "Parts on the list of each body",
        text: BODY_KINDS.map((kind) => {
          const count = listUsualEntries(kind, teardown).flatMap(({ entryIds }) => entryIds).length;
          return `${kind} ${count}`;
        }).join(", "),
      },
      { where: "A message with a quote", text: draftAnswer({ ...SAMPLE_REQUEST, business }).text },
    ];
  },
  buying: ({ timeZone, buying: { registration, billWords, sellerIdYears } }, now) => [
    {
      where: "The ID of someone who sells you a car today",
      text: `Deleted after ${formatDayInTimeZone(yearsAfter(now, sellerIdYears), timeZone)}`,
    },
    ...(registration ? [{ where: "At the top of the bill of sale", text: registration }] : []),
    ...billWords.map((text) => ({ where: "On the bill of sale", text })),
  ],
};

/** A line for each run of days, as Contact lists them. */
function hoursOnContact({ byDay, text, weekends }: BusinessFile["hours"]): string {
  const lines = byDay.length < 2 ? [text] : byDay.map(({ days, times }) => `${days} ${times}`);
  return [...lines, ...(weekends ? [weekends] : [])].join("\n");
}

const LABEL_NAMES = {
  dismantled: "Label of a car in the yard",
  retail: "Label of a car for sale",
  part: "Label of a part",
} as const;

/** A quote that any yard could give. */
const SAMPLE_REQUEST = {
  about: "quoted",
  customerName: "Pat Miller",
  reference: "P-1024",
  noun: "part request",
  requestSubject: "Radiator, 2003 Honda Accord",
  quote: { price: 85 },
} as const;

/** A day that has each account once, in cents. */
const SAMPLE_DAY = {
  deposited: [],
  paid: sample({
    ...{ cash: 150_00, card: 3_400_00, check: 90_00, bank: 75_00 },
    ...{ receivable: 200_00, storeCredit: 25_00, deposits: 500_00, tradeIns: 1_000_00 },
  }),
  sold: sample({
    ...{ parts: 300_00, vehicles: 4_500_00, labor: 180_00 },
    ...{ shipping: 35_00, cores: 20_00, other: 10_00, salesTax: 395_00 },
  }),
  collected: [],
  returned: [],
  refunded: [],
  drawer: sample({ carsBought: 100_00, carCosts: 25_00 }),
};

function sample(sums: Partial<Record<keyof Accounts, number>>): DaySum[] {
  return Object.entries(sums).map(([of, cents]) => ({ day: "2026-01-02", of: of as keyof Accounts, cents }));
}

function yearsAfter(now: Date, years: number): Date {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day;
}

/** What visitors would read with this value; undefined if it is not valid, or there is nothing to show. */
export function previewOf(section: SettingsSection, value: SectionValue, now: Date): Preview | undefined {
  const show = PREVIEWS[section.id];
  const business = businessSchema.safeParse(
    withSettings(businessSource, new Map([[section.id, value]])),
  ).data;
  const preview = show && business && show(business, now);
  return preview?.length ? preview : undefined;
}
