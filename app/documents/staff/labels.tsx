import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { LABELS_PAGE, MAX_LABELS, PRINT_LABELS_PAGE } from "~/documents/labels";
import { PART_RECORDS } from "~/parts/part.server";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { VehicleChooser } from "./chooser";
import { loadChooser } from "./chooser.server";
import { LABELED } from "./label-inventories";
import { requireKind } from "./label-kind.server";
import { LabelOptions, readSize } from "./label-options";

export const meta: MetaFunction = ({ matches }) => pageTitle("Stock Labels", matches, "For staff.");

export const loader = staffLoader(async ({ request, session }) => {
  const params = new URL(request.url).searchParams;
  const kind = requireKind(params, session.role);
  const size = readSize(params, kind, business.labels);
  const isSizeChosen = params.has("size");
  const max = MAX_LABELS;
  switch (kind) {
    case "retail":
      return {
        kind,
        size,
        isSizeChosen,
        page: await loadChooser(RETAIL_RECORDS, request, { max, status: "available" }),
      };
    case "part":
      return {
        kind,
        size,
        isSizeChosen,
        page: await loadChooser(PART_RECORDS, request, { max, status: "Available" }),
      };
    default:
      return { kind, size, isSizeChosen, page: await loadChooser(DISMANTLED_RECORDS, request, { max }) };
  }
});

export const action = noStaffAction;

/** Chooses the vehicles or parts whose labels are printed. */
export default function Labels() {
  const { kind, size, isSizeChosen, page } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  const inventory = LABELED[kind];
  const others = Object.values(LABELED).filter((other) => other !== inventory && mayOpen(other.path));
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <header>
        <h1>Stock Labels</h1>
        <p className="lead">
          {inventory.list.title}.{" "}
          {others.map((other, index) => (
            <Fragment key={other.kind}>
              {index > 0 ? " · " : null}
              <Link to={`${LABELS_PAGE}?kind=${other.kind}`}>Labels for {other.list.title}</Link>
            </Fragment>
          ))}
        </p>
      </header>
      <VehicleChooser
        list={inventory.list}
        page={page}
        path={LABELS_PAGE}
        printPath={PRINT_LABELS_PAGE}
        fixed={{ kind, ...(isSizeChosen ? { size } : {}) }}
      >
        <LabelOptions size={size} />
      </VehicleChooser>
    </main>
  );
}
