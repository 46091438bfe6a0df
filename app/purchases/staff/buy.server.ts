import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { findSavedForm } from "~/accounts/saved-form.server";
import { BOOK_WHAT, type BookWhat } from "~/book/book";
import { business } from "~/business/business.server";
import { emptyFormValues, type FormValues } from "~/collections/form";
import { accountTooManyRequestsMessage, readForm, tooManyRequestsInit } from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { storeUpload } from "~/pictures/claims.server";
import { purchasePage } from "~/purchases/paths";
import { KEPT_FIELDS } from "~/purchases/photos";
import { buyCar, findHolderOfNumber } from "~/purchases/purchase.server";
import { PURCHASES, type PurchaseFields, purchaseName } from "~/purchases/purchases";
import { listOffers } from "~/requests/offer.server";
import { HAS_TITLE, RUNS } from "~/requests/offered-car";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { publishRequestPhotos } from "~/requests/photos.server";
import { findRequest } from "~/requests/record.server";
import { findDeal } from "~/sales/deal-row.server";
import { findSaleRow } from "~/sales/sale.server";
import { failedResult, IDEMPOTENCY_KEY, INTENT, TWIN_CONFIRMED, unchecked } from "~/staff/records/submission";
import { dayInTimeZone } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { formatTypedPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { withoutThousands } from "~/values/thousands";
import { isZip } from "~/values/zip";
import { suggestStockNumber } from "~/vehicles/stock-number.server";
import { decodeIntoForm } from "~/vin/lookup.server";
import { vinSchema } from "~/vin/schema";
import { BUY_FIELDS, checkPurchase, ID_NUMBER } from "./buy-form";

/** What the page starts with: what the session's end has saved, or an empty form for what the address names. */
export async function loadBuyForm(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { request, session, now } = args;
  const { searchParams } = new URL(request.url);
  const today = dayInTimeZone(business.timeZone, now);
  const asked = searchParams.get("what");
  const what: BookWhat = asked !== null && Object.hasOwn(BOOK_WHAT, asked) ? (asked as BookWhat) : "car";
  const offered = await findOffered(searchParams.get("request"), now);
  const suggested = what === "car" ? await suggestStockNumber("dismantled") : "";
  const saved = await readSavedFields(args, [...BUY_FIELDS, ...KEPT_FIELDS]);
  const values: FormValues = {
    ...emptyFormValues(PURCHASES, today),
    ...{ what, stockNumber: suggested, boughtBy: session.user.username },
    sellerState: business.address.state,
    ...offered,
    ...(await findTraded(searchParams.get("trade"))),
    ...saved,
  };
  return { today, values, isRestored: saved !== undefined, key: newId(now) };
}

/** Decodes the VIN, or stores the purchase and goes to its page. A form with errors comes back as typed, with its photos. */
export async function takePurchase(args: StaffRequestArgs<ActionFunctionArgs>) {
  const { request, context, now } = args;
  const form = await readForm(request, [
    ...BUY_FIELDS,
    ...KEPT_FIELDS,
    IDEMPOTENCY_KEY,
    INTENT,
    TWIN_CONFIRMED,
  ]);
  if (form.get(INTENT) === "decode") return decode(form, args);
  const submission = checkPurchase(form, dayInTimeZone(business.timeZone, now));
  const problems = (context.uploads ?? []).flatMap((upload) => (upload.ok ? [] : [upload]));
  const fieldErrors = Object.fromEntries(
    problems.map(({ field = "idPhoto", message }) => [field, [message]]),
  );
  if (problems.length > 0 || submission.status !== "success")
    return data({ result: submission.reply({ fieldErrors }) }, problems[0]?.status ?? 400);
  try {
    const { [ID_NUMBER]: idNumber, ...fields } = submission.value as PurchaseFields & { idNumber?: string };
    const photos = KEPT_FIELDS.flatMap((name) => form.get(name)?.toString() ?? []);
    if (fields.requestId) await publishRequestPhotos(fields.requestId, storePhoto);
    const confirmedTwin = form.get(TWIN_CONFIRMED)?.toString();
    const bought = await buyCar(
      { fields, idNumber, photos, confirmedTwin },
      form.get(IDEMPOTENCY_KEY)?.toString() || newId(now),
    );
    if (bought.outcome === "twin") return data({ result: submission.reply(), twin: bought.twin }, 409);
    if (bought.outcome === "invalid") {
      const holder = bought.fields.stockNumber ? await findHolderOfNumber(fields) : undefined;
      return data({ result: submission.reply({ fieldErrors: bought.fields }), holder }, 409);
    }
    const { purchase } = bought;
    return redirectWithToast(purchasePage(purchase._id), {
      title: purchase.what === "car" ? "Car bought" : "Bought",
      description: `${purchaseName(purchase)}. It's in the book.`,
    });
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "storing a purchase failed");
    return data(failedResult(form, PURCHASES, "site"), 500);
  }
}

