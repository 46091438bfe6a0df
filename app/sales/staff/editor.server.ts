import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm } from "~/accounts/saved-form.server";
import type { Row } from "~/db/schema";
import { readForm } from "~/http/form.server";
import { storeOnce } from "~/http/idempotency.server";
import { redirectWithToast } from "~/http/toast.server";
import { checkSale, completeSale, hasOldRate } from "~/sales/complete.server";
import { dealPage } from "~/sales/deal";
import { findDeal } from "~/sales/deal-row.server";
import {
  discardSaleDraft,
  type FormCores,
  keepTyped,
  type SaleFaults,
  type SaleWritten,
  saveDraft,
} from "~/sales/draft.server";
import { describeReturned } from "~/sales/exchange.server";
import { freightClass } from "~/sales/freight";
import { findQuotedPart } from "~/sales/quoted-part.server";
import { SALES_PAGE } from "~/sales/sale";
import { findSale, findSaleRow } from "~/sales/sale.server";
import { type GivenLine, type SaleInput, saleFormSchema } from "~/sales/sale-schema";
import type { Sale } from "~/sales/sales";
import { findPart } from "~/sales/stock.server";
import { taxRules } from "~/sales/tax.server";
import { type SaleWarnings, warnOf, warnOfDraft } from "~/sales/warnings.server";
import { checkForm, checkNothing } from "~/ui/forms/check-form";
import { keepListIntent, LIST_INTENT } from "~/ui/forms/list-intent";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import {
  CHECK,
  CHECK_NEW_CORE,
  CHECK_NEW_RATE,
  CHECK_WARNINGS,
  CORES_OFFERED,
  FIND_CUSTOMER,
  FIND_PART,
  FORM_LINES,
  FORM_PAYMENTS,
  HEAD_FIELDS,
  LINE_FIELDS,
  PAYMENT_FIELDS,
  SALE_KEY,
  SALE_VERSION,
  type SaleFormValues,
  TOLD,
} from "./sale-form";
import {
  addPartLine,
  chooseCustomer,
  customerNote,
  findMatched,
  findMatchedOf,
  searchCustomers,
  searchParts,
} from "./sale-searches.server";
import { startValues, toValues } from "./sale-start.server";

const FIELDS = [
  ...["intent", LIST_INTENT, SALE_KEY, SALE_VERSION, CORES_OFFERED, TOLD],
  ...[FIND_PART, FIND_CUSTOMER, "add", "customer"],
  ...HEAD_FIELDS,
  ...Array.from({ length: FORM_LINES + 1 }, (_, index) =>
    LINE_FIELDS.map((field) => `lines[${index}].${field}`),
  ).flat(),
  ...Array.from({ length: FORM_PAYMENTS }, (_, index) =>
    PAYMENT_FIELDS.map((field) => `payments[${index}].${field}`),
  ).flat(),
];
/** What has rows. */
const LISTS = ["lines", "payments"];
/** What the buttons of the form say. */
const INTENTS = ["save", "complete", "find", "who"];

const MESSAGES = {
  changed:
    "Someone else has changed this draft since you opened it. Yours isn't saved. Open it again to see theirs.",
  changedSince: "Someone else has changed this draft since you opened it. This is theirs: check it first.",
  gone: "Someone has discarded this draft since you opened it.",
  typed: "This is what you typed last. It isn't saved yet: check it, then save it.",
  paid: "A deposit was taken for it. Say on its page what happens to it.",
  core: "A core charge was added. Tell the customer the new total, then complete it, or remove the line if you have the old part",
  told: (sentences: readonly string[]) => `${sentences.join(". ")}. To sell it anyway, complete it again`,
  tooLong:
    "This draft has more lines than this form takes. Complete or discard it, or change it through the API.",
} as const;

/**
 * The form of a new sale, filled with what the address names: parts, a vehicle, a customer, a part request, or the estimate of a repair.
 */
export async function loadNewSale(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { searchParams } = new URL(args.request.url);
  const [saved, started] = [await readTyped(args), await startValues(searchParams, args.now)];
  const { values, coresOffered, estimate, leftOut, matchedId, parts } = started;
  const creditNoteId = searchParams.get("exchange") ?? "";
  const exchangeFor = await describeReturned(creditNoteId);
  if (exchangeFor) values.creditNoteId = creditNoteId;
  const matched = values.customerId ? undefined : await findMatched(matchedId);
  const customer = values.customerId ? await customerNote(values.customerId) : undefined;
  return {
    ...page(values, saved),
    ...withTold(await warnOf(values, parts.map(toHeldPart))),
    ...{ coresOffered, exchangeFor, estimate, leftOut, customer, matched },
    ...{ key: newId(args.now), version: "" },
    ...(await searchParts(searchParams.get(FIND_PART))),
    customers: await searchCustomers(searchParams.get(FIND_CUSTOMER)),
  };
}

