import { type MetaFunction, redirect, redirectDocument } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { EXPORT_LISTS, type ExportList, sumBatches } from "~/export/lists.server";
import { undoBulk } from "~/export/undo-bulk.server";
import type { ToastAction } from "~/http/toast";
import { redirectWithToast } from "~/http/toast.server";
import { bulkUrl, exportUrl, readStaffQuery, staffListUrl } from "~/lists/staff";
import { priceAfter } from "~/parts/price";
import type { ListViewer } from "~/requests/list.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { formatCount } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { normalizeLine } from "~/values/normalize";
import { STAFF_HOME } from "~/values/return-path";

/** Records that the question before a delete names. */
const NAMED = 20;
/** A toast travels in a cookie. */
const NAMED_IN_TOAST = 8;

export const meta: MetaFunction = ({ matches }) => pageTitle("Change Several", matches, "For staff.");

/**
 * The question before several records are deleted, change their price, or get a status that matters to others: those that the query
 * names, or all of its list.
 */
export const loader = staffLoader(async ({ request, params, session, now }) => {
  const list = requireList(params.list);
  const { searchParams } = new URL(request.url);
  const viewer = { accountId: session.user._id, now };
  const { ids, isAll } = await readChosen(list, searchParams, searchParams, viewer);
  const records = await list.findRecords(ids.slice(0, NAMED));
  const percent = list.changePrices && readPercent(searchParams);
  const to = searchParams.get("to") ?? "";
  const status = list.list.statuses[to];
  return {
    count: ids.length,
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
        ? list.deleteNote
        : ((await list.statusQuestion?.(ids, to)) ?? "This changes nothing else."),
    listUrl: listUrlOf(list, searchParams),
    action: bulkUrl(list.list, readStaffQuery(searchParams, list.list)),
  };
});

export const action = staffAction(
  async ({ request, params, session, now }) => {
    const list = requireList(params.list);
    const query = new URL(request.url).searchParams;
    const form = new URLSearchParams(await request.text());
    const viewer = { accountId: session.user._id, now };
    const back = listUrlOf(list, query);
    const [one, several] = list.list.nouns;
    const count = (number: number) => `${formatCount(number)} ${number === 1 ? one : several}`;
    const by = { author: session.user.username, accountId: session.user._id, now };
    const staffQuery = readStaffQuery(query, list.list);
    if (form.get("intent") === "undo") {
      const { undone, left } = await undoBulk(list, form.get("at") ?? "", by);
      return redirectWithToast(back, {
        title: undone > 0 ? `Undone: ${count(undone)} as before` : "Nothing was undone",
        ...(left.length > 0 ? { description: leftText(left), variant: "destructive" } : {}),
      });
    }
    const { ids, isAll } = await readChosen(list, form, query, viewer);
    if (ids.length === 0)
      return redirectWithToast(back, {
        title: `No ${several} chosen`,
        description: `Choose at least one ${one} with the box in its row.`,
        variant: "destructive",
      });
    const undo = (changed: number): ToastAction | undefined =>
      changed > 0
        ? {
            label: "Undo",
            to: bulkUrl(list.list, staffQuery),
            fields: { intent: "undo", at: now.toISOString() },
          }
        : undefined;
    const questionUrl = (about: Record<string, string> = {}) => {
      const url = bulkUrl(list.list, staffQuery);
      const chosen = isAll ? "all=1" : idParams(ids);
      const query = [new URLSearchParams(about).toString(), chosen].filter(Boolean).join("&");
      return `${url}${url.includes("?") ? "&" : "?"}${query}`;
    };
    switch (form.get("intent")) {
      case "status":
      case "confirm-status": {
        const status = form.get("to") ?? "";
        const label = list.list.statuses[status];
        if (label === undefined) throw new Response(null, { status: 400 });
        const isConfirmed = form.get("intent") === "confirm-status";
        if (isConfirmed && ids.length !== Number(form.get("count")))
          return redirectWithToast(back, changedMeanwhile(count(ids.length)));
        if (!isConfirmed && (await list.statusQuestion?.(ids, status)))
          return redirect(questionUrl({ to: status }), 303);
        const changed = await sumBatches(ids, (batch) => list.changeStatus(batch, status, by));
        const others = ids.length - changed;
        return redirectWithToast(back, {
          title: `${count(changed)} set to ${label}`,
          ...(others > 0 ? { description: `${count(others)} already had that status.` } : {}),
          action: undo(changed),
        });
      }
      case "location": {
        if (!list.move) throw new Response(null, { status: 400 });
        const location = normalizeLine(form.get("location") ?? "").slice(0, 100) || undefined;
        const moved = await sumBatches(
          ids,
          (batch) => list.move?.(batch, location, by) ?? Promise.resolve(0),
        );
        return redirectWithToast(back, {
          title: location ? `${count(moved)} moved to ${location}` : `${count(moved)} without a location now`,
          ...(ids.length > moved ? { description: `${count(ids.length - moved)} were there already.` } : {}),
        });
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
        if (ids.length !== Number(form.get("count")))
          return redirectWithToast(back, changedMeanwhile(count(ids.length)));
        const changed = await sumBatches(
          ids,
          (batch) => list.changePrices?.(batch, percent, by) ?? Promise.resolve(0),
        );
        const same = ids.length - changed;
        return redirectWithToast(back, {
          title: `The price of ${count(changed)} changed by ${formatPercent(percent)}`,
          ...(same > 0
            ? {
                description: `${count(same)} that are sold or scrapped, have no price, or the same one, stayed.`,
              }
            : {}),
        });
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
        if (ids.length !== Number(form.get("count")))
          return redirectWithToast(back, changedMeanwhile(count(ids.length), "Nothing was deleted"));
        const deleted = await sumBatches(ids, (batch) => list.delete(batch, by));
        return redirectWithToast(back, { title: `${count(deleted)} deleted`, action: undo(deleted) });
      }
      default:
        throw new Response(null, { status: 400 });
    }
  },
  { savesForm: false },
);