/** What the owner of an offered car told us; the price is our offer, if it was accepted or is still good. */
async function findOffered(id: string | null, now: Date): Promise<FormValues | undefined> {
  const request = id !== null && isValidId(id) ? await findRequest(OFFERED_CARS, id) : undefined;
  if (!request) return undefined;
  const { vin, vehicleInfo, carInfo, customerInfo } = request;
  const [offer] = await listOffers(request._id, now);
  const isAgreed = offer?.state === "accepted" || offer?.state === "open";
  const mileage = withoutThousands(String(vehicleInfo.mileage ?? "").replaceAll(/\s|miles?|mi\.?$/gi, ""));
  const notes = [
    `Offered as ${formatReference(OFFERED_CARS.prefix, request._id)}`,
    carInfo.location && `Where: ${carInfo.location}`,
    carInfo.runs && RUNS[carInfo.runs],
    carInfo.title && HAS_TITLE[carInfo.title],
    carInfo.message,
  ];
  return {
    requestId: request._id,
    vin,
    year: String(vehicleInfo.year ?? ""),
    make: vehicleInfo.make ?? "",
    model: vehicleInfo.model ?? "",
    trim: vehicleInfo.trim ?? "",
    odometer: /^\d{1,7}$/.test(mileage) ? mileage : "",
    sellerName: customerInfo.name,
    sellerPhone: customerInfo.phone ?? "",
    titleKind: carInfo.title ? TITLE_KIND[carInfo.title] : "",
    price: isAgreed ? formatTypedPrice(offer.amountCents) : "",
    notes: notes.filter(Boolean).join("\n"),
  };
}

/** What the sale of another car says about the one that was traded in. */
async function findTraded(saleId: string | null): Promise<FormValues | undefined> {
  const deal = saleId !== null && isValidId(saleId) ? await findDeal(saleId) : undefined;
  const sale = deal && (await findSaleRow(deal.saleId));
  if (!deal || !sale || deal.tradeCents === 0) return undefined;
  const [street = "", town = ""] = (sale.customerAddress ?? "").split("\n");
  return {
    tradeSaleId: deal.saleId,
    vin: deal.tradeVin ?? "",
    year: String(deal.tradeYear ?? ""),
    make: deal.tradeMake ?? "",
    model: deal.tradeModel ?? "",
    odometer: String(deal.tradeOdometer ?? ""),
    sellerName: sale.customerName ?? "",
    sellerPhone: sale.customerPhone ?? "",
    ...{ sellerStreet: street, ...readTown(town) },
    price: formatTypedPrice(deal.tradeCents),
    paidBy: "trade",
    notes: `Traded in on sale ${formatSaleNumber(sale)}`,
  };
}

/** `Millbrook, NY 12545`; in any other form, all of it is the city. */
function readTown(town: string): FormValues {
  const words = town.trim().split(/\s+/);
  const [state = "", zip = ""] = words.slice(-2);
  const isUsual = words.length > 2 && /^[a-z]{2}$/i.test(state) && isZip(zip);
  if (!isUsual) return { sellerCity: town, sellerState: "", sellerZip: "" };
  const city = words.slice(0, -2).join(" ").replace(/,$/, "");
  return { sellerCity: city, sellerState: state.toUpperCase(), sellerZip: zip };
}

/** A lender's title is not known until it is seen. */
const TITLE_KIND = { yes: "title", lien: "", no: "none" } as const;

function storePhoto(bytes: Buffer) {
  return storeUpload({ bytes, tooLarge: false });
}

/** The `known` fields of a form that was posted after the session had ended. */
export async function readSavedFields(
  args: StaffRequestArgs<LoaderFunctionArgs>,
  known: readonly string[],
): Promise<FormValues | undefined> {
  const saved = await findSavedForm(args);
  return saved && Object.fromEntries(saved.fields.filter(([name]) => known.includes(name)));
}

/** Without script: fills in what the VIN says. */
async function decode(form: FormData, { session }: StaffRequestArgs<ActionFunctionArgs>) {
  const limit = await consumeRateLimit("vinDecode", { id: session.user._id });
  if (!limit.ok) {
    const problem = { message: accountTooManyRequestsMessage(limit.retryAfter), canRetry: true };
    return data({ result: unchecked(form), problem }, tooManyRequestsInit(limit.retryAfter));
  }
  const { values, problem, inStock } = await decodeIntoForm(PURCHASES.kind, form);
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) form.set("vin", vin.data);
  for (const [name, value] of Object.entries(values)) {
    if (BUY_FIELDS.includes(name)) form.set(name, value);
  }
  return data({ result: unchecked(form), problem, inStock }, 200);
}
