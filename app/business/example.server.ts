import { config } from "~/config.server";
import type { SectionId } from "~/settings/sections";
import { business } from "./business.server";
import type { BusinessSource } from "./business-file.server";

/** What the shipped business file says, as long as nobody has changed it. */
const EXAMPLE = {
  ...{ name: "Millbrook Auto Recyclers", phone: "(555) 555-0142" },
  newParts: "Repairs with new OEM parts are covered for 12 months or 12,000 miles.",
  addresses: ["office@millbrook-auto.example.com", "privacy@millbrook-auto.example.com"],
  ...{ street: "1480 Quarry Road", owner: "Dana Whitcombe" },
};

/**
 * Whether the site still has the name or the phone of the example that it comes with, which no visitor should take for real. The demo's
 * are meant to be.
 */
export function isExampleBusiness(): boolean {
  return !config.EXAMPLE_SITE && (business.name === EXAMPLE.name || business.phone === EXAMPLE.phone);
}

/** Whether an address for mail is the example's, which nobody reads. */
export function isExampleAddress(address: string): boolean {
  return EXAMPLE.addresses.includes(address);
}

/** What the example says in a section of Settings of a yard that is not yours. */
interface ExampleFact {
  isThere: () => boolean;
  /** The section's part of the business file without it; undefined for what every yard has to say. */
  without?: (source: BusinessSource) => BusinessSource;
}

const FACTS: Partial<Record<SectionId, ExampleFact>> = {
  business: {
    isThere: () =>
      isExampleBusiness() ||
      [business.email, business.privacyEmail].some(isExampleAddress) ||
      business.address.street === EXAMPLE.street ||
      business.owner === EXAMPLE.owner,
  },
  team: {
    isThere: () => business.team.some(({ name }) => name === "Renee Alvarado"),
    without: (source) => ({ ...source, team: [] }),
  },
  milestones: {
    isThere: () => business.milestones.some(({ text }) => text.startsWith("Opened on Quarry Road")),
    without: (source) => ({ ...source, milestones: [] }),
  },
  warranties: { isThere: () => business.warranty.newParts === EXAMPLE.newParts },
  sales: {
    isThere: () => business.salesTaxes.some(({ place }) => place === "Dutchess County, NY"),
    without: (source) => ({ ...source, salesTaxes: [] }),
  },
  feeds: {
    isThere: () => business.marketplace?.storeUrl?.endsWith("/millbrookautorecyclers") ?? false,
    without: ({ marketplace: _store, ...source }) => source,
  },
  documents: {
    isThere: () => business.buyersGuide.complaints?.name === "Luis Ferreira, Operations Manager",
    without: ({ buyersGuide, ...source }) => {
      const { complaints: _person, ...guide } = buyersGuide as Record<string, unknown>;
      return { ...source, buyersGuide: guide };
    },
  },
};

/** The sections of Settings in which the site still says what the example says. */
export function exampleSections(): SectionId[] {
  return (Object.keys(FACTS) as SectionId[]).filter((id) => FACTS[id]?.isThere());
}

/** Whether a yard can do without what the example says in a section. */
export function canLeaveOut(id: SectionId): boolean {
  return FACTS[id]?.without !== undefined;
}

/** A section without what the example says in it, where a yard can do without. */
export function withoutExample(id: SectionId, section: BusinessSource): BusinessSource {
  return FACTS[id]?.without?.(section) ?? section;
}
