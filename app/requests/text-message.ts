import { type Business, internationalPhone } from "~/business/links";
import { describeCoreCharge } from "~/parts/price";
import { formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";

/** What a text message to a customer says. */
interface TextFacts {
  reference: string;
  /** `Radiator, 2003 Honda Accord` */
  requestSubject: string | undefined;
  quote?: { price: number; warranty?: string | undefined; validUntil?: string | undefined } | undefined;
  /** In dollars, of the part that is held for them. */
  coreCharge?: number | undefined;
  /** What we offer for their car, and where they accept it; without a public address there is no link. */
  offer?: { amount: string; goodUntil: string; link: string | undefined } | undefined;
  business: Pick<Business, "name" | "phone">;
}

/** The text message that staff start from, with the quote or the offer if there is one. */
export function draftTextMessage(facts: TextFacts): string {
  const { reference, requestSubject, quote, coreCharge, offer, business } = facts;
  const about = requestSubject ? `${reference}, ${requestSubject}` : reference;
  const { price, warranty, validUntil } = quote ?? {};
  return [
    `${business.name} about your request ${about}.`,
    ...(price === undefined ? [] : [`Price: ${formatExactPrice(price)}.`]),
    ...(quote && coreCharge ? [`${describeCoreCharge(coreCharge)}.`] : []),
    ...(warranty ? [`Warranty: ${warranty}.`] : []),
    ...(offer ? [`We offer ${offer.amount}, good until ${offer.goodUntil}.`] : []),
    ...(offer?.link ? [`Accept it here: ${offer.link}`] : []),
    ...(validUntil ? [`Good until ${formatDay(validUntil)}.`] : []),
    `Reply here or call ${business.phone}.`,
  ].join(" ");
}

/** The `sms:` URL of a message to this number. `?&body=` is the only form that both iOS and Android read. */
export function smsHref(phone: string, text: string): string {
  return `sms:${internationalPhone({ phone })}?&body=${encodeURIComponent(text)}`;
}
