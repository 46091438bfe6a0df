import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { LABEL_SIZE_NAMES, LABELS_PAGE, MAX_LABELS, PRINT_LABELS_PAGE } from "~/papers/labels";
import { pageTitle } from "~/ui/layout/page-title";
import { getChoiceParam } from "~/values/query-params";
import { DISMANTLED } from "~/vehicles/dismantled";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { RETAIL } from "~/vehicles/retail";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { VehicleChooser } from "./chooser";
import { loadChooser } from "./chooser.server";
import { LabelOptions, readKind } from "./label-options";

export const meta: MetaFunction = ({ matches }) => pageTitle("Stock Labels", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const kind = readKind(params);
  const size = getChoiceParam(params, "size", LABEL_SIZE_NAMES);
  return kind === "retail"
    ? { kind, size, page: await loadChooser(RETAIL_STORE, request, { max: MAX_LABELS, status: "available" }) }
    : { kind, size, page: await loadChooser(DISMANTLED_STORE, request, { max: MAX_LABELS }) };
});

export const action = noStaffAction;

/** Chooses the vehicles whose labels are printed. */
export default function Labels() {
  const { kind, size, page } = useLoaderData<typeof loader>();
  const inventory = kind === "retail" ? RETAIL : DISMANTLED;
  const other = kind === "retail" ? DISMANTLED : RETAIL;
  return (
    <main id="main" className="page papers" tabIndex={-1}>
      <header>
        <h1>Stock Labels</h1>
        <p className="lead">
          {inventory.list.title}.{" "}
          <Link to={`${LABELS_PAGE}?kind=${other.kind}`}>Labels for {other.list.title}</Link>
        </p>
      </header>
      <VehicleChooser
        list={inventory.list}
        page={page}
        path={LABELS_PAGE}
        printPath={PRINT_LABELS_PAGE}
        fixed={{ kind, ...(size ? { size } : {}) }}
      >
        <LabelOptions kind={kind} size={size} />
      </VehicleChooser>
    </main>
  );
}
