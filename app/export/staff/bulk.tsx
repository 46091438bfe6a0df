import { type MetaFunction, redirect, redirectDocument } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { findAdministrator, isAssignee, NOT_ASSIGNABLE_MESSAGE } from "~/accounts/administrator.server";
import { forbidden, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen, type Role } from "~/accounts/roles";
import { type BulkChange, changeSeveral, describeBulkChange, undoBulkChange } from "~/export/bulk.server";
import { EXPORT_LISTS, type ExportList, hashRecords, RECORDS_PER_BATCH } from "~/export/lists.server";
import { HISTORY_PAGE } from "~/history/change";
import type { Toast } from "~/http/toast";
import { redirectWithToast } from "~/http/toast.server";
import { bulkUrl, exportUrl, readStaffQuery, staffListUrl } from "~/lists/staff";
import { toLocation } from "~/parts/fields";
import { formatPercent, priceAfter } from "~/parts/price";
import type { ListViewer } from "~/requests/list.server";
import { CLOSED_AS } from "~/requests/work";
import { SALES_PAGE } from "~/sales/sale";
import { keepTyped } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { normalizeLine } from "~/values/normalize";
import { STAFF_HOME } from "~/values/return-path";

/** Records that the question before a delete names. */
const NAMED = 20;
/** The lines that the form of a sale has. */
const MOST_SOLD = 12;
/** A toast travels in a cookie. */
const NAMED_IN_TOAST = 8;

export const meta: MetaFunction = ({ matches }) => pageTitle("Change Several", matches, "For staff.");

/**
 * The question before several records are deleted, change their price, or get a status that matters to others: those that the query
 * names, or all of its list.
 */
export const loader = staffLoader(async ({ request, params, session, now }) => {
  const list = requireList(params.list);
  // Moving asks nothing.
  if (!mayDoAll(session.role, list)) throw forbidden(session.role);
  const { searchParams } = new URL(request.url);
  const viewer = { accountId: session.user._id, now };
  const { ids, isAll } = await readChosen(list, searchParams, searchParams, viewer);
  const records = await list.findRecords(ids.slice(0, NAMED));
  const percent = list.changePrices && readPercent(searchParams);
  const to = searchParams.get("to") ?? "";
  const status = list.list.statuses[to];
  return {
    // Of chosen ones that are all gone by now there is nothing to confirm.
    count: records.length === 0 ? 0 : ids.length,
    // How many of them get another price, where all of them are here to count.
    repriced:
      percent === undefined || records.length < ids.length
        ? undefined
        : records.filter((record) => newPrice(record, percent) !== undefined).length,
    expected: await hashRecords(list, ids),
    percent,
    status: status === undefined ? undefined : { to, label: status },
    names: records.map((record) =>
      percent === undefined
        ? list.nameOf(record)
        : `${list.nameOf(record)}: ${describePrice(record, percent)}`,
    ),
    chosen: isAll ? [] : ids,
    nouns: list.list.nouns,
    note:
      status === undefined
        ? list.deleteNote(records, ids.length)
        : ((await list.statusQuestion?.(ids, to))?.note ?? "This changes nothing else."),
    listUrl: listUrlOf(list, searchParams),
    action: bulkUrl(list.list, readStaffQuery(searchParams, list.list)),
  };
});

