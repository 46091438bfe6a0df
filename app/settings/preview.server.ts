import { businessSource, withSettings } from "~/business/business.server";
import { type BusinessFile, openingHours, postalAddress } from "~/business/links";
import { accentsOf, BACKGROUNDS, contrast } from "~/business/look";
import { openState, openText } from "~/business/opening-hours";
import { businessSchema } from "~/business/schema";
import type { SectionId, SettingsSection } from "./sections";
import type { SectionValue } from "./values";

/** What visitors would read, and where; a color on its ground. */
export type Preview = readonly {
  where: string;
  text: string;
  color?: string | undefined;
  ground?: string | undefined;
}[];

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
        text: `${openingHours(business)}. ${business.hours.weekendsShort}.`,
      },
      { where: "On Contact", text: `${openingHours(business)} · ${business.hours.weekends}` },
      ...(open ? [{ where: "Right now", text: openText(open) }] : []),
    ];
  },
  look: ({ look }) => {
    const accents = accentsOf(look);
    const schemes = ["light", "dark"] as const;
    if (!accents) return [];
    return schemes.map((scheme) => ({
      where: `Accent color on ${scheme} pages`,
      text: `${accents[scheme]}, ${contrast(accents[scheme], BACKGROUNDS[scheme]).toFixed(1)} to 1`,
      color: accents[scheme],
      ground: BACKGROUNDS[scheme],
    }));
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
        `${operationsManager}, Operations Manager`,
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
      text: `From ${business.name}, ${business.mail.from ?? business.email}`,
    },
  ],
  templates: ({ answers: { order, closing } }) => [
    ...(order ? [{ where: "In a message with a quote", text: order }] : []),
    ...(closing ? [{ where: "At the end of every message", text: closing }] : []),
  ],
  buying: ({ buying: { registration, billWords } }) => [
    ...(registration ? [{ where: "At the top of the bill of sale", text: registration }] : []),
    ...billWords.map((text) => ({ where: "On the bill of sale", text })),
  ],
};

/** What visitors would read with this value; undefined if it is not valid, or there is nothing to show. */
export function previewOf(section: SettingsSection, value: SectionValue, now: Date): Preview | undefined {
  const show = PREVIEWS[section.id];
  const business = businessSchema.safeParse(
    withSettings(businessSource, new Map([[section.id, value]])),
  ).data;
  const preview = show && business && show(business, now);
  return preview?.length ? preview : undefined;
}
