import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { may } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { nameOfRow } from "~/collections/store.server";
import { findCustomerRow } from "~/customers/customer.server";
import type { Row } from "~/db/schema";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { findTradePurchase } from "~/purchases/find-purchase.server";
import { purchasePage } from "~/purchases/paths";
import { findRequest } from "~/requests/record.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { completeSale, hasOldRate } from "~/sales/complete.server";
import { DEAL_PAYMENTS, dealPage, FEE_NAMES, FEES } from "~/sales/deal";
import { endDeal, saveDeal, setDelivered, toDealFields } from "~/sales/deal.server";
import { findDeal } from "~/sales/deal-row.server";
import { dealSchema, deliveredSchema, depositSchema, endDealSchema } from "~/sales/deal-schema";
import { keepTyped, type SaleFaults, type SaleWritten } from "~/sales/draft.server";
import { SALES_PAGE } from "~/sales/sale";
import { findSale, findSaleRow } from "~/sales/sale.server";
import { describePayment, type Sale } from "~/sales/sales";
import { findVehicle, refuseVehicle } from "~/sales/stock.server";
import { taxRules } from "~/sales/tax.server";
import { dayInTimeZone, formatDay } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice, formatTypedPrice, toCents } from "~/values/money";
import { formatTypedDay } from "~/values/typed-date";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { checkAfterComplete, readIntent } from "./editor.server";
import { CHECK, CHECK_NEW_RATE, FIND_CUSTOMER, SALE_VERSION } from "./sale-form";
import { contactGivenUp, findMatched, searchCustomers } from "./sale-searches.server";

const HEAD = [
  ...[
    "vehicle",
    "vehicleInquiryId",
    "customerId",
    "customerName",
    "customerPhone",
    "customerEmail",
    "customerAddress",
  ],
  ...["taxExemptNumber", "coBuyerName", "coBuyerAddress", "price", "condition", "odometer"],
  ...["isMileageUnknown", "tradeVin", "tradeYear", "tradeMake", "tradeModel", "tradeOdometer"],
  ...["tradeAllowance", "taxPlace", "deliveredOn", "notes"],
];
const DEPOSIT = ["depositAmount", "depositMethod", "depositReference"];
const PAYMENT = ["method", "amount", "reference"];
const FIELDS = [
  ...["intent", SALE_VERSION, FIND_CUSTOMER, "customer", "kept", "method", "reason", ...HEAD, ...DEPOSIT],
  ...FEE_NAMES.flatMap((name) => [`fees.${name}.amount`, `fees.${name}.isTaxed`]),
  ...Array.from({ length: DEAL_PAYMENTS }, (_, index) =>
    PAYMENT.map((field) => `payments.${index}.${field}`),
  ).flat(),
];

const MESSAGES = {
  changed:
    "Someone else has changed this deal since you opened it. Yours isn't saved. Open it again to see theirs.",
  changedSince: "Someone else has changed this deal since you opened it. This is theirs: check it first.",
  gone: "Someone has discarded this deal since you opened it.",
  completed: "Someone else has completed it since you opened it.",
  over: "This deal was voided or fell through.",
} as const;

/** What is typed, by the names of the form's fields. */
type Typed = Record<string, string>;

/** The answer to a form that was not carried out. */
export interface DealReply {
  typed: Typed;
  errors: Record<string, string[]>;
}