/** The records that an Undo left as they are. */
function leftText(names: readonly string[]): string {
  const named = names.slice(0, NAMED_IN_TOAST).join("; ");
  const others = names.length - NAMED_IN_TOAST;
  const more = others > 0 ? ` and ${formatCount(others)} more` : "";
  return `Left as they are, because they have changed since or their stock number is taken: ${named}${more}.`;
}

function changedMeanwhile(count: string, title = "Nothing was changed") {
  const description = `The list has changed meanwhile: it has ${count} now.`;
  return { title, description, variant: "destructive" as const };
}

/** A percentage in the query or a form, from -90 to 500; undefined for anything else. */
function readPercent(params: URLSearchParams, name = "percent"): number | undefined {
  const typed = (params.get(name) ?? "").replace(/[\s%+]/g, "").replace("−", "-");
  const percent = /^-?\d{1,3}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN;
  return percent >= -90 && percent <= 500 && percent !== 0 ? percent : undefined;
}

function formatPercent(percent: number): string {
  return `${percent > 0 ? "+" : ""}${percent}%`;
}

/** `$85 becomes $94`. */
function describePrice({ price, status }: Record<string, unknown>, percent: number): string {
  if (status === "Sold" || status === "Scrapped") return `${status.toLowerCase()}, stays as it is`;
  if (typeof price !== "number") return "no price, stays so";
  return `${formatExactPrice(price)} becomes ${formatExactPrice(priceAfter(price, percent))}`;
}

function requireList(name: string | undefined): ExportList {
  const list = EXPORT_LISTS.find((one) => one.name === name);
  if (!list) throw new Response(null, { status: 404 });
  return list;
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

function idParams(ids: readonly string[]): string {
  return new URLSearchParams(ids.map((id) => ["id", id])).toString();
}

function listUrlOf({ list }: ExportList, params: URLSearchParams): string {
  return staffListUrl(list, { ...readStaffQuery(params, list), open: [] });
}

/** Asks before several records are deleted, change their price, or get a status that matters to others. */
export default function ChangeSeveral() {
  const { count, names, chosen, nouns, note, listUrl, action, percent, status } =
    useLoaderData<typeof loader>();
  const [one, several] = nouns;
  const what = `${formatCount(count)} ${count === 1 ? one : several}`;
  const question = askAbout({ what, note, count, percent, status });
  const isBusy = useNavigation().formData?.get("intent") === question.intent;
  if (count === 0)
    return (
      <StaffNotice
        title={question.intent === "confirm-delete" ? "Nothing to delete" : "Nothing to change"}
        message="They may have been deleted already."
        back={{ to: listUrl, label: "Back to the list" }}
      />
    );
  return (
    <main id="main" className="page page--narrow" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question.title}</h1>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {count > names.length ? <li>and {formatCount(count - names.length)} more</li> : null}
        </ul>
        <p>{question.note}</p>
        <Form method="post" action={action} className="form__actions">
          <input type="hidden" name="intent" value={question.intent} />
          {Object.entries(question.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <input type="hidden" name="count" value={count} />
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
          </button>
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
