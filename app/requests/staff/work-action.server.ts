import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { findAdministratorById, NOT_ASSIGNABLE_MESSAGE } from "~/accounts/administrator.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { SAVED_PARAM } from "~/accounts/saved-form";
import { readSavedForm, SAVED_FORM_MESSAGE } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { readLoaded, rebaseValues } from "~/collections/rebase";
import { now } from "~/context.server";
import { TRASH_DAYS } from "~/history/change";
import { readForm } from "~/http/form.server";
import type { ToastAction } from "~/http/toast";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom } from "~/lists/staff";
import { type AnswerTopic, answerQuery, topicOfStatus } from "~/requests/answer";
import { canMail } from "~/requests/answer.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import type { StaffRequest } from "~/requests/record.server";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import { CLOSED_AS, REQUEST_GONE, type WorkIntent } from "~/requests/work";
import {
  addNote,
  assignRequest,
  changeStatus,
  closeRequest,
  deleteRequest,
  foldRequest,
  followUp,
  markSpam,
  quotePart,
  restoreRequest,
  type Worked,
} from "~/requests/work.server";
import {
  followUpFormSchema,
  lostFormSchema,
  noteFormSchema,
  type Quote,
  quoteFormSchema,
  statusFormSchema,
} from "~/requests/work-schema";
import { dayInTimeZone, formatDateTime, formatDay } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import {
  EXPECTED_VERSION_FIELD,
  ID_FIELD,
  LOADED_FIELD,
  quoteTexts,
  readIntent,
  typedResult,
  type WorkResult,
} from "./work-result";

const FIELDS = [
  "intent",
  ID_FIELD,
  EXPECTED_VERSION_FIELD,
  LOADED_FIELD,
  "status",
  "content",
  "price",
  "warranty",
  "validUntil",
  "assignee",
  "reason",
  "followUpOn",
];

type WorkArgs = StaffRequestArgs<ActionFunctionArgs>;

/**
 * The action of a request's page and of its list: does what the form's `intent` says, and returns to the same page with a
 * toast. A form that is not applied comes back as typed.
 */
export async function workOnRequest(kind: RequestCollection, args: WorkArgs) {
  const { request, params } = args;
  const form = await readForm(request, FIELDS);
  const intent = readIntent(form);
  const id = params.id ?? form.get(ID_FIELD)?.toString();
  if (!intent || !isValidId(id)) throw new Response(null, { status: 400 });
  if (intent === "quote" && !kind.fields.quote) throw new Response(null, { status: 400 });
  const done = await perform(kind, { form, intent, id });
  if ("errors" in done) return data(done, done.expectedVersion === undefined ? 400 : 409);
  const { leaves, undo, tell, to: elsewhere, ...toast } = done;
  const to = params.id && elsewhere ? elsewhere : leaves ? listUrl(kind, args) : pageUrl(request);
  // A request's page takes forms about that one only, and the list takes those about any.
  const undoAt = to === elsewhere ? kind.path : to;
  const action: ToastAction | undefined = undo
    ? { label: "Undo", to: undoAt, fields: { intent: undo, [ID_FIELD]: id } }
    : tell && {
        label: "Tell the customer",
        method: "get",
        to: `${kind.path}/${id}/answer`,
        fields: answerQuery({ about: tell, from: to }),
      };
  // In place of the current history entry: Back leads to the page before, not to this one as it was.
  return redirectWithToast(to, { ...toast, action }, { "X-Remix-Replace": "true" });
}

/** A form that was posted after its session ended, to be shown again as typed. */
export async function readSavedWork(
  args: StaffRequestArgs<LoaderFunctionArgs>,
): Promise<WorkResult | undefined> {
  const form = await readSavedForm(args, FIELDS);
  const intent = form && readIntent(form);
  const id = args.params.id ?? form?.get(ID_FIELD)?.toString();
  if (!form || !intent || !id) return undefined;
  const problem = { title: "Not saved yet", message: SAVED_FORM_MESSAGE };
  return { ...typedResult(form, id, intent), problem };
}

/** What was done, for the toast. */
interface Done {
  title: string;
  description?: string;
  /** What undoes it. */
  undo?: WorkIntent;
  /** What the customer should hear about, if they can be mailed. */
  tell?: AnswerTopic | undefined;
  /** True if the request is no longer on its page. */
  leaves?: boolean;
  /** The page to go on to from its own page. */
  to?: string;
}

interface Work {
  form: FormData;
  intent: WorkIntent;
  id: string;
}

