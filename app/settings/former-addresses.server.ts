import { business } from "~/business/business.server";
import { isExampleAddress } from "~/business/example.server";
import { actor, now } from "~/context.server";
import { queueMail } from "~/mail/outbox.server";
import { renderMail } from "~/mail/template.server";
import { type SettingsSection, settingLabel } from "./sections";
import { getAt, type SectionValue } from "./values";

/** Whether someone is told when the section changes. */
export function tellsFormerAddresses({ id }: SettingsSection): boolean {
  return id === "business";
}

/** The addresses that customers write to. */
const WRITTEN_TO = ["email", "privacyEmail"];

/**
 * Mails a former address of the business that customers no longer write to it, in the transaction that changes it: an owner's page that was
 * left open is enough to change it, and what customers write must not go elsewhere unseen.
 */
export async function tellFormerAddresses(
  section: SettingsSection,
  before: SectionValue,
  after: SectionValue,
): Promise<void> {
  const { accountId, username } = actor();
  // Someone who may type commands on the machine is responsible for it.
  if (!tellsFormerAddresses(section) || accountId === undefined) return;
  for (const name of WRITTEN_TO) {
    const [former, chosen] = [getAt(before, name), getAt(after, name)];
    if (typeof former !== "string" || former === chosen || isExampleAddress(former)) continue;
    const mail = renderMail({
      subject: `What customers write to ${business.name} goes elsewhere`,
      paragraphs: [
        `${username} changed “${settingLabel(name)}” from ${former} to ${chosen}.`,
        "If that's a mistake, change it back under Settings, Business, and have them change their password.",
      ],
      facts: [],
    });
    await queueMail({ ...mail, to: former, cause: { kind: "account", id: accountId } }, now());
  }
}
