import { type Business, internationalPhone } from "~/business/links";
import { formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";

/** What a text message to a customer says. */
interface TextFacts {
  reference: string;
  /** `Radiator, 2003 Honda Accord` */
  requestSubject: string | undefined;
  quote?: { price: number; warranty?: string | undefined; validUntil?: string | undefined } | undefined;
  business: Pick<Business, "name" | "phone">;
}

/** The text message that staff start from, with the quote if there is one. */
export function draftTextMessage({ reference, requestSubject, quote, business }: TextFacts): string {
  const about = requestSubject ? `${reference}, ${requestSubject}` : reference;
  const { price, warranty, validUntil } = quote ?? {};
  return [
    `${business.name} about your request ${about}.`,
    ...(price === undefined ? [] : [`Price: ${formatExactPrice(price)}.`]),
    ...(warranty ? [`Warranty: ${warranty}.`] : []),
    ...(validUntil ? [`Good until ${formatDay(validUntil)}.`] : []),
    `Reply here or call ${business.phone}.`,
  ].join(" ");
}

/** The `sms:` URL of a message to this number. `?&body=` is the one form that iOS and Android both read. */
export function smsHref(phone: string, text: string): string {
  return `sms:${internationalPhone({ phone })}?&body=${encodeURIComponent(text)}`;
}