async function perform(kind: RequestCollection, work: Work): Promise<Done | WorkResult> {
  const { form, intent, id } = work;
  const reference = formatReference(kind.prefix, id);
  const expectedVersion = form.get(EXPECTED_VERSION_FIELD)?.toString() ?? "";
  switch (intent) {
    case "status": {
      const checked = check(work, statusFormSchema(kind.list.statuses));
      if (!checked.ok) return checked.result;
      const { status } = checked.value;
      return conclude(work, await changeStatus(kind, id, { status, expectedVersion }), {
        done: (stored) => ({
          title: "Status changed",
          description: `${reference} is now ${kind.list.statuses[stored.status] ?? stored.status}.`,
          tell: topicToTell(stored),
        }),
        stored: ({ status }) => ({
          expectedVersion: status,
          text: `Its status is now ${kind.list.statuses[status]}.`,
        }),
      });
    }
    case "note": {
      const checked = check(work, noteFormSchema);
      if (!checked.ok) return checked.result;
      return conclude(work, await addNote(kind, id, checked.value.content), {
        done: () => ({ title: "Note added", description: reference }),
      });
    }
    case "quote": {
      const checked = check(work, quoteFormSchema(dayInTimeZone(business.timeZone, now())));
      if (!checked.ok) return checked.result;
      return saveQuote(work, checked.value, expectedVersion || null);
    }
    case "won":
    case "lost": {
      const checked = intent === "lost" ? check(work, lostFormSchema(kind.lostReasons)) : undefined;
      if (checked && !checked.ok) return checked.result;
      const as = checked ? checked.value.reason : "won";
      return conclude(work, await closeRequest(kind, id, { as, expectedVersion }), {
        done: (stored) => ({
          title: `Closed as ${CLOSED_AS[as].toLowerCase()}`,
          description: reference,
          tell: as === "won" ? topicToTell(stored) : undefined,
        }),
        stored: ({ status }) => ({
          expectedVersion: status,
          text: `Its status is now ${kind.list.statuses[status]}.`,
        }),
      });
    }
    case "follow-up": {
      const checked = check(work, followUpFormSchema(dayInTimeZone(business.timeZone, now())));
      if (!checked.ok) return checked.result;
      const { followUpOn: on = null } = checked.value;
      const day = (date: string) => formatDay(`${date}T00:00:00.000Z`);
      return conclude(work, await followUp(kind, id, { on, expectedVersion: expectedVersion || null }), {
        done: () => ({ title: on ? `Follow up on ${day(on)}` : "No follow-up", description: reference }),
        stored: ({ followUpOn }) => ({
          expectedVersion: followUpOn ?? "",
          text: followUpOn ? `The follow-up is now on ${day(followUpOn)}.` : "It has no follow-up now.",
        }),
      });
    }
    case "fold": {
      const folded = await foldRequest(kind, id);
      if (folded.outcome === "not-found") return gone(work);
      if (folded.outcome !== "done")
        return {
          ...typedResult(form, id, intent),
          problem: { title: "Not folded", message: "The earlier request is gone. This one stays." },
        };
      return {
        title: `Folded into ${formatReference(kind.prefix, folded.into)}`,
        description: `${reference} is under Show: Deleted for ${TRASH_DAYS} days.`,
        undo: "undelete",
        to: `${kind.path}/${folded.into}`,
      };
    }
    case "assign": {
      const assigneeId = form.get("assignee")?.toString() || null;
      const outcome = await assignRequest(kind, id, { assigneeId, expectedVersion: expectedVersion || null });
      if (outcome.outcome === "not-assignable")
        return {
          ...typedResult(form, id, intent),
          errors: { assignee: [NOT_ASSIGNABLE_MESSAGE] },
        };
      const holder = async (holderId = "") => (await findAdministratorById(holderId))?.username ?? "nobody";
      const stored = outcome.outcome === "not-found" ? "" : await holder(outcome.request.assigneeId);
      return conclude(work, outcome, {
        done: () => ({ title: `Assigned to ${stored}`, description: reference }),
        stored: (request) => ({
          expectedVersion: request.assigneeId ?? "",
          text: `It's now assigned to ${stored}.`,
        }),
      });
    }
    case "spam":
    case "not-spam": {
      const isSpam = intent === "spam";
      return conclude(work, await markSpam(kind, id, isSpam), {
        done: () => ({
          title: isSpam ? "Marked as spam" : "Not spam anymore",
          description: isSpam ? `${reference} is now under Show: Spam.` : reference,
          undo: isSpam ? "not-spam" : "spam",
        }),
      });
    }
    case "delete":
      if ((await deleteRequest(kind, id)).outcome === "not-found") return gone(work);
      return {
        title: "Request deleted",
        description: `${reference} is under Show: Deleted for ${TRASH_DAYS} days.`,
        undo: "undelete",
        leaves: true,
      };
    case "undelete":
      if (!(await restoreRequest(kind, id))) return gone(work);
      return { title: "Request restored", description: reference };
  }
}