/** The form of a draft. @throws Response 404, or a redirect to the sale once it is completed */
export async function loadSaleForm(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { id } = args.params;
  const found = isValidId(id) ? await findSale(id) : undefined;
  if (!found) throw new Response(null, { status: 404 });
  const { item: sale, version } = found;
  if (sale.status !== "draft") throw redirect(`${SALES_PAGE}/${sale._id}`);
  if (await findDeal(sale._id)) throw redirect(dealPage(sale._id) + new URL(args.request.url).search);
  const { searchParams } = new URL(args.request.url);
  const saved = (await readTyped(args)) ?? (await findTypedForm(sale._id));
  const values = toValues(sale);
  const warnings = withTold(await warnOfDraft(sale._id));
  const { told } = warnings;
  const faults = {
    ...(searchParams.has("warnings") && told.length > 0 ? { lines: [MESSAGES.told(told)] } : {}),
    ...(await checkAfterComplete(sale._id, searchParams)),
  };
  return {
    ...page(values, saved),
    ...warnings,
    ...(Object.keys(faults).length > 0 ? { reply: replyWith(values, faults) } : {}),
    key: newId(args.now),
    version: saved?.get(SALE_VERSION)?.toString() ?? version,
    sale,
    exchangeFor: sale.exchangeFor,
    isTooLong: sale.lines.length > FORM_LINES,
    ...(await searchParts(searchParams.get(FIND_PART))),
    customers: await searchCustomers(searchParams.get(FIND_CUSTOMER)),
    customer: sale.customerId === undefined ? undefined : await customerNote(sale.customerId),
    matched: sale.customerId === undefined ? await findMatchedOf(sale) : undefined,
    freight: freightClass({
      ...{ weightPounds: sale.weight, lengthInches: sale.length },
      ...{ widthInches: sale.width, heightInches: sale.height },
    }),
  };
}

/** What there is to know about a sale, each as a sentence, which the form sends along as shown. */
function withTold(warnings: SaleWarnings) {
  const { holds, others } = warnings;
  const told = [
    ...holds.map(({ stockNumber, text }) => `${stockNumber}: ${text}`),
    ...others.map(({ label }) => `This request already has a sale: ${label}`),
  ];
  return { ...warnings, told };
}

function toHeldPart(part: Row<"parts">) {
  return { stockNumber: part.stockNumber, hold: part };
}

/** Whether there is something to know about a draft that its form hasn't shown. */
async function hasUntold(id: string, told: string): Promise<boolean> {
  const said = told.split(/\r?\n/);
  return withTold(await warnOfDraft(id)).told.some((sentence) => !said.includes(sentence));
}

/** What was posted after its session had ended. */
async function readTyped(args: StaffRequestArgs<LoaderFunctionArgs>): Promise<FormData | undefined> {
  const form = await readSavedForm(args, FIELDS);
  if (form) keepListIntent(form, LISTS);
  return form;
}

/** What was last typed in a draft, if it had errors and isn't what is stored. */
async function findTypedForm(id: string): Promise<FormData | undefined> {
  const typed = (await findSaleRow(id))?.typed;
  if (!typed) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(JSON.parse(typed) as Record<string, string>))
    form.set(name, value);
  return form;
}

function page(values: SaleFormValues, saved: FormData | undefined) {
  const reply = saved && checkForm(saved, saleFormSchema).reply({ formErrors: [MESSAGES.typed] });
  return { values, rules: taxRules(), ...(reply ? { reply: reply as SubmissionResult<string[]> } : {}) };
}

