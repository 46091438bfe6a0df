import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import {
  BUYERS_GUIDES_PAGE,
  GUIDE_LANGUAGE_LABELS,
  MAX_GUIDES,
  PRINT_BUYERS_GUIDES_PAGE,
} from "~/documents/buyers-guide";
import { pageTitle } from "~/ui/layout/page-title";
import { FilterSelect } from "~/ui/lists/filter-fields";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { VehicleChooser } from "./chooser";
import { loadChooser } from "./chooser.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("Buyers Guides", matches, "For staff.");

export const loader = staffLoader(({ request }) =>
  loadChooser(RETAIL_RECORDS, request, { max: MAX_GUIDES, status: "available" }),
);

export const action = noStaffAction;

/** Chooses the vehicles whose Buyers Guides are printed. */
export default function BuyersGuides() {
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <header>
        <h1>Buyers Guides</h1>
        <p className="lead">The FTC's window form, for each used car before you offer it</p>
      </header>
      <VehicleChooser
        list={RETAIL_VEHICLES.list}
        page={useLoaderData<typeof loader>()}
        path={BUYERS_GUIDES_PAGE}
        printPath={PRINT_BUYERS_GUIDES_PAGE}
      >
        <FilterSelect
          name="language"
          label="Language"
          value={undefined}
          choices={Object.entries(GUIDE_LANGUAGE_LABELS)}
        />
      </VehicleChooser>
    </main>
  );
}