const QUOTE_LABELS = { price: "The price", warranty: "The warranty", validUntil: "The last day" } as const;

/** Saves the fields of a quote that were touched. If someone else has changed one of them, nothing is saved. */
async function saveQuote(
  work: Work,
  quote: Quote,
  expectedVersion: string | null,
): Promise<Done | WorkResult> {
  const outcome = await quotePart(work.id, quote, { expectedVersion });
  const reference = formatReference(PART_REQUESTS.prefix, work.id);
  const saved = (kept: readonly string[]) => (stored: StaffRequest<AnyRequest>) => ({
    title: "Quote saved",
    description: [`${reference}: ${formatExactPrice(stored.quote?.price ?? quote.price)}`, ...kept].join(
      ". ",
    ),
    tell: topicToTell(stored),
  });
  if (outcome.outcome !== "changed") return conclude(work, outcome, { done: saved([]) });
  const { quote: stored } = outcome.request;
  const loaded = readLoaded(work.form.get(LOADED_FIELD));
  const [typedTexts, storedTexts] = [quoteTexts({ quotedAt: "", ...quote }), quoteTexts(stored)];
  const { values, conflicts, kept, hasChanges } = rebaseValues(typedTexts, storedTexts, {
    isLoaded: (name, text) => loaded[name] === text,
  });
  const said = kept.length > 0 ? ["Kept what someone else changed."] : [];
  if (!hasChanges) return conclude(work, { ...outcome, outcome: "done" }, { done: saved(said) });
  if (conflicts.length === 0) {
    const { warranty, validUntil } = values;
    const merged = {
      price: Number(values.price),
      warranty: warranty || undefined,
      validUntil: validUntil || undefined,
    };
    work.form.set(LOADED_FIELD, JSON.stringify(storedTexts));
    const again = await saveQuote(work, merged, stored?.quotedAt ?? null);
    return "title" in again ? { ...again, description: [again.description, ...said].join(". ") } : again;
  }
  const result = conclude(work, outcome, {
    done: saved([]),
    stored: () => ({
      expectedVersion: stored?.quotedAt ?? "",
      text: conflicts
        .map((name) => {
          const label = QUOTE_LABELS[name as keyof typeof QUOTE_LABELS];
          const show = (text = "") =>
            text && name === "price" ? formatExactPrice(Number(text)) : text || "empty";
          return `${label} is now ${show(storedTexts[name])}; yours is ${show(values[name])}.`;
        })
        .join(" "),
    }),
  });
  return "values" in result
    ? { ...result, values: { ...result.values, ...values, [LOADED_FIELD]: JSON.stringify(storedTexts) } }
    : result;
}

/** The message for a form's outcome: in a toast if it is done, and next to the form if someone else was first. */
function conclude(
  work: Work,
  outcome: Worked,
  say: {
    done: (stored: StaffRequest<AnyRequest>) => Done;
    stored?: (stored: StaffRequest<AnyRequest>) => { expectedVersion: string; text: string };
  },
): Done | WorkResult {
  if (outcome.outcome === "done") return say.done(outcome.request);
  if (outcome.outcome === "not-found" || !say.stored) return gone(work);
  const { updatedBy, updatedAt } = outcome.request;
  const { expectedVersion, text } = say.stored(outcome.request);
  const last = updatedBy
    ? ` Last change: ${updatedBy}, ${formatDateTime(updatedAt, business.timeZone)}.`
    : "";
  return {
    ...typedResult(work.form, work.id, work.intent),
    problem: {
      title: "Someone else changed this",
      message: `${text}${last} Yours isn't saved. Save again to replace it.`,
    },
    expectedVersion,
  };
}

function topicToTell(request: AnyRequest): AnswerTopic | undefined {
  return canMail(request) ? topicOfStatus(request.status) : undefined;
}

function gone({ form, id, intent }: Work): WorkResult {
  return { ...typedResult(form, id, intent), problem: { title: "Not saved", message: REQUEST_GONE } };
}

function check<Schema extends z.ZodType>({ form, id, intent }: Work, schema: Schema) {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (parsed.success) return { ok: true as const, value: parsed.data };
  const errors: WorkResult["errors"] = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] = [message];
  return { ok: false as const, result: { ...typedResult(form, id, intent), errors } };
}

/** The list that a request's page was opened from, or the list itself. */
function listUrl({ path }: RequestCollection, { request, params }: WorkArgs): string {
  return params.id ? listUrlFrom(new URL(request.url).searchParams, path) : pageUrl(request);
}

/** The page that the form was posted from, with its query. */
function pageUrl(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["_routes", "index", SAVED_PARAM]) searchParams.delete(name);
  const query = searchParams.toString();
  return `${pathname.replace(/\.data$/, "")}${query ? `?${query}` : ""}`;
}