export const action = staffAction(async ({ request, params, session, now }) => {
  const list = requireList(params.list);
  const query = new URL(request.url).searchParams;
  const form = new URLSearchParams(await request.text());
  const viewer = { accountId: session.user._id, now };
  const back = listUrlOf(list, query);
  const [one, several] = list.list.nouns;
  const count = (number: number) => `${formatCount(number)} ${number === 1 ? one : several}`;
  const staffQuery = readStaffQuery(query, list.list);
  const mayAll = mayDoAll(session.role, list);
  if (form.get("intent") === "undo") {
    const change = form.get("change") ?? "";
    const undo = await undoBulkChange(list.name, change, { of: mayAll ? undefined : "location" });
    return redirectWithToast(form.get("from") === "history" ? HISTORY_PAGE : back, undoToast(undo));
  }
  if (!mayAll && form.get("intent") !== "location") throw forbidden(session.role);
  const { ids, isAll } = await readChosen(list, form, query, viewer);
  if (ids.length === 0)
    return redirectWithToast(back, {
      title: `No ${several} chosen`,
      description: `Choose at least one ${one} with the box in its row.`,
      variant: "destructive",
    });
  const change = async (
    action: "status" | "location" | "price" | "delete" | "spam" | "assign" | "close",
    value?: string,
    restText?: (rest: number) => string | Promise<string>,
  ) => {
    const done = await changeSeveral({ list: list.name, action, value, ids });
    const rest = done.total - done.changed;
    const others = rest > 0 && restText ? { description: await restText(rest) } : {};
    const undo = {
      label: "Undo",
      to: bulkUrl(list.list, staffQuery),
      fields: { intent: "undo", change: done.id },
    };
    return redirectWithToast(back, {
      ...(progressToast(done) ?? { title: describeBulkChange(done, done.changed), ...others }),
      ...(done.status !== "running" && done.changed > 0 ? { action: undo } : {}),
    });
  };
  const questionUrl = (about: Record<string, string> = {}) => {
    const url = bulkUrl(list.list, staffQuery);
    const chosen = isAll ? "all=1" : idParams(ids);
    const query = [new URLSearchParams(about).toString(), chosen].filter(Boolean).join("&");
    return `${url}${url.includes("?") ? "&" : "?"}${query}`;
  };
  /** Where to go instead of a change of other records than the question has shown, or of other versions of them. */
  const askAgain = async (about: Record<string, string> = {}) =>
    form.get("expected") === (await hashRecords(list, ids))
      ? undefined
      : redirectWithToast(questionUrl(about), {
          title: "Nothing changed yet",
          description: "Someone updated some of these after you opened this page. Here's the current list.",
          variant: "destructive",
        });
  switch (form.get("intent")) {
    case "status":
    case "confirm-status": {
      const status = form.get("to") ?? "";
      const label = list.list.statuses[status];
      if (label === undefined) throw new Response(null, { status: 400 });
      if (form.get("intent") === "confirm-status") {
        const again = await askAgain({ to: status });
        if (again) return again;
      } else if (await list.statusQuestion?.(ids, status)) return redirect(questionUrl({ to: status }), 303);
      return change("status", status, async (rest) => {
        const fixed = await countFixed(list, ids, status);
        return [
          ...(rest > fixed ? [`${count(rest - fixed)} already had that status.`] : []),
          ...(fixed > 0
            ? [
                `${count(fixed)} ${fixed === 1 ? "stays as it is: a sale has it" : "stay as they are: a sale has them"}.`,
              ]
            : []),
        ].join(" ");
      });
    }
    case "location": {
      if (!list.move) throw new Response(null, { status: 400 });
      const location = toLocation(normalizeLine(form.get("location") ?? "").slice(0, 100)) || undefined;
      return change("location", location, (rest) => `${count(rest)} were already there.`);
    }
    case "price": {
      const percent = readPercent(form, "price");
      if (!list.changePrices) throw new Response(null, { status: 400 });
      if (percent === undefined)
        return redirectWithToast(back, {
          title: "No prices were changed",
          description: `Enter a percentage from -90 to 500, such as -10.`,
          variant: "destructive",
        });
      return redirect(questionUrl({ percent: String(percent) }), 303);
    }
    case "confirm-price": {
      const percent = readPercent(form);
      if (!list.changePrices || percent === undefined) throw new Response(null, { status: 400 });
      const again = await askAgain({ percent: String(percent) });
      if (again) return again;
      return change(
        "price",
        String(percent),
        (rest) => `${count(rest)} weren't changed: sold, scrapped, no price, or already that price.`,
      );
    }
    case "sell": {
      if (!list.list.bulk?.includes("sell")) throw new Response(null, { status: 400 });
      if (ids.length > MOST_SOLD)
        return redirectWithToast(back, {
          title: "No sale was started",
          description: `A sale's form takes ${MOST_SOLD} lines, and you chose ${count(ids.length)}. Choose ${MOST_SOLD} or fewer.`,
          variant: "destructive",
        });
      return redirect(`${SALES_PAGE}/new?${new URLSearchParams(ids.map((id) => ["part", id]))}`, 303);
    }
    case "spam": {
      if (!list.work) throw new Response(null, { status: 400 });
      return change("spam", undefined, (rest) => `${count(rest)} were already marked as spam.`);
    }
    case "assign": {
      if (!list.work) throw new Response(null, { status: 400 });
      const username = form.get("assign") || undefined;
      const account = username === undefined ? undefined : await findAdministrator(username);
      if (username !== undefined && !(account && (await isAssignee(account.id))))
        return redirectWithToast(back, {
          title: `No ${several} were assigned`,
          description: `${NOT_ASSIGNABLE_MESSAGE}.`,
          variant: "destructive",
        });
      return change("assign", account?.username, (rest) => `${count(rest)} were already assigned that way.`);
    }
    case "close": {
      const as = form.get("close") ?? "";
      if (!list.work || !Object.hasOwn(CLOSED_AS, as)) throw new Response(null, { status: 400 });
      return change("close", as, (rest) => `${count(rest)} were already closed that way.`);
    }
    case "export":
      return redirectDocument(
        isAll
          ? exportUrl(list.list, staffQuery, "csv")
          : `${exportUrl(list.list, {}, "csv")}?${idParams(ids)}`,
      );
    case "delete":
      return redirect(questionUrl(), 303);
    case "confirm-delete": {
      const again = await askAgain();
      if (again) return again;
      return change("delete");
    }
    default:
      throw new Response(null, { status: 400 });
  }
});

