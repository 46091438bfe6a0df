import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm, SAVED_FORM_MESSAGE } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { redirectWithToast } from "~/http/toast.server";
import { findPurchaseName } from "~/purchases/find-purchase.server";
import { answerQuery } from "~/requests/answer";
import { canMail } from "~/requests/answer.server";
import { OFFER_DAYS, type OfferState } from "~/requests/offer";
import { listOffers, makeOffer, type Offer } from "~/requests/offer.server";
import { offerFormSchema } from "~/requests/offer-schema";
import { OFFERED_CARS, type OfferedCar } from "~/requests/offered-cars";
import { listRequestPhotos } from "~/requests/photos.server";
import { findRequest, findStaffRequest } from "~/requests/record.server";
import { type RequestCollection, subjectOf } from "~/requests/request";
import { REQUEST_GONE } from "~/requests/work";
import { checkForm } from "~/ui/forms/check-form";
import { daysAfter } from "~/values/days";
import { dayInTimeZone, formatDateTime, formatDay } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { formatExactPrice, formatTypedPrice } from "~/values/money";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const FIELDS = [EXPECTED_VERSION_FIELD, "amount", "goodUntil"];

const CHANGED =
  "Someone else has made another offer since you opened this. Look at theirs on the request's page first.";

/** An offer as a line. */
interface OfferSummary {
  number: number;
  state: OfferState;
  /** `$450.00` */
  amount: string;
  /** Until when it is good, who made it, and what the customer said. */
  events: string[];
}

/** What the page of an offered car has besides that of every request; undefined for another kind. */
export async function loadCarOffer(kind: Pick<RequestCollection, "table">, id: string, now: Date) {
  const request = kind.table === OFFERED_CARS.table && (await findStaffRequest(OFFERED_CARS, id));
  if (!request) return undefined;
  const [offers, photos, purchase] = await Promise.all([
    listOffers(id, now),
    listRequestPhotos(id),
    request.purchaseId ? findPurchaseName(request.purchaseId) : undefined,
  ]);
  const page = `${OFFERED_CARS.path}/${id}`;
  const [last] = offers;
  const query = new URLSearchParams(answerQuery({ about: "offer", from: page }));
  return {
    canChange: request.deletedAt === undefined && !purchase,
    offers: offers.map(toSummary),
    photos: photos.map((photo) => `${page}/photos/${photo}`),
    offerPath: `${page}/offer`,
    tellPath: last?.state === "open" && canMail(request) ? `${page}/answer?${query}` : undefined,
    purchase,
  };
}

/** The form of an offer: the last one's amount to begin with. @throws Response 404 */
export async function loadOfferForm(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { params, now } = args;
  const request = isValidId(params.id) ? await findRequest(OFFERED_CARS, params.id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  const [last] = await listOffers(request._id, now);
  const today = dayInTimeZone(business.timeZone, now);
  const saved = await readSavedForm(args, FIELDS);
  return {
    reference: formatReference(OFFERED_CARS.prefix, request._id),
    about: aboutCar(request),
    page: `${OFFERED_CARS.path}/${request._id}`,
    last: last && toSummary(last),
    today,
    expectedVersion: saved?.get(EXPECTED_VERSION_FIELD)?.toString() ?? String(last?.number ?? 0),
    values: {
      amount: last ? formatTypedPrice(last.amountCents) : "",
      goodUntil: daysAfter(today, OFFER_DAYS),
    },
    saved: saved && {
      reply: checkForm(saved, offerFormSchema(today)).reply({ formErrors: [SAVED_FORM_MESSAGE] }),
    },
  };
}

/** Makes the offer, which the customer sees at once. */
export async function writeOffer({ request, params: { id }, now }: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const submission = checkForm(form, offerFormSchema(dayInTimeZone(business.timeZone, now)));
  if (submission.status !== "success") return data<FormResult>({ reply: submission.reply() }, 400);
  const expectedVersion = Number(form.get(EXPECTED_VERSION_FIELD)) || 0;
  const outcome = await makeOffer(id, submission.value, { expectedVersion });
  if (outcome !== "done") {
    const formErrors = [outcome === "changed" ? CHANGED : REQUEST_GONE];
    return data<FormResult>({ reply: submission.reply({ formErrors }) }, 409);
  }
  const page = `${OFFERED_CARS.path}/${id}`;
  const stored = await findRequest(OFFERED_CARS, id);
  return redirectWithToast(page, {
    title: `You offered ${formatExactPrice(submission.value.amount)}`,
    description: "The customer can accept it on their private page.",
    ...(stored && canMail(stored)
      ? {
          action: {
            label: "Tell the customer",
            method: "get" as const,
            to: `${page}/answer`,
            fields: answerQuery({ about: "offer", from: page }),
          },
        }
      : {}),
  });
}

function aboutCar(request: OfferedCar): string {
  const { name } = request.customerInfo;
  return [name, subjectOf(OFFERED_CARS, request)].filter(Boolean).join(", ");
}

function toSummary({ number, state, amountCents, goodUntil, madeAt, madeBy, answer }: Offer): OfferSummary {
  return {
    ...{ number, state },
    amount: formatExactPrice(amountCents / 100),
    events: [
      ...(state === "unanswered" ? [] : [`Good until ${formatDay(`${goodUntil}T00:00:00.000Z`)}`]),
      `Made by ${madeBy}, ${formatTime(madeAt)}`,
      ...(answer
        ? [`${state === "declined" ? "Declined" : "Accepted"} by ${answer.name}, ${formatTime(answer.at)}`]
        : []),
    ],
  };
}

function formatTime(time: string): string {
  return formatDateTime(time, business.timeZone);
}
