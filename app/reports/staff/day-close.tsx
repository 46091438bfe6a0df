import { data, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import {
  addUpCash,
  askWhy,
  CASH_LINE_NAMES,
  CASH_LINES,
  DAY_CLOSE_MESSAGES,
  DAY_CLOSE_PAGE,
  describeDifference,
} from "~/reports/day-close";
import { closeDay, findExpectedCash, listCloses } from "~/reports/day-close.server";
import { dayCloseSchema } from "~/reports/day-close-schema";
import { formatCell, REPORTS_PAGE, readDays } from "~/reports/report";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { Facts } from "~/ui/layout/facts";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { FilterField } from "~/ui/lists/filter-fields";
import { dayInTimeZone, formatDateTime } from "~/values/format";
import { formatExactPrice, formatTypedPrice } from "~/values/money";

export const meta: MetaFunction = ({ matches }) => pageTitle("Close the Day", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const { day, problem } = readDay(request, now);
  const [cash, closes] = await Promise.all([findExpectedCash(day), listCloses(day)]);
  return {
    ...{ day, problem },
    // Sales always, so that a day without any says so; the others where there is something.
    cash: CASH_LINE_NAMES.filter((name) => name === "sales" || cash[name] !== 0).map((name) => ({
      label: CASH_LINES[name].label,
      amount: formatExactPrice((CASH_LINES[name].sign * cash[name]) / 100),
    })),
    expected: formatExactPrice(addUpCash(cash) / 100),
    // What was there at the start stays the same, however often the day is closed.
    lastOpening: closes[0] ? formatTypedPrice(closes[0].openingCents) : "",
    closes: closes.map(({ id, openingCents, expectedCents, countedCents, reason, closedAt, closedBy }) => ({
      ...{ id, reason, closedBy },
      closedAt: formatDateTime(closedAt, business.timeZone),
      opening: formatExactPrice(openingCents / 100),
      expected: formatExactPrice(expectedCents / 100),
      counted: formatExactPrice(countedCents / 100),
      difference: describeDifference(countedCents - expectedCents, formatExactPrice),
      // What came in or went out since then.
      isOutdated: expectedCents !== openingCents + addUpCash(cash),
    })),
  };
});

const FIELDS = ["opening", "counted", "reason"] as const;
type Name = (typeof FIELDS)[number];