export const clientAction = keepTyped;

type ToastText = Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>;

/** For a change that is not done; undefined for one that is. */
function progressToast({ status, done, total }: BulkChange): ToastText | undefined {
  const progress = `${formatCount(done)} of ${formatCount(total)} so far`;
  if (status === "running")
    return {
      title: `Working on it: ${progress}`,
      description: "It keeps running on its own, even if the site restarts. See History for progress.",
      action: { label: "History", method: "get", to: HISTORY_PAGE, fields: {} },
    };
  if (status === "failed")
    return {
      title: `Something went wrong on our end: ${progress}`,
      description: "What was changed can be undone in the history.",
      variant: "destructive",
    };
  return undefined;
}

function undoToast(undo: BulkChange | undefined): ToastText {
  if (!undo)
    return { title: "Nothing was undone", description: "It's still running, or it's too old to undo." };
  const title = undo.changed > 0 ? describeBulkChange(undo, undo.changed) : "Nothing was undone";
  return (
    progressToast(undo) ?? {
      title,
      ...(undo.skipped.length > 0
        ? { description: skippedText(undo.skipped), variant: "destructive" as const }
        : {}),
    }
  );
}

/** The records that an Undo skipped. */
function skippedText(names: readonly string[]): string {
  const named = names.slice(0, NAMED_IN_TOAST).join("; ");
  const others = names.length - NAMED_IN_TOAST;
  const more = others > 0 ? ` and ${formatCount(others)} more` : "";
  return `Not undone, because they've been changed since or their stock number is in use: ${named}${more}.`;
}

/** A percentage in the query or a form, from -90 to 500; undefined for anything else. */
function readPercent(params: URLSearchParams, name = "percent"): number | undefined {
  const typed = (params.get(name) ?? "").replace(/[\s%+]/g, "").replace("−", "-");
  const percent = /^-?\d{1,3}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN;
  return percent >= -90 && percent <= 500 && percent !== 0 ? percent : undefined;
}

/** `$85 becomes $94`. */
function describePrice(record: Record<string, unknown>, percent: number): string {
  const { price, status } = record;
  if (isGone(status)) return `${status.toLowerCase()}, stays as it is`;
  if (typeof price !== "number") return "no price, no change";
  const after = newPrice(record, percent);
  return after === undefined
    ? `stays ${formatExactPrice(price)}`
    : `${formatExactPrice(price)} becomes ${formatExactPrice(after)}`;
}

/** What a record costs afterwards; undefined if its price stays. */
function newPrice({ price, status }: Record<string, unknown>, percent: number): number | undefined {
  if (isGone(status) || typeof price !== "number") return undefined;
  const after = priceAfter(price, percent);
  return after === price ? undefined : after;
}

function isGone(status: unknown): status is "Sold" | "Scrapped" {
  return status === "Sold" || status === "Scrapped";
}

function requireList(name: string | undefined): ExportList {
  const list = EXPORT_LISTS.find((one) => one.name === name);
  if (!list || list.list.hasNoBulk) throw new Response(null, { status: 404 });
  return list;
}

/** Someone who may not delete records of a list may at most move them. */
function mayDoAll(role: Role, { list }: ExportList): boolean {
  return mayOpen(role, bulkUrl(list, {}), "DELETE");
}

