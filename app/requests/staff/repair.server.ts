import { business } from "~/business/business.server";
import { findMailAbout } from "~/mail/outbox.server";
import { answerQuery } from "~/requests/answer";
import { canMail, describeUntold } from "~/requests/answer.server";
import { type Estimate, listEstimates } from "~/requests/estimate.server";
import { findStaffRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import type { RequestCollection } from "~/requests/request";
import { newRepairSalePage } from "~/sales/sale";
import { formatDateTime } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { loadAppointment } from "./appointment.server";
import type { EstimateSummary } from "./estimate-panel";

/** What a repair request's page has besides that of every request; undefined for another kind. */
export async function loadRepairWork(kind: Pick<RequestCollection, "table">, id: string, now: Date) {
  const request = kind.table === REPAIR_REQUESTS.table && (await findStaffRequest(REPAIR_REQUESTS, id));
  if (!request) return undefined;
  const [appointment, estimates, mails] = await Promise.all([
    loadAppointment(request, now),
    listEstimates(id),
    findMailAbout([id]),
  ]);
  const page = `${REPAIR_REQUESTS.path}/${id}`;
  const sent = estimates.find(({ state }) => state === "sent");
  const isTold = mails.some(
    ({ to, createdAt }) => to === request.customerInfo.email && createdAt > (sent?.sentAt ?? ""),
  );
  const query = new URLSearchParams(answerQuery({ about: "estimate", from: page }));
  return {
    canChange: request.deletedAt === undefined,
    appointment,
    estimates: estimates.map((estimate) => toSummary(estimate, page)),
    editPath: `${page}/estimate`,
    salePath: estimates.some(({ state }) => state === "approved") ? newRepairSalePage(id) : undefined,
    untold: sent && !isTold ? describeUntold(request) : undefined,
    tellPath: sent && canMail(request) ? `${page}/answer?${query}` : undefined,
  };
}

function toSummary(estimate: Estimate, page: string): EstimateSummary {
  const { number, state, figures, updatedAt, updatedBy, sentAt, sentBy, approval } = estimate;
  return {
    ...{ number, state },
    total: formatExactPrice(figures.total / 100),
    events: [
      sentAt
        ? `Put on the customer's page by ${sentBy}, ${formatTime(sentAt)}`
        : `Saved by ${updatedBy}, ${formatTime(updatedAt)}`,
      ...(approval ? [`Approved by ${approval.name}, ${formatTime(approval.at)}`] : []),
      ...(approval?.wantsOldParts ? ["Wants the replaced parts back"] : []),
    ],
    path: `${page}/estimates/${number}`,
  };
}

function formatTime(time: string): string {
  return formatDateTime(time, business.timeZone);
}
