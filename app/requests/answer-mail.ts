import { type BusinessFile, openingHours, postalAddress } from "~/business/links";
import { describeCoreCharge } from "~/parts/price";
import { capitalize } from "~/values/capitals";
import { formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { toSentences } from "~/values/sentences";
import { type AnswerTopic, type Donor, describeDonor } from "./answer";

/** What a message to the customer starts from. */
interface AnswerFacts {
  about: AnswerTopic | undefined;
  customerName: string;
  reference: string;
  /** `part request` */
  noun: string;
  /** `Radiator, 2003 Honda Accord` */
  requestSubject: string | undefined;
  quote?: { price: number; warranty?: string | undefined; validUntil?: string | undefined } | undefined;
  donor?: Donor | undefined;
  /** The part that is held for the customer, and until when. */
  part?: { name: string; heldUntil: string; coreCharge?: number | undefined } | undefined;
  /** The total of the estimate that waits for approval: `$412.50`. */
  estimate?: string | undefined;
  /** What we offer for the customer's car. */
  offer?: { amount: string; goodUntil: string; whatToBring: string } | undefined;
  /** `Tuesday, December 15, 2026, 2:00 PM to 3:00 PM` */
  appointment?: string | undefined;
  business: Pick<BusinessFile, "name" | "phone" | "address" | "hours" | "answers">;
}

/** The message that staff read and change before it is sent. */
export function draftAnswer(facts: AnswerFacts): { subject: string; text: string } {
  const { about, customerName, reference, noun, business } = facts;
  const request = `your ${noun} ${reference}`;
  const { subject, body } = writeAbout(about, request, facts);
  const closing = business.answers.closing ?? `Questions? Reply to this message, or call ${business.phone}.`;
  return {
    subject,
    text: [customerName ? `Hello ${customerName},` : "Hello,", ...body, closing].join("\n\n"),
  };
}

function writeAbout(about: AnswerTopic | undefined, request: string, facts: AnswerFacts) {
  const { requestSubject, quote, donor, part, appointment, estimate, offer, business } = facts;
  const what = requestSubject ? `${request}: ${requestSubject}.` : `${request}.`;
  const address = `${business.name}, ${postalAddress(business)}`;
  const open = toSentences([`We're open ${openingHours(business)}`]);
  switch (about) {
    case "quoted":
      return {
        subject: `Our quote for ${request}`,
        body: [
          `Thank you for ${what}`,
          ...(part ? [`We have it on the shelf: ${part.name}.`] : []),
          quote
            ? describeQuote(part ? { ...quote, validUntil: undefined } : quote, part?.coreCharge)
            : "We have a price for you.",
          ...(part ? [`We're holding it for you until ${part.heldUntil}.`] : []),
          business.answers.order ?? ORDER,
        ],
      };
    case "fulfilled":
      return {
        subject: `Ready for you: ${request}`,
        body: [`What you asked for is ready. It's about ${what}`, `You'll find us at ${address}. ${open}`],
      };
    case "scheduled":
      return {
        subject: `Your appointment: ${request}`,
        body: [
          `We've scheduled ${what}`,
          ...(appointment ? [`Your appointment: ${appointment}.`] : []),
          `Please bring your vehicle to ${address}. ${open}`,
          "If you need a different day, tell us.",
        ],
      };
    case "completed":
      return {
        subject: `Done: ${request}`,
        body: [`The work is done. It's about ${what}`, `You can pick up your vehicle at ${address}. ${open}`],
      };
    case "donor":
      return {
        subject: `A vehicle in our yard: ${request}`,
        body: [
          `Thank you for ${what}`,
          ...(donor ? [`We have ${describeDonor(donor)}. It may have what you need.`] : []),
          "Should we check it for you? Reply to this message, and we'll get back to you with a price.",
        ],
      };
    case "estimate":
      return {
        subject: `Our estimate for ${request}`,
        body: [
          `Thank you for ${what}`,
          ...(estimate ? [`Our estimate comes to ${estimate}.`] : []),
          "Read it line by line and approve it on your own page. We'll start once you have, and we won't charge more without asking you first.",
        ],
      };
    case "offer":
      return {
        subject: `Our offer for ${request}`,
        body: [
          `Thank you for ${what}`,
          ...(offer ? [`We offer you ${offer.amount}, good until ${offer.goodUntil}.`] : []),
          ["Accept or decline it on your own page. Then we'll set a time and place.", offer?.whatToBring]
            .filter(Boolean)
            .join(" "),
        ],
      };
    default:
      return { subject: capitalize(request), body: [`Thank you for ${what}`] };
  }
}

const ORDER = "If you'd like it, reply to this message, and we'll get it ready for you.";

function describeQuote(
  { price, warranty, validUntil }: NonNullable<AnswerFacts["quote"]>,
  coreCharge: number | undefined,
): string {
  return [
    `Price: ${formatExactPrice(price)}`,
    coreCharge ? describeCoreCharge(coreCharge) : "",
    warranty ? `Warranty: ${warranty}` : "",
    validUntil ? `Valid until: ${formatDay(validUntil)}` : "",
  ]
    .filter(Boolean)
    .join("\n");
}