/** The chosen records, or all that the list's filters show. */
async function readChosen(
  list: ExportList,
  form: URLSearchParams,
  query: URLSearchParams,
  viewer: ListViewer,
): Promise<{ ids: readonly string[]; isAll: boolean }> {
  if (form.get("all") === "1") return { ids: await list.listIds(query, viewer), isAll: true };
  return { ids: [...new Set(form.getAll("id").filter(isValidId))], isAll: false };
}

/** How many of these a sale keeps as they are. */
async function countFixed(list: ExportList, ids: readonly string[], status: string): Promise<number> {
  let fixed = 0;
  for (let start = 0; start < ids.length; start += RECORDS_PER_BATCH)
    fixed += (await list.countFixed?.(ids.slice(start, start + RECORDS_PER_BATCH), status)) ?? 0;
  return fixed;
}

function idParams(ids: readonly string[]): string {
  return new URLSearchParams(ids.map((id) => ["id", id])).toString();
}

function listUrlOf({ list }: ExportList, params: URLSearchParams): string {
  return staffListUrl(list, { ...readStaffQuery(params, list), open: [] });
}

/** Asks before several records are deleted, change their price, or get a status that matters to others. */
export default function ChangeSeveral() {
  const { count, repriced, expected, names, chosen, nouns, note, listUrl, action, percent, status } =
    useLoaderData<typeof loader>();
  const [one, several] = nouns;
  // Nothing is asked about what stays as it is.
  const changed = repriced ?? count;
  const what = `${formatCount(changed)} ${changed === 1 ? one : several}`;
  const question = askAbout({ what, note, count: changed, percent, status });
  const isBusy = useNavigation().formData?.get("intent") === question.intent;
  if (changed === 0)
    return (
      <StaffNotice
        title={question.intent === "confirm-delete" ? "Nothing to delete" : "Nothing to change"}
        message={
          count === 0
            ? "They may already have been deleted."
            : "Anything sold, scrapped or without a price stays as it is."
        }
        back={{ to: listUrl, label: "Back to the list" }}
      />
    );
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question.title}</h1>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {count > names.length ? <li>and {formatCount(count - names.length)} more</li> : null}
        </ul>
        <p>{question.note}</p>
        <Form method="post" action={action} className="cluster form__actions">
          <input type="hidden" name="intent" value={question.intent} />
          {Object.entries(question.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <input type="hidden" name="expected" value={expected} />
          {chosen.length === 0 ? <input type="hidden" name="all" value="1" /> : null}
          {chosen.map((id) => (
            <input type="hidden" name="id" value={id} key={id} />
          ))}
          <button
            type="submit"
            className={question.isDanger ? "button button--danger" : "button"}
            disabled={isBusy}
          >
            {isBusy ? question.busy : question.button}
          </button>{" "}
          <Link className="button button--secondary" to={listUrl}>
            Cancel
          </Link>
        </Form>
      </div>
    </main>
  );
}

interface QuestionOptions
  extends Pick<ReturnType<typeof useLoaderData<typeof loader>>, "percent" | "status"> {
  /** `3 vehicles` */
  what: string;
  note: string;
  count: number;
}

/** The words of the question, and what its form posts. */
function askAbout({ what, note, count, percent, status }: QuestionOptions) {
  if (percent !== undefined)
    return {
      intent: "confirm-price",
      title: `Change the price of ${what} by ${formatPercent(percent)}?`,
      note: "Prices are rounded to whole dollars.",
      fields: { percent },
      button: `Change ${count === 1 ? "the Price" : `${formatCount(count)} Prices`}`,
      busy: "Changing...",
    };
  if (status)
    return {
      intent: "confirm-status",
      title: `Set ${what} to ${status.label}?`,
      note,
      fields: { to: status.to },
      button: `Set ${what} to ${status.label}`,
      busy: "Saving...",
    };
  return {
    intent: "confirm-delete",
    title: `Delete ${what}?`,
    note,
    fields: {},
    button: `Delete ${what}`,
    busy: "Deleting...",
    isDanger: true,
  };
}

export function ErrorBoundary() {
  return (
    <StaffNotice
      title="That didn't work"
      message="Something went wrong on our end. Please go back to the list and try again."
      back={{ to: STAFF_HOME, label: "Back to the dashboard" }}
    />
  );
}
