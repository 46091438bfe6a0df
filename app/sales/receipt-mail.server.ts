import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { queueMail } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { renderMail } from "~/mail/template.server";
import { toReceipt } from "./receipt.server";
import { receiptPath } from "./receipt-link.server";
import type { Sale } from "./sales";

/**
 * Queues a sale's receipt to its customer: the receipt itself in words, and a link to the page that prints it.
 * @returns false, and queues nothing, if mail is off or no address is known
 */
export async function mailReceipt(sale: Sale): Promise<boolean> {
  if (!isMailOn() || !sale.customerEmail) return false;
  const { title, date, voided, lines, sums, paid, notes } = toReceipt(sale);
  const name = title.toLowerCase().replace(/s-/, "S-");
  const url = toAbsoluteUrl(config.PUBLIC_URL, receiptPath(sale._id));
  const mail = renderMail({
    subject: `${voided ? "Voided: " : ""}${title} from ${business.name}`,
    paragraphs: [
      voided
        ? `${voided}: this is your ${name} of ${date}, which no longer counts.`
        : `Thank you for your business. This is your ${name} of ${date}.`,
      lines
        .map(({ description, details, quantity, amount }) =>
          [
            [quantity && quantity !== "1" ? `${quantity} × ` : "", description, ", ", amount].join(""),
            ...details,
          ].join("\n  "),
        )
        .join("\n"),
      [...sums, ...paid].map(([label, amount]) => `${label}: ${amount}`).join("\n"),
    ],
    facts: [],
    ...(url ? { link: { label: "See and print your receipts", url } } : {}),
    closing: notes,
  });
  await queueMail(
    { ...mail, to: sale.customerEmail, replyTo: business.email, cause: { kind: "sale", id: sale._id } },
    now(),
  );
  return true;
}
