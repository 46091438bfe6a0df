import { business } from "~/business/business.server";
import { takeAccountPayment } from "~/sales/account.server";
import { ACCOUNT_PAYMENT_RECORDS } from "~/sales/account-payment.server";
import { accountPaymentBody } from "~/sales/account-schema";
import { completeSale, voidSale } from "~/sales/complete.server";
import { CREDIT_NOTE_RECORDS } from "~/sales/credit-note.server";
import { discardSaleDraft, type SaleFaults, saveDraft } from "~/sales/draft.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { findSaleRow, SALE_RECORDS } from "~/sales/sale.server";
import { saleSchema, voidSchema } from "~/sales/sale-schema";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { findDetailed, staffItem, staffList } from "./inventory-resources.server";
import { errorResponse, readJson } from "./json.server";
import { changedResponse, recordResponse, staffResourceRoute } from "./staff-resource.server";
import { writeOnce } from "./submit.server";

/*
 * The calls of sales: `/api/admin/sales`. A draft is stored, changed and discarded; separate calls complete, void and return a sale, and
 * take payments on account.
 */

const CLOSED = "This sale is completed and never changes.";
const PAID = "A deposit was taken for this draft. Staff say on its page what becomes of it.";
const notFound = () => errorResponse(404, "Sale not found");
const invalid = (fields: SaleFaults) => errorResponse(400, Object.values(fields)[0]?.[0] ?? "", { fields });

/** `GET, POST /api/admin/sales`. */
export const sales = staffResourceRoute({
  GET: staffList(SALE_RECORDS),
  POST: async ({ request }) => {
    const body = await readJson(request, saleSchema);
    if (!body.ok) return body.response;
    return written(await saveDraft(undefined, body.value), 201);
  },
});

/** `GET, PUT, DELETE /api/admin/sales/{id}`. */
export const sale = staffResourceRoute({
  GET: staffItem(SALE_RECORDS),
  PUT: async ({ request, params: { id }, version }) => {
    const body = await readJson(request, saleSchema);
    if (!body.ok) return body.response;
    return isValidId(id) ? written(await saveDraft(id, body.value, { version }), 200) : notFound();
  },
  DELETE: async ({ params: { id }, version }) => {
    if (!isValidId(id)) return notFound();
    const discarded = await discardSaleDraft(id, { version });
    if (discarded.outcome === "paid") return errorResponse(409, PAID);
    return discarded.outcome === "discarded" ? new Response(null, { status: 204 }) : written(discarded, 200);
  },
});

/** `POST /api/admin/sales/{id}/complete`. */
export const saleCompletion = staffResourceRoute({
  POST: async ({ params: { id } }) => {
    if (!isValidId(id)) return notFound();
    const completed = await completeSale(id);
    return completed.outcome === "completed" ? recordResponse(completed.sale, 200) : written(completed, 200);
  },
});

/** `POST /api/admin/sales/{id}/void`. */
export const saleVoiding = staffResourceRoute({
  POST: async ({ request, params: { id } }) => {
    const body = await readJson(request, voidSchema);
    if (!body.ok) return body.response;
    if (!isValidId(id)) return notFound();
    const voided = await voidSale(id, body.value.reason);
    if (voided.outcome === "voided") return recordResponse(voided.sale, 200);
    return voided.outcome === "refused" ? errorResponse(409, voided.reason) : notFound();
  },
});

/** `POST /api/admin/sales/{id}/take-back`: 201 with the credit note. */
export const saleReturn = staffResourceRoute({
  POST: (args) =>
    writeOnce(args, {
      schema: returnSchema,
      write: async (back) => {
        const { id } = args.params;
        if (!isValidId(id)) return notFound();
        const taken = await returnItems(id, back);
        switch (taken.outcome) {
          case "done":
            return (await findDetailed(CREDIT_NOTE_RECORDS, taken.note.id)) ?? notFound();
          case "invalid":
            return invalid(taken.fields);
          case "refused":
            return errorResponse(409, taken.reason);
          case "not-found":
            return notFound();
        }
      },
    }),
});

const NOTHING_OWED = "Nothing is owed there.";

/** `GET, POST /api/admin/account-payments`. */
export const accountPayments = staffResourceRoute({
  GET: staffList(ACCOUNT_PAYMENT_RECORDS),
  POST: (args) =>
    writeOnce(args, {
      schema: accountPaymentBody(dayInTimeZone(business.timeZone, args.now)),
      write: async ({ customerId, saleId, ...given }) => {
        const sale = saleId === undefined ? undefined : await findSaleRow(saleId);
        if (saleId !== undefined && !sale) return notFound();
        // Of a customer who was removed, the account is the sale's.
        const account = customerId ?? sale?.customerId ?? saleId ?? "";
        const taken = await takeAccountPayment(account, given, { saleId });
        switch (taken.outcome) {
          case "done":
            return (await findDetailed(ACCOUNT_PAYMENT_RECORDS, taken.payment.id)) ?? notFound();
          case "invalid":
            return invalid(taken.fields);
          case "nothing-owed":
            return errorResponse(409, NOTHING_OWED);
        }
      },
    }),
});

type Outcome =
  | Awaited<ReturnType<typeof saveDraft>>
  | Exclude<Awaited<ReturnType<typeof discardSaleDraft>>, { outcome: "discarded" | "paid" }>;

function written(outcome: Outcome, status: 200 | 201): Response {
  switch (outcome.outcome) {
    case "saved":
      return recordResponse(outcome.sale, status);
    case "invalid":
      return invalid(outcome.fields);
    case "changed":
      return changedResponse(outcome.current.item);
    case "closed":
      return errorResponse(409, CLOSED);
    case "not-found":
      return notFound();
  }
}
