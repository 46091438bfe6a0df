import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import type { StoredCollection } from "~/collections/store.server";
import { LABELS_PAGE, MAX_LABELS, PRINT_LABELS_PAGE, toSheets } from "~/documents/labels";
import { toStockLabel } from "~/documents/labels.server";
import { PART_RECORDS } from "~/parts/part.server";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { getNumberParam } from "~/values/query-params";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { loadChosen, type StockedTypes } from "./chooser.server";
import { requireKind } from "./label-kind.server";
import { LabelOptions, readSize } from "./label-options";
import { LabelSheets } from "./label-sheets";

export const meta: MetaFunction = ({ matches }) => pageTitle("Print Stock Labels", matches, "For staff.");

export const loader = staffLoader(async ({ request, session }) => {
  const params = new URL(request.url).searchParams;
  const kind = requireKind(params, session.role);
  const load = async <T extends StockedTypes>(store: StoredCollection<T>) =>
    (await loadChosen(store, request, MAX_LABELS)).map((one) => toStockLabel(store, one));
  const stores = { retail: RETAIL_RECORDS, dismantled: DISMANTLED_RECORDS, part: PART_RECORDS };
  const labels = await load(stores[kind] as StoredCollection<StockedTypes>);
  return {
    kind,
    size: readSize(params, kind, business.labels),
    skip: getNumberParam(params, "skip", 0, 99) ?? 0,
    labels,
  };
});

export const action = noStaffAction;

const CODE_HINTS = {
  retail: "The code leads to the vehicle's public page. If it has none, the code leads staff to its form.",
  dismantled: "The code leads staff to the vehicle's form.",
  part: "The code leads staff to the part's page, where it's held, sold or moved.",
} as const;

/** Stock labels as they come out of the printer, under what only the screen shows. */
export default function PrintLabels() {
  const { kind, size, skip, labels } = useLoaderData<typeof loader>();
  const choose = `${LABELS_PAGE}?kind=${kind}`;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <div className="stack gap-5 screen-only">
        <h1>Print Stock Labels</h1>
        {labels.length === 0 ? (
          <EmptyState title={kind === "part" ? "No part was chosen." : "No vehicle was chosen."}>
            <p>
              <Link className="button" to={choose}>
                {kind === "part" ? "Choose parts" : "Choose vehicles"}
              </Link>
            </p>
          </EmptyState>
        ) : (
          <>
            <Form
              method="get"
              action={PRINT_LABELS_PAGE}
              className="grid end documents__search"
              aria-label="Size"
            >
              <input type="hidden" name="kind" value={kind} />
              {labels.map(({ id }) => (
                <input key={id} type="hidden" name="id" value={id} />
              ))}
              <LabelOptions size={size} skip={skip} />
              <button type="submit" className="button button--secondary">
                Apply
              </button>
            </Form>
            {labels.some(({ code }) => code) ? null : (
              <Notice tone="info" title="These labels have no QR code">
                <p>A code needs the site's address: set PUBLIC_URL.</p>
              </Notice>
            )}
            <div className="cluster">
              <PrintButton className="button">Print</PrintButton>
              <Link className="button button--secondary" to={choose}>
                Choose different ones
              </Link>
            </div>
            <p className="muted">
              In the print dialog choose the label's paper size and a scale of 100%.{" "}
              {labels.some(({ code }) => code) ? CODE_HINTS[kind] : null}
            </p>
          </>
        )}
      </div>
      {labels.length > 0 ? <LabelSheets size={size} sheets={toSheets(labels, size, skip)} /> : null}
    </main>
  );
}
