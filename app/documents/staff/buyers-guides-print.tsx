import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { type BusinessFile, complaintsOf, postalAddress } from "~/business/links";
import {
  BUYERS_GUIDES_PAGE,
  buyersGuidePage,
  GUIDE_LANGUAGE_CHOICES,
  GUIDE_LANGUAGE_LABELS,
  languagesOf,
  MAX_GUIDES,
  PRINT_BUYERS_GUIDES_PAGE,
} from "~/documents/buyers-guide";
import { findGuidesToPrint, type GuideToPrint } from "~/documents/buyers-guide.server";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { FilterSelect } from "~/ui/lists/filter-fields";
import { getChoiceParam } from "~/values/query-params";
import { staffVehicleName } from "~/vehicles/inventory";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { loadChosen } from "./chooser.server";
import { type GuideDealer, GuideSheets } from "./guide-sheets";
import { WordingNotice } from "./wording-notice";

export const meta: MetaFunction = ({ matches }) => pageTitle("Print Buyers Guides", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const language = getChoiceParam(params, "language", GUIDE_LANGUAGE_CHOICES) ?? "english";
  const vehicles = await loadChosen(RETAIL_RECORDS, request, MAX_GUIDES);
  const found = await findGuidesToPrint(vehicles, language, business.buyersGuide);
  return {
    language,
    dealer: toDealer(business),
    hasDefaults: business.buyersGuide.defaults !== undefined,
    guides: found.flatMap(({ vehicle: { _id, make = "", model = "", year = 0, vin }, guide }) =>
      guide ? [{ id: _id, vehicle: { make, model, year, vin }, guide }] : [],
    ),
    problems: found.flatMap(({ vehicle, problem }) =>
      problem
        ? [
            {
              id: vehicle._id,
              name: staffVehicleName(vehicle),
              message: problem.message,
              to: placeOf(vehicle, problem),
            },
          ]
        : [],
    ),
  };
});

export const action = noStaffAction;

/** Buyers Guides as they come out of the printer, front and back, under what only the screen shows. */
export default function PrintBuyersGuides() {
  const { language, dealer, hasDefaults, guides, problems } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <div className="stack gap-5 screen-only">
        <h1>Print Buyers Guides</h1>
        {problems.length > 0 ? (
          <Notice tone="error" title={`Not printed: ${problems.length}`}>
            <ul className="lines-ruled documents__problems">
              {problems.map(({ id, name, message, to }) => (
                <li key={id}>
                  <Link to={to}>{name}</Link>: {message}
                </li>
              ))}
            </ul>
            {hasDefaults || problems.length === 1 ? null : (
              <p>
                Defaults for every vehicle can be set in the file that Settings imports, under{" "}
                <code>buyersGuide.defaults</code>.
              </p>
            )}
          </Notice>
        ) : null}
        {guides.length + problems.length === 0 ? (
          <EmptyState title="No vehicle was chosen.">
            <p>
              <Link className="button" to={BUYERS_GUIDES_PAGE}>
                Choose vehicles
              </Link>
            </p>
          </EmptyState>
        ) : (
          <Form
            method="get"
            action={PRINT_BUYERS_GUIDES_PAGE}
            className="grid end documents__search"
            aria-label="Language"
          >
            {[...guides, ...problems].map(({ id }) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            <FilterSelect
              name="language"
              label="Language"
              value={language}
              choices={Object.entries(GUIDE_LANGUAGE_LABELS)}
            />
            <button type="submit" className="button button--secondary">
              Apply
            </button>
          </Form>
        )}
        {guides.length > 0 ? (
          <>
            <WordingNotice />
            <div className="cluster">
              <PrintButton className="button">Print</PrintButton>
              {guides.length === 1 && guides[0] ? (
                <Link className="button button--secondary" to={buyersGuidePage(guides[0].id)}>
                  Change
                </Link>
              ) : null}
              <Link className="button button--secondary" to={BUYERS_GUIDES_PAGE}>
                Choose different ones
              </Link>
            </div>
            <p className="muted">Print on both sides of white letter paper, in black, at a scale of 100%.</p>
          </>
        ) : null}
      </div>
      {guides.map(({ id, vehicle, guide }) => (
        <Fragment key={id}>
          {languagesOf(language).map((one) => (
            <GuideSheets key={one} guide={guide} vehicle={vehicle} dealer={dealer} language={one} />
          ))}
        </Fragment>
      ))}
    </main>
  );
}

/** The dealer as the form names it. */
function toDealer(file: BusinessFile): GuideDealer {
  const { name, phone, email, buyersGuide } = file;
  const complaints = complaintsOf(file);
  return {
    name,
    phone,
    address: postalAddress(file),
    email: buyersGuide.email ?? email,
    complaints: `${complaints.name}, ${complaints.phone}`,
    asIsAllowed: buyersGuide.asIsAllowed,
    signatureLine: buyersGuide.signatureLine,
  };
}

function placeOf({ _id }: GuideToPrint["vehicle"], { at }: NonNullable<GuideToPrint["problem"]>): string {
  return at === "guide" ? buyersGuidePage(_id) : `${RETAIL_VEHICLES.path}/${_id}/edit`;
}
