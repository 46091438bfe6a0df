import { business } from "~/business/business.server";
import { leadAddresses, notifiedAddresses } from "~/mail/settings.server";
import { SECTIONS, type SectionId, sectionPath } from "./sections";

/** The sections of Settings that have this address among those that get email about customers, no matter whose it is. */
export function sectionsWithAddress(address: string | null): { title: string; to: string }[] {
  const key = address?.toLowerCase();
  const written: Partial<Record<SectionId, readonly string[]>> = {
    business: [business.email, business.privacyEmail],
    mail: [...notifiedAddresses(), ...leadAddresses()],
  };
  return SECTIONS.filter(({ id }) => written[id]?.some((one) => one.toLowerCase() === key)).map(
    ({ id, title }) => ({ title, to: sectionPath(id) }),
  );
}