/** Does what the pressed button says. Each button except the list's own stores the draft first, so that nothing typed is lost. */
export async function writeSale({ request, params: { id }, now }: StaffRequestArgs<ActionFunctionArgs>) {
  if (id !== undefined && !isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  keepListIntent(form, LISTS);
  const text = (name: string) => form.get(name)?.toString().trim() ?? "";
  const intent = readIntent(text);
  const version = text(SALE_VERSION) || undefined;
  if (id !== undefined && intent === "discard") return discard(id, version);
  const before = id === undefined ? undefined : await findSale(id);
  // The form would drop those that it does not show.
  if (before && before.item.lines.length > FORM_LINES) {
    if (intent === "complete" && (await hasUntold(before.item._id, text(TOLD))))
      return redirect(`${SALES_PAGE}/${id}/edit?${afterComplete({ isUntold: true })}`, 303);
    if (intent === "complete") return complete(before.item._id, version);
    return data({ reply: checkNothing(form).reply({ formErrors: [MESSAGES.tooLong] }) }, 409);
  }
  const isSearch = intent === "find" || intent === "who";
  const found = new URLSearchParams(
    intent === "find" ? { [FIND_PART]: text(FIND_PART) } : { [FIND_CUSTOMER]: text(FIND_CUSTOMER) },
  );
  // A search that leads nowhere leaves no draft behind.
  if (id === undefined && isSearch && (await isUntouched(form, request, now)))
    return redirect(searchAgain(request, found), 303);
  const added = text("add");
  if (!added && !text("customer") && !form.has(LIST_INTENT) && !INTENTS.includes(intent))
    throw new Response(null, { status: 400 });
  if (added) await addPartLine(form, added);
  if (text("customer")) await chooseCustomer(form, text("customer"));
  const submission = checkForm(form, saleFormSchema);
  if (submission.status !== "success") {
    const isFaulty = submission.status === "error";
    // A closed tab loses nothing: the draft's form comes back with it.
    if (isFaulty && id !== undefined) await keepTyped(id, Object.fromEntries(form));
    return data({ reply: submission.reply() }, isFaulty ? 400 : 200);
  }
  const input = await describeLines(submission.value, before?.item);
  const isOldRate = intent === "complete" && id !== undefined && (await hasOldRate(id));
  const offered = text(CORES_OFFERED).split(" ");
  const written = await save(id, input, {
    ...{ version, key: text(SALE_KEY), said: [...form].join("\n"), now },
    cores: { offered, maxLines: FORM_LINES },
  });
  if (written.outcome === "invalid" && id !== undefined) await keepTyped(id, Object.fromEntries(form));
  if (written.outcome === "invalid")
    return data({ reply: submission.reply({ fieldErrors: toFormNames(written.fields) }) }, 400);
  if (written.outcome === "not-found")
    return data({ reply: submission.reply({ formErrors: [MESSAGES.gone] }) }, 409);
  if (written.outcome === "changed")
    return data({ reply: submission.reply({ formErrors: [MESSAGES.changed] }) }, 409);
  // A second press of Complete: the sale exists already.
  if (written.outcome === "closed") return redirect(`${SALES_PAGE}/${id}`, 303);
  const editor = `${SALES_PAGE}/${written.id}/edit`;
  const hasNewCore = await isLongerThan(written.id, input);
  const isUntold = intent === "complete" && (await hasUntold(written.id, text(TOLD)));
  if (intent === "complete" && (isOldRate || hasNewCore || isUntold))
    return redirect(`${editor}?${afterComplete({ isOldRate, hasNewCore, isUntold })}`, 303);
  if (intent === "complete") return complete(written.id, written.version);
  if (isSearch) return redirect(`${editor}?${found}#found`, 303);
  if (added || text("customer")) return redirect(editor, 303);
  return redirectWithToast(editor, {
    title: "Draft saved",
    description: `${hasNewCore ? "A core charge was added. " : ""}What's on it is held until you complete or discard it.`,
  });
}

/**
 * Gives parts and core charges without a stock number their descriptions, which the form has in its place: those stored that way, and what
 * was quoted for a request and isn't from the shelf.
 */
async function describeLines(input: SaleInput, before: Sale | undefined): Promise<SaleInput> {
  const quoted = await findQuotedPart(input.partRequestId ?? before?.partRequestId);
  const isStored = (line: GivenLine) =>
    before?.lines.some(
      ({ kind, partId, description }) =>
        kind === line.kind && partId === undefined && description === line.part,
    );
  const isQuoted = async ({ kind, part = "" }: GivenLine) =>
    kind === "part" && quoted !== undefined && isWording(part) && (await findPart(part)) === undefined;
  const lines: SaleInput["lines"] = [];
  for (const line of input.lines)
    lines.push(
      line?.part !== undefined && (isStored(line) || (await isQuoted(line)))
        ? { ...line, part: undefined, description: line.part }
        : line,
    );
  return { ...input, lines };
}

/** Whether a text is in words: a mistyped stock number is no description. */
function isWording(text: string): boolean {
  return /\s/.test(text) || !/\d/.test(text);
}

/** Whether the form of a new sale has only what it started with, so that its address can start it again. */
async function isUntouched(form: FormData, request: Request, now: Date): Promise<boolean> {
  const { values } = await startValues(new URL(request.url).searchParams, now);
  const begun = new Map<string, string>([
    ...HEAD_FIELDS.map((name): [string, string] => [name, values[name]]),
    ...values.lines.flatMap((line, row) =>
      LINE_FIELDS.map((name): [string, string] => [`lines[${row}].${name}`, line[name]]),
    ),
    ...values.payments.flatMap((payment, row) =>
      PAYMENT_FIELDS.map((name): [string, string] => [`payments[${row}].${name}`, payment[name]]),
    ),
  ]);
  const typed = (name: string) => form.get(name)?.toString().replaceAll("\r\n", "\n") ?? "";
  const isOfSale = (name: string) => name.includes("[") || (HEAD_FIELDS as readonly string[]).includes(name);
  const names = [...begun.keys(), ...form.keys()].filter(isOfSale);
  return names.every((name) => typed(name) === (begun.get(name) ?? ""));
}

/** The page of a new sale with what another search finds. */
function searchAgain(request: Request, found: URLSearchParams): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of [FIND_PART, FIND_CUSTOMER]) searchParams.delete(name);
  return `${pathname}?${new URLSearchParams([...searchParams, ...found])}#found`;
}