/** The form of a new deal of the vehicle that the address names, or the deal that the vehicle has. @throws Response 404 */
export async function loadNewDeal({ request, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  const { searchParams } = new URL(request.url);
  const vehicle = await findVehicle(searchParams.get("vehicle") ?? "");
  if (!vehicle) throw new Response(null, { status: 404 });
  if (vehicle.saleId !== null)
    throw redirect(
      (await findDeal(vehicle.saleId)) ? dealPage(vehicle.saleId) : `${SALES_PAGE}/${vehicle.saleId}`,
    );
  const inquiry = await findInquiry(searchParams.get("inquiry"));
  const customer = await findCustomerRow(searchParams.get("customer") ?? "");
  return {
    ...pageOf(vehicle, now),
    refused: await refuseVehicle(vehicle, undefined),
    matched: customer ? undefined : await findMatched(inquiry?.customerId),
    values: {
      vehicle: vehicle.id,
      vehicleInquiryId: inquiry?._id ?? "",
      customerId: customer?.id ?? "",
      customerName: customer?.name ?? inquiry?.customerInfo.name ?? "",
      customerPhone: inquiry?.customerInfo.phone ?? "",
      customerEmail: inquiry?.customerInfo.email ?? "",
      price: vehicle.priceCents ? formatTypedPrice(vehicle.priceCents) : "",
      condition: "used",
      odometer: vehicle.mileage === null ? "" : String(vehicle.mileage),
      taxPlace: taxRules().rates[0]?.place ?? "",
      ...Object.fromEntries(
        FEE_NAMES.map((name) => [`fees.${name}.isTaxed`, FEES[name].isTaxed ? "yes" : ""]),
      ),
    } as Typed,
  };
}

/** The inquiry that a deal begins with. */
async function findInquiry(id: string | null) {
  return id !== null && isValidId(id) ? findRequest(VEHICLE_INQUIRIES, id) : undefined;
}

/** The form of a draft's deal, or its outcome. @throws Response 404 for a sale that isn't a deal */
export async function loadDeal({
  request,
  params: { id },
  session,
  now,
}: StaffRequestArgs<LoaderFunctionArgs>) {
  const found = isValidId(id) ? await findSale(id) : undefined;
  const deal = found && (await findDeal(found.item._id));
  if (!found || !deal) throw new Response(null, { status: 404 });
  const { item: sale, version } = found;
  const { searchParams } = new URL(request.url);
  const vehicleId = sale.lines.find(({ kind }) => kind === "vehicle")?.vehicleId;
  const vehicle = vehicleId === undefined ? undefined : await findVehicle(vehicleId);
  const row = await findSaleRow(sale._id);
  const typed = row?.typed ? (JSON.parse(row.typed) as Typed) : undefined;
  const isDraft = sale.status === "draft";
  // The bookkeeper sees a draft, and no customers.
  const mayChoose = isDraft && may(session.role, "customers", "see");
  const bought = await findTradePurchase(sale._id);
  const errors: SaleFaults = isDraft ? toDealFields(await checkAfterComplete(sale._id, searchParams)) : {};
  return {
    ...pageOf(vehicle, now),
    sale,
    isDraft,
    version: typed?.[SALE_VERSION] ?? version,
    // An unchecked box sends nothing, and the stored value would come back.
    values: typed ?? toValues(sale, deal),
    isTyped: typed !== undefined,
    errors,
    customers: mayChoose ? await searchCustomers(searchParams.get(FIND_CUSTOMER)) : undefined,
    matched:
      mayChoose && !sale.customerId
        ? await findMatched((await findInquiry(deal.vehicleInquiryId))?.customerId)
        : undefined,
    taken: sale.payments
      .filter(({ takenAt, method }) => takenAt !== undefined && method !== "trade" && method !== "account")
      .map((payment) => ({ label: describePayment(payment), amount: formatExactPrice(payment.amount) })),
    takenTotal: sale.payments.reduce(
      (sum, { takenAt, amount }) => (takenAt === undefined ? sum : sum + toCents(amount)),
      0,
    ),
    delivered: deal.deliveredOn && formatDay(`${deal.deliveredOn}T00:00:00.000Z`),
    ended: deal.endedReason,
    trade:
      deal.tradeCents === 0
        ? undefined
        : {
            bought: bought && purchasePage(bought.id),
            buy: `/admin/purchases/new?${new URLSearchParams({ trade: sale._id })}`,
          },
  };
}

function pageOf(vehicle: Row<"retailVehicles"> | undefined, now: Date) {
  const rules = taxRules();
  return {
    name: vehicle ? nameOfRow(RETAIL_RECORDS, vehicle) : "Vehicle",
    vehiclePage: vehicle && `${RETAIL_RECORDS.path}/${vehicle.id}`,
    rates: rules.rates,
    tradeReducesTax: business.sales.tradeReducesTax,
    today: formatTypedDay(dayInTimeZone(business.timeZone, now)),
  };
}

function toValues(sale: Sale, deal: Row<"deals">): Typed {
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? "" : String(value);
  const [vehicle] = sale.lines;
  const typed = sale.payments.filter(({ takenAt, method }) => takenAt === undefined && method !== "trade");
  return {
    vehicle: text(vehicle?.vehicleId),
    vehicleInquiryId: text(deal.vehicleInquiryId),
    ...{ customerId: text(sale.customerId), customerName: text(sale.customerName) },
    ...{ customerPhone: text(sale.customerPhone), customerEmail: text(sale.customerEmail) },
    ...{ customerAddress: text(sale.customerAddress), taxExemptNumber: text(sale.taxExemptNumber) },
    ...{ coBuyerName: text(deal.coBuyerName), coBuyerAddress: text(deal.coBuyerAddress) },
    price: text(vehicle?.price?.toFixed(2)),
    ...{ condition: text(deal.condition), odometer: text(deal.odometer) },
    isMileageUnknown: deal.isMileageUnknown === 1 ? "yes" : "",
    ...{ tradeVin: text(deal.tradeVin), tradeYear: text(deal.tradeYear), tradeMake: text(deal.tradeMake) },
    ...{ tradeModel: text(deal.tradeModel), tradeOdometer: text(deal.tradeOdometer) },
    tradeAllowance: deal.tradeCents === 0 ? "" : formatTypedPrice(deal.tradeCents),
    taxPlace: text(sale.taxPlace),
    deliveredOn: deal.deliveredOn === null ? "" : formatTypedDay(deal.deliveredOn),
    notes: text(sale.notes),
    ...Object.fromEntries(
      FEE_NAMES.flatMap((name) => {
        const line = sale.lines.find(({ description }) => description === FEES[name].label);
        return [
          [`fees.${name}.amount`, text(line?.price?.toFixed(2))],
          [`fees.${name}.isTaxed`, (line?.isTaxed ?? FEES[name].isTaxed) ? "yes" : ""],
        ];
      }),
    ),
    ...Object.fromEntries(
      typed.slice(0, DEAL_PAYMENTS).flatMap(({ method, tendered, reference }, index) => [
        [`payments.${index}.method`, method],
        [`payments.${index}.amount`, text(tendered?.toFixed(2))],
        [`payments.${index}.reference`, text(reference)],
      ]),
    ),
  };
}

/** Does what the pressed button says. Each button stores the draft first, so that nothing typed is lost. */
export async function writeDeal({ request, params: { id }, now }: StaffRequestArgs<ActionFunctionArgs>) {
  if (id !== undefined && !isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const today = dayInTimeZone(business.timeZone, now);
  const intent = typed.customer
    ? "choose"
    : readIntent((name) => typed[name]?.trim() ?? (name === "intent" ? "save" : ""));
  if (id !== undefined && intent === "end") return end(id, typed);
  if (id !== undefined && intent === "delivered") return deliver(id, typed, today);
  if (typed.customer) await chooseCustomer(typed, typed.customer);
  const refuse = async (errors: Record<string, string[]>, status = 400) => {
    if (id !== undefined && status === 400) await keepTyped(id, typed);
    return data<DealReply>({ typed, errors }, status);
  };
  const parsed = dealSchema(today).safeParse(nest(typed));
  const deposit = intent === "deposit" ? depositSchema.safeParse(typed) : undefined;
  if (!parsed.success || deposit?.success === false) {
    const errors: Record<string, string[]> = {};
    const issues = [...(parsed.error?.issues ?? []), ...(deposit?.error?.issues ?? [])];
    for (const { path, message } of issues) errors[path.join(".")] ??= [message];
    return refuse(errors);
  }
  // The form shows what it adds up to; nothing is stored.
  if (intent === "total") return data<DealReply>({ typed, errors: {} });
  const version = typed[SALE_VERSION] || undefined;
  const isOldRate = intent === "complete" && id !== undefined && (await hasOldRate(id));
  const written = await saveDeal(id, parsed.data, {
    ...(version ? { version: [version] } : {}),
    deposit: deposit?.data,
  });
  if (written.outcome === "invalid") return refuse(written.fields);
  if (written.outcome !== "saved") return refuseWritten(written, refuse, id);
  const saleId = written.sale._id;
  const page = dealPage(saleId);
  if (isOldRate) return redirect(`${page}?${CHECK_NEW_RATE}`, 303);
  if (intent === "complete") return complete(saleId, written.version);
  if (intent === "choose") return redirect(page, 303);
  if (intent === "who")
    return redirect(
      `${page}?${new URLSearchParams({ [FIND_CUSTOMER]: typed[FIND_CUSTOMER] ?? "" })}#found`,
      303,
    );
  if (intent === "deposit")
    return redirectWithToast(`${SALES_PAGE}/${saleId}/deposit`, {
      title: `Deposit of ${formatExactPrice((deposit?.data?.depositAmount ?? 0) / 100)} taken`,
      description: "The car is held for this buyer.",
    });
  return redirectWithToast(page, {
    title: "Deal saved",
    description: "The car is held for this buyer until the deal is completed or falls through.",
  });
}

function refuseWritten(
  written: Exclude<SaleWritten, { outcome: "saved" | "invalid" }>,
  refuse: (errors: Record<string, string[]>, status: number) => Promise<unknown>,
  id: string | undefined,
) {
  if (written.outcome === "closed") return redirect(`${SALES_PAGE}/${id}`, 303);
  return refuse({ vehicle: [written.outcome === "changed" ? MESSAGES.changed : MESSAGES.gone] }, 409);
}

async function complete(saleId: string, version: string) {
  const completed = await completeSale(saleId, { version });
  if (completed.outcome === "completed")
    return redirectWithToast(dealPage(saleId), {
      title: `Sale ${completed.sale.number} completed`,
      description: "The car is marked Sold.",
    });
  if (completed.outcome === "changed")
    return redirectWithToast(dealPage(saleId), {
      title: "Not completed",
      description: MESSAGES.changedSince,
      variant: "destructive",
    });
  return redirect(`${dealPage(saleId)}${completed.outcome === "closed" ? "" : `?${CHECK}`}`, 303);
}

async function end(id: string, typed: Typed) {
  const parsed = endDealSchema.safeParse(typed);
  const refuse = (errors: Record<string, string[]>, status = 400) =>
    data<DealReply>({ typed, errors }, status);
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= [message];
    return refuse(errors);
  }
  const ended = await endDeal(id, parsed.data, {
    version: typed[SALE_VERSION] ? [typed[SALE_VERSION]] : undefined,
  });
  if (ended.outcome === "not-found") throw new Response(null, { status: 404 });
  if (ended.outcome === "invalid") return refuse(ended.fields);
  if (ended.outcome === "changed") return refuse({ reason: [MESSAGES.changed] }, 409);
  if (ended.outcome === "closed")
    return redirectWithToast(dealPage(id), {
      title: "Deal not ended",
      description: MESSAGES.completed,
      variant: "destructive",
    });
  if (ended.outcome === "discarded")
    return redirectWithToast(SALES_PAGE, { title: "Deal ended", description: "The car is for sale again." });
  return redirectWithToast(`${SALES_PAGE}/${id}`, {
    title: "Deal ended",
    description: "The car is for sale again. This receipt says what happened to the deposit.",
  });
}

async function deliver(id: string, typed: Typed, today: string) {
  const refuse = (message: string, status: number) =>
    data<DealReply>({ typed, errors: { deliveredOn: [message] } }, status);
  const parsed = deliveredSchema(today).safeParse(typed);
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? "", 400);
  const written = await setDelivered(id, parsed.data.deliveredOn, {
    version: typed[SALE_VERSION] ? [typed[SALE_VERSION]] : undefined,
  });
  if (written === "not-found") throw new Response(null, { status: 404 });
  if (written === "changed") return refuse(MESSAGES.changed, 409);
  if (written === "closed")
    return redirectWithToast(dealPage(id), {
      title: "Delivery not saved",
      description: MESSAGES.over,
      variant: "destructive",
    });
  return redirectWithToast(dealPage(id), { title: "Delivery saved" });
}

/** The customer of a search's button, with their exempt number. */
async function chooseCustomer(typed: Typed, id: string): Promise<void> {
  const customer = id === "none" ? undefined : await findCustomerRow(id);
  const before = { customerId: typed.customerId, requestId: typed.vehicleInquiryId };
  for (const name of contactGivenUp(before)) typed[name] = "";
  typed.customerId = customer?.id ?? "";
  typed.taxExemptNumber = customer?.taxExemptNumber ?? "";
}

/** `fees.title.amount` and `payments.0.method` as the schema has them. */
function nest(typed: Typed): Record<string, unknown> {
  return {
    ...typed,
    fees: Object.fromEntries(
      FEE_NAMES.map((name) => [
        name,
        { amount: typed[`fees.${name}.amount`], isTaxed: typed[`fees.${name}.isTaxed`] },
      ]),
    ),
    payments: Array.from({ length: DEAL_PAYMENTS }, (_, index) =>
      Object.fromEntries(PAYMENT.map((name) => [name, typed[`payments.${index}.${name}`]])),
    ),
  };
}
