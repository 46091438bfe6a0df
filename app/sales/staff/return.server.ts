import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { storeOnce } from "~/http/idempotency.server";
import { redirectWithToast } from "~/http/toast.server";
import { findCarsOfSale } from "~/sales/misfit.server";
import { returnSchema } from "~/sales/return-schema";
import { addUpRefund, CREDIT_NOTES_PAGE, formatCreditNumber, warrantyOn } from "~/sales/returns";
import { type ItemsReturned, listCreditNotes, listOpenLines, returnItems } from "~/sales/returns.server";
import { MAX_SALE_LINES, SALES_PAGE } from "~/sales/sale";
import { findSale } from "~/sales/sale.server";
import { describePayment } from "~/sales/sales";
import { dayInTimeZone, formatDay } from "~/values/format";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { getParam } from "~/values/query-params";
import { readRefund, SHOWN } from "./return-form";

const LINE_FIELDS = ["take", "quantity", "reason", "goesTo", "year", "make", "model"] as const;
const FIELDS = [
  ...["key", SHOWN, "method", "fee", "notes"],
  ...Array.from({ length: MAX_SALE_LINES }, (_, index) =>
    ["id", ...LINE_FIELDS].map((field) => `lines.${index}.${field}`),
  ).flat(),
];

/** What can be returned of a sale, line by line. @throws Response 404 for a sale that is not completed */
export async function loadReturn({ request, params: { id }, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  const found = isValidId(id) ? await findSale(id) : undefined;
  if (found?.item.status !== "completed") throw new Response(null, { status: 404 });
  const { item: sale } = found;
  const today = dayInTimeZone(business.timeZone, now);
  const soldOn = dayInTimeZone(business.timeZone, new Date(sale.completedAt ?? sale.createdAt));
  const lines = await listOpenLines(sale._id);
  const partIds = lines.flatMap(({ kind, partId }) => (kind === "part" && partId !== null ? [partId] : []));
  const cars = await findCarsOfSale(partIds, sale.partRequestId ?? null);
  const chosen = getParam(new URL(request.url).searchParams, "line");
  return {
    key: newId(now),
    page: `${SALES_PAGE}/${sale._id}`,
    number: sale.number,
    soldOn: formatDay(`${soldOn}T00:00:00.000Z`),
    hasCustomer: sale.customerId !== undefined,
    isOwed: sale.owed !== undefined,
    policy: business.returnPolicy?.sentence,
    paid: sale.payments.map((payment) => `${describePayment(payment)}, ${formatExactPrice(payment.amount)}`),
    notes: (await listCreditNotes(sale._id)).map((note) => ({
      to: `${CREDIT_NOTES_PAGE}/${note.id}`,
      label: `${formatCreditNumber(note.number)}, ${formatDay(`${note.creditedOn}T00:00:00.000Z`)}, ${formatExactPrice(note.totalCents / 100)}`,
    })),
    lines: lines.map(({ id, kind, partId, description, stockNumber, left, returnable, warrantyDays }) => {
      const isPart = kind === "part" && partId !== null;
      return {
        ...{ id, kind, isPart, description, stockNumber: stockNumber ?? undefined },
        isChosen: id === chosen,
        car: isPart ? cars.get(partId) : undefined,
        left: left / 100,
        returnable,
        back: formatExactPrice(addUpRefund([{ returnable, quantity: left }]).totalCents / 100),
        warranty: describeWarranty({ soldOn, warrantyDays }, today),
      };
    }),
  };
}

function describeWarranty(
  sold: { soldOn: string; warrantyDays: number | null },
  today: string,
): string | undefined {
  const warranty = warrantyOn(sold, today);
  if (!warranty) return undefined;
  const until = formatDay(`${warranty.until}T00:00:00.000Z`);
  return warranty.holds ? `Under warranty until ${until}` : `Warranty ended ${until}`;
}

/** The answer to a form that was not carried out. `isSumNew`: nothing is wrong, but the page had not shown what the customer gets. */
export interface ReturnReply {
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  isSumNew?: boolean;
}

/** Takes back what the form says, once however often it is sent. */
export async function storeReturn({ request, params: { id }, now }: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const chosen = Array.from({ length: MAX_SALE_LINES }, (_, index) => index).filter(
    (index) => typed[`lines.${index}.take`] === "yes",
  );
  const parsed = returnSchema.safeParse({
    lines: chosen.map((index) => ({
      saleLineId: typed[`lines.${index}.id`] ?? "",
      quantity: typed[`lines.${index}.quantity`] ?? "",
      reason: typed[`lines.${index}.reason`] ?? "",
      goesTo: typed[`lines.${index}.goesTo`] || undefined,
      ...(typed[`lines.${index}.reason`] === "does-not-fit"
        ? {
            year: typed[`lines.${index}.year`],
            make: typed[`lines.${index}.make`],
            model: typed[`lines.${index}.model`],
          }
        : {}),
    })),
    method: typed.method ?? "",
    fee: typed.fee ?? "",
    notes: typed.notes,
  });
  const refuse = (errors: Record<string, string[]>, status = 400) =>
    data<ReturnReply>({ typed, errors: byTypedLine(errors, chosen) }, status);
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= [message];
    return refuse(errors);
  }
  const { key, [SHOWN]: shown, ...said } = typed;
  const { totalCents } = readRefund(typed, await listOpenLines(id));
  // A page without script shows it now; the button of a core already has.
  if (shown !== undefined && shown !== String(totalCents) && totalCents >= 0)
    return data<ReturnReply>({ typed, errors: {}, isSumNew: true });
  const taken = await storeOnce(
    `return ${id}`,
    { key, said },
    now,
    async (): Promise<ItemsReturned> => returnItems(id, parsed.data),
    ({ outcome }) => outcome === "done",
  );
  if (taken.outcome === "not-found") throw new Response(null, { status: 404 });
  if (taken.outcome === "refused") return refuse({ lines: [taken.reason] }, 409);
  if (taken.outcome === "invalid") return refuse(taken.fields);
  const { note } = taken;
  return redirectWithToast(`${CREDIT_NOTES_PAGE}/${note.id}`, {
    title: `Returned: ${formatCreditNumber(note.number)}`,
    description:
      note.method === "account"
        ? `They owe ${formatExactPrice(note.totalCents / 100)} less.`
        : `${formatExactPrice(note.totalCents / 100)} goes to the customer.`,
  });
}

/** Errors by the place of a line in the form, not among those chosen. */
function byTypedLine(errors: Record<string, string[]>, chosen: readonly number[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [
      name.replace(
        /^lines\.(\d+)\.(\w+)$/,
        (_, at: string, field: string) =>
          `lines.${chosen[Number(at)] ?? at}.${field === "saleLineId" ? "quantity" : field}`,
      ),
      messages,
    ]),
  );
}