/** Whether a draft has more lines than were given: core charges. It looks at what is stored, so that a second press finds it too. */
async function isLongerThan(id: string, { lines }: SaleInput): Promise<boolean> {
  return ((await findSale(id))?.item.lines.length ?? 0) > lines.filter(Boolean).length;
}

function afterComplete(found: { isOldRate?: boolean; hasNewCore?: boolean; isUntold: boolean }): string {
  const { isOldRate, hasNewCore, isUntold } = found;
  return [
    isOldRate ? CHECK_NEW_RATE : CHECK,
    ...(hasNewCore ? [CHECK_NEW_CORE] : []),
    ...(isUntold ? [CHECK_WARNINGS] : []),
  ].join("&");
}

/** Enter in a search field saves, as in every other field, and then searches for what is typed there. */
export function readIntent(text: (name: string) => string): string {
  const intent = text("intent");
  if (intent !== "save") return intent;
  return text(FIND_PART) ? "find" : text(FIND_CUSTOMER) ? "who" : intent;
}

/** What a draft lacks, once Complete was pressed. */
export async function checkAfterComplete(id: string, params: URLSearchParams): Promise<SaleFaults> {
  const check = params.get("check");
  if (check === null) return {};
  const faults = await checkSale(id, { isAddedUpAnew: check === "rate" });
  return params.has("core") ? { lines: [MESSAGES.core], ...faults } : faults;
}

async function complete(id: string, version: string | undefined) {
  const completed = await completeSale(id, { version });
  if (completed.outcome === "completed")
    return redirectWithToast(`${SALES_PAGE}/${id}`, { title: `Sale ${completed.sale.number} completed` });
  if (completed.outcome === "changed")
    return redirectWithToast(`${SALES_PAGE}/${id}/edit`, {
      title: "Not completed",
      description: MESSAGES.changedSince,
      variant: "destructive",
    });
  return redirect(
    completed.outcome === "closed" ? `${SALES_PAGE}/${id}` : `${SALES_PAGE}/${id}/edit?${CHECK}`,
    303,
  );
}

async function discard(id: string, version: string | undefined) {
  const discarded = await discardSaleDraft(id, { version });
  if (discarded.outcome === "discarded")
    return redirectWithToast(SALES_PAGE, {
      title: "Draft discarded",
      description: "It's in the trash for 30 days.",
    });
  return redirectWithToast(`${SALES_PAGE}/${id}`, {
    title: "Not discarded",
    description:
      discarded.outcome === "closed"
        ? "It's completed."
        : discarded.outcome === "paid"
          ? MESSAGES.paid
          : MESSAGES.changed,
    variant: "destructive",
  });
}

type Saved =
  | { outcome: "saved"; id: string; version: string }
  | { outcome: "invalid"; fields: SaleFaults }
  | { outcome: "changed" }
  | { outcome: "closed" }
  | { outcome: "not-found" };

/** Stores a draft; a new one once, however often its form is sent. */
async function save(
  id: string | undefined,
  input: SaleInput,
  {
    version,
    key,
    said,
    now,
    cores,
  }: { version: string | undefined; key: string; said: string; now: Date; cores: FormCores },
): Promise<Saved> {
  if (id !== undefined) return toSaved(await saveDraft(id, input, { version, cores }));
  return storeOnce(
    "new-sale",
    [key, said],
    now,
    async () => toSaved(await saveDraft(undefined, input, { cores })),
    ({ outcome }) => outcome === "saved",
  );
}

function toSaved(written: SaleWritten): Saved {
  const { outcome } = written;
  if (outcome === "invalid") return { outcome, fields: written.fields };
  return outcome === "saved" ? { outcome, id: written.sale._id, version: written.version } : { outcome };
}

/** `lines.0.part` by its name in the form: `lines[0].item`. */
function toFormNames(faults: SaleFaults): SaleFaults {
  return Object.fromEntries(
    Object.entries(faults).map(([name, messages]) => {
      const [, list = "", index = "", field = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(name) ?? [];
      if (list === "") return [name, messages];
      const isItem = !(LINE_FIELDS as readonly string[]).includes(field);
      return [`${list}[${index}].${isItem && list === "lines" ? "item" : field}`, messages];
    }),
  );
}

function replyWith(values: SaleFormValues, faults: SaleFaults): SubmissionResult<string[]> {
  return { status: "error", initialValue: values, error: toFormNames(faults) } as SubmissionResult<string[]>;
}
