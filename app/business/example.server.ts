import { config } from "~/config.server";
import type { SectionId } from "~/settings/sections";
import { business } from "./business.server";

/** What the shipped business file says, as long as nobody has changed it. */
const EXAMPLE = {
  ...{ name: "Millbrook Auto Recyclers", phone: "(555) 555-0142" },
  newParts: "Repairs with new OEM parts are covered for 12 months or 12,000 miles.",
  addresses: ["office@millbrook-auto.example.com", "privacy@millbrook-auto.example.com"],
};

/**
 * Whether the site still has the details of the example that it comes with, which no visitor should take for real. The demo's are meant
 * to be.
 */
export function isExampleBusiness(): boolean {
  return !config.EXAMPLE_SITE && business.name === EXAMPLE.name && business.phone === EXAMPLE.phone;
}

/** Whether an address for mail is the example's, which nobody reads. */
export function isExampleAddress(address: string): boolean {
  return EXAMPLE.addresses.includes(address);
}

/** What else the example says of a yard that is not yours, by the section of Settings that has it. */
const FACTS: Partial<Record<SectionId, () => boolean>> = {
  team: () => business.team.some(({ name }) => name === "Renee Alvarado"),
  milestones: () => business.milestones.some(({ text }) => text.startsWith("Opened on Quarry Road")),
  warranties: () => business.warranty.newParts === EXAMPLE.newParts,
  sales: () => business.salesTaxes.some(({ place }) => place === "Dutchess County, NY"),
  feeds: () => business.marketplace?.storeUrl?.endsWith("/millbrookautorecyclers") ?? false,
  documents: () => business.buyersGuide.complaints?.name === "Luis Ferreira, Operations Manager",
};

/** The sections of Settings in which the site still says what the example says. */
export function exampleSections(): SectionId[] {
  return (Object.keys(FACTS) as SectionId[]).filter((id) => FACTS[id]?.());
}
