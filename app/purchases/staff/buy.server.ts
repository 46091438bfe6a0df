import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { SAVED_SUBMISSION_PARAM, type StaffRequestArgs } from "~/accounts/require-staff.server";
import { deleteSavedSubmission, findSavedSubmission } from "~/accounts/saved-submission.server";
import { BOOK_WHAT, type BookWhat } from "~/book/book";
import { business } from "~/business/business.server";
import { emptyFormValues, type FormValues } from "~/collections/form";
import { readForm, staffTooManyRequestsMessage, tooManyRequestsInit } from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { BUY_FIELDS, checkPurchase, ID_NUMBER } from "~/purchases/buy-form";
import { purchasePage } from "~/purchases/paths";
import { keptPhoto, PHOTO_FIELDS } from "~/purchases/photos";
import { buyCar } from "~/purchases/purchase.server";
import { PURCHASES, type PurchaseFields, purchaseName } from "~/purchases/purchases";
import { suggestStockNumber } from "~/purchases/stock-number.server";
import { failedResult, IDEMPOTENCY_KEY, INTENT, unchecked } from "~/staff/records/submission";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { decodeIntoForm } from "~/vin/lookup.server";
import { vinSchema } from "~/vin/schema";

const KEPT_FIELDS = PHOTO_FIELDS.map(keptPhoto);

/** What the page starts with: what the session's end has saved, or an empty form for what the address names. */
export async function loadBuyForm({ request, session, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  const { pathname, searchParams } = new URL(request.url);
  const today = dayInTimeZone(business.timeZone, now);
  const asked = searchParams.get("what");
  const what: BookWhat = asked !== null && Object.hasOwn(BOOK_WHAT, asked) ? (asked as BookWhat) : "car";
  const suggested = what === "car" ? await suggestStockNumber("dismantled") : "";
  const saved = await findSaved(searchParams.get(SAVED_SUBMISSION_PARAM), {
    pathname,
    owner: session.user._id,
    now,
  });
  const values: FormValues = {
    ...emptyFormValues(PURCHASES, today),
    ...{ what, stockNumber: suggested, boughtBy: session.user.username },
    sellerState: business.address.state,
    ...saved,
  };
  return { today, values, isRestored: saved !== undefined, key: newId(now) };
}

/** Decodes the VIN, or stores the purchase and goes to its page. A form with errors comes back as typed, with its photos. */
export async function takePurchase(args: StaffRequestArgs<ActionFunctionArgs>) {
  const { request, context, session, now } = args;
  const form = await readForm(request, [...BUY_FIELDS, ...KEPT_FIELDS, IDEMPOTENCY_KEY, INTENT]);
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
    const bought = await buyCar(
      { fields, idNumber, photos },
      form.get(IDEMPOTENCY_KEY)?.toString() || newId(now),
    );
    if (bought.outcome === "invalid")
      return data({ result: submission.reply({ fieldErrors: bought.fields }) }, 409);
    const saved = new URL(request.url).searchParams.get(SAVED_SUBMISSION_PARAM);
    if (saved) await deleteSavedSubmission(saved, session.user._id);
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

async function findSaved(
  id: string | null,
  { pathname, owner, now }: { pathname: string; owner: string; now: Date },
): Promise<FormValues | undefined> {
  const saved = id !== null && isValidId(id) ? await findSavedSubmission(id, owner, now) : undefined;
  if (saved?.path !== pathname) return undefined;
  const known = new Set([...BUY_FIELDS, ...KEPT_FIELDS]);
  return Object.fromEntries(saved.fields.filter(([name]) => known.has(name)));
}

/** Without script: fills in what the VIN says. */
async function decode(form: FormData, { context }: StaffRequestArgs<ActionFunctionArgs>) {
  const limit = await consumeRateLimit("vinDecode", context.clientIp);
  if (!limit.ok) {
    const problem = { message: staffTooManyRequestsMessage(limit.retryAfter), canRetry: true };
    return data({ result: unchecked(form), problem }, tooManyRequestsInit(limit.retryAfter));
  }
  const { values, problem } = await decodeIntoForm(PURCHASES.kind, form);
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) form.set("vin", vin.data);
  for (const [name, value] of Object.entries(values)) {
    if (BUY_FIELDS.includes(name)) form.set(name, value);
  }
  return data({ result: unchecked(form), problem }, 200);
}
