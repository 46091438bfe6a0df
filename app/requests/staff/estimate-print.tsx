import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { EstimateSheet } from "~/requests/site/your-request/estimate-sheet";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { loadEstimate } from "./estimate.server";
import { RequestFailure } from "./failure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(
    data ? `Estimate ${data.estimate.number} for ${data.estimate.reference}` : REPAIR_REQUESTS.list.title,
    matches,
  );

export const loader = staffLoader(loadEstimate);

export const action = noStaffAction;

/** One version of an estimate, as the customer has it on paper. */
export default function EstimatePage() {
  const { page, estimate } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <nav className="tap-links breadcrumb" aria-label="Back">
          <Link to={page}>
            <Icon name="arrow-left" size={20} />
            Back to {estimate.reference}
          </Link>
        </nav>
        <PrintButton className="button button--small">Print</PrintButton>
      </div>
      <EstimateSheet estimate={estimate} heading="h1" />
    </main>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={REPAIR_REQUESTS} />;
}