/** Closes a day. The form says its day in its address. */
export const action = staffAction(
  async ({ request, now }) => {
    const { day, problem } = readDay(request, now);
    if (problem) throw new Response(null, { status: 400 });
    const form = await readForm(request, FIELDS);
    const typed = Object.fromEntries(
      FIELDS.map((name) => [name, form.get(name)?.toString() ?? ""]),
    ) as Record<Name, string>;
    const parsed = dayCloseSchema.safeParse(typed);
    if (!parsed.success) {
      const errors: Partial<Record<Name, string[]>> = {};
      for (const { path, message } of parsed.error.issues) errors[path[0] as Name] ??= [message];
      return data({ typed, errors }, 400);
    }
    const { opening, counted, reason } = parsed.data;
    const closed = await closeDay({ day, openingCents: opening, countedCents: counted, reason });
    if (!closed.isClosed)
      return data({ typed, errors: { reason: [askWhy(closed.differenceCents, formatExactPrice)] } }, 400);
    return redirectWithToast(dayUrl(day), {
      title: "Day closed",
      description: describeDifference(closed.differenceCents, formatExactPrice),
    });
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

function readDay(request: Request, now: Date): { day: string; problem: string | undefined } {
  const today = dayInTimeZone(business.timeZone, now);
  const day = new URL(request.url).searchParams.get("day") || today;
  const { from, problem } = readDays(new URLSearchParams({ from: day, to: day }), today);
  return problem || from > today
    ? { day: today, problem: DAY_CLOSE_MESSAGES.day }
    : { day: from, problem: undefined };
}

function dayUrl(day: string): string {
  return `${DAY_CLOSE_PAGE}?${new URLSearchParams({ day })}`;
}

interface Reply {
  typed: Record<Name, string>;
  errors: Partial<Record<Name, string[]>>;
}

/** What should be in the drawer, what was counted, and why they differ. */
export default function DayClose() {
  const { day, problem, cash, expected, lastOpening, closes } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<Reply>();
  const actionPath = useActionPath(dayUrl(day));
  const mayClose = useMayOpen()(DAY_CLOSE_PAGE, "POST");
  const field = (name: Name) => ({
    id: `close-${name}`,
    name,
    formId: "close-form",
    errorId: `close-${name}-error`,
    errors: reply?.errors[name],
    initialValue: reply ? reply.typed[name] : name === "opening" ? lastOpening : "",
  });
  const form = {
    id: "close-form",
    errorId: "close-form-errors",
    status: reply ? ("error" as const) : undefined,
  };
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={REPORTS_PAGE} title="Reports" />
      <header className="cluster between">
        <div>
          <h1>Close the Day</h1>
          <p className="lead">{formatCell(day, "day")}</p>
        </div>
        <PrintButton className="button button--secondary button--small">Print</PrintButton>
      </header>
      <Form
        method="get"
        action={DAY_CLOSE_PAGE}
        className="cluster end screen-only report__form"
        aria-label="Day"
      >
        <FilterField key={day} name="day" label="Day" type="date" value={day} error={problem} />
        <button type="submit" className="button button--secondary">
          Show
        </button>
      </Form>
      <section className="stack gap-3" aria-labelledby="cash">
        <h2 id="cash">Cash in and out</h2>
        <Facts
          facts={[
            ...cash.map(({ label, amount }) => [label, amount] as const),
            ["Total, not counting the opening cash", expected],
          ]}
        />
        <p className="muted">
          Counts cars bought with cash, and costs of a car marked as paid from the drawer. A tow on a purchase
          has no such mark: if the drawer paid for it, enter it as a cost of the car instead.
        </p>
      </section>
      {mayClose ? (
        <Form
          key={`${day}:${closes.length}`}
          method="post"
          action={actionPath}
          id="close-form"
          className="stack gap-4 screen-only"
          noValidate
        >
          <ErrorSummary form={form} fields={FIELDS.map(field)} />
          <TextField
            field={field("opening")}
            label="In the drawer at opening"
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            field={field("counted")}
            label="Counted at closing"
            hint="Bills and coins, including the opening cash."
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            field={field("reason")}
            label="Why it differs"
            hint="Only if it does, such as wrong change given."
            optional
          />
          <div>
            <button type="submit" className="button">
              {closes.length > 0 ? "Close Again" : "Close the Day"}
            </button>
          </div>
        </Form>
      ) : closes.length === 0 ? (
        <p className="muted">Nobody has closed this day yet.</p>
      ) : null}
      {closes.length > 0 ? (
        <section className="stack gap-3" aria-labelledby="closes">
          <h2 id="closes">Closed</h2>
          {closes.map(
            (
              { id, closedAt, closedBy, opening, expected, counted, difference, reason, isOutdated },
              index,
            ) => (
              <article key={id} className="card stack gap-2" aria-label={`Closed ${closedAt}`}>
                <Facts
                  facts={[
                    ["Closed", [closedAt, closedBy && `by ${closedBy}`].filter(Boolean).join(" ")],
                    ["At opening", opening],
                    ["Expected", expected],
                    ["Counted", counted],
                    ["Difference", difference],
                    ...(reason ? ([["Reason", reason]] as const) : []),
                  ]}
                />
                {index === 0 && isOutdated ? (
                  <p className="muted">
                    Cash came in or went out since then.{mayClose ? " Count again and close again." : null}
                  </p>
                ) : null}
                {index > 0 ? <p className="muted">Closed again since then.</p> : null}
              </article>
            ),
          )}
        </section>
      ) : null}
    </main>
  );
}
