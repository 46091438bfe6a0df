import { business } from "~/business/business.server";
import { config } from "~/config.server";
import type { Row } from "~/db/schema";
import { type NewMail, queueConfirmation, queueMail } from "~/mail/outbox.server";
import { type MailContent, renderMail } from "~/mail/template.server";
import { formatCount, formatDayInTimeZone, formatMileage } from "~/values/format";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { vehicleName } from "~/vehicles/inventory";
import { writeQuery } from "~/vehicles/list-query";
import { UNCONFIRMED_ALERT_DAYS, wishName } from "./alert";
import { whyLikely } from "./generation.server";
import { alertPath } from "./link.server";

/** The most vehicles that one mail describes. */
export const MAX_VEHICLES_IN_MAIL = 10;

type ArrivalAlert = Row<"arrivalAlerts">;

/**
 * Asks the owner of the address to confirm an alert. Nothing else is sent there before that.
 * @returns false if the address may be sent no more confirmations today
 */
export async function queueConfirmationMail(alert: ArrivalAlert, now: Date): Promise<boolean> {
  const content: MailContent = {
    subject: "Confirm your alert",
    paragraphs: [
      `Someone, most likely you, asked us to email this address when a vehicle like this arrives in our yard:`,
    ],
    facts: [["Vehicle", wishName(alert)]],
    link: {
      label: "To confirm, open this page and press “Yes, tell me”",
      url: absolute(alertPath(alert.id)),
    },
    closing: [
      `We won't send anything until you do. An alert ends after a year, and every message has a link to end it.`,
      `If you didn't ask for this, ignore this message: we delete your address after ${UNCONFIRMED_ALERT_DAYS} days.`,
    ],
  };
  return queueConfirmation(mailTo(alert, content), now);
}

/**
 * Asks whether to renew an alert that is on and was requested again.
 * @returns false if the address may be sent no more confirmations today
 */
export async function queueRenewalMail(alert: ArrivalAlert, endsAt: Date, now: Date): Promise<boolean> {
  const content: MailContent = {
    subject: "Renew your alert?",
    paragraphs: [
      `Someone, most likely you, asked us again to email this address when a vehicle like this arrives in our yard. Your alert for it is on:`,
    ],
    facts: [["Vehicle", wishName(alert)]],
    link: {
      label: "To renew it for a year from today, open this page and press “Renew for a year”",
      url: absolute(alertPath(alert.id)),
    },
    closing: [
      `Otherwise it ends on ${formatDayInTimeZone(endsAt, business.timeZone)}. You can end it now on the same page.`,
    ],
  };
  return queueConfirmation(mailTo(alert, content), now);
}

/**
 * Tells of vehicles that have arrived.
 * @param arrived at most ten of them, the newest first
 * @param total how many there are
 */
export async function queueArrivalMail(
  {
    alert,
    endsAt,
    arrived,
    total,
  }: { alert: ArrivalAlert; endsAt: Date; arrived: PublicDismantledVehicle[]; total: number },
  now: Date,
): Promise<void> {
  const [first] = arrived;
  if (!first) return;
  const isOne = total === 1;
  const content: MailContent = {
    subject: isOne
      ? `${vehicleName(first)} has arrived`
      : `${formatCount(total)} vehicles you asked for have arrived`,
    paragraphs: [
      isOne
        ? "A vehicle you asked us to watch for is in our yard now:"
        : "Vehicles you asked us to watch for are in our yard now:",
    ],
    facts: arrived.map((vehicle) => [`Stock # ${vehicle.stockNumber}`, describe(vehicle, alert)]),
    link: isOne
      ? { label: "Request a part from it", url: absolute(`/partsrequest?vehicle=${first._id}`) }
      : { label: "See them and request a part", url: absolute(listPath(first)) },
    closing: [
      ...(total > arrived.length ? [`These are the newest ${arrived.length} of ${formatCount(total)}.`] : []),
      `Questions? Call ${business.phone} and give the stock number, or reply to this message.`,
      `Your alert ends on ${formatDayInTimeZone(endsAt, business.timeZone)}.`,
    ],
    lastLink: { label: "Found one? End this alert", url: absolute(alertPath(alert.id)) },
  };
  await queueMail({ ...mailTo(alert, content), unsubscribeUrl: absolute(alertPath(alert.id)) }, now);
}

function mailTo({ id, email }: ArrivalAlert, content: MailContent): NewMail {
  return { ...renderMail(content), to: email, replyTo: business.email, cause: { kind: "arrivalAlert", id } };
}

function describe(vehicle: PublicDismantledVehicle, { make, model, yearFrom, yearTo }: ArrivalAlert): string {
  const name = [vehicleName(vehicle), vehicle.trim].filter(Boolean).join(" ");
  const { mileage, exteriorColor } = vehicle;
  return [
    name,
    mileage === undefined ? undefined : formatMileage(mileage),
    exteriorColor,
    whyLikely({ make, model, yearFrom, yearTo }, vehicle),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The public list of this make and model. */
function listPath({ make, model }: PublicDismantledVehicle): string {
  return `/parts?${writeQuery({ make, model })}`;
}

// Alerts are off without PUBLIC_URL.
function absolute(path: string): string {
  return `${config.PUBLIC_URL ?? ""}${path}`;
}
