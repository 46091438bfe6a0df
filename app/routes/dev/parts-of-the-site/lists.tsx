import { RETAIL_SORTS, readRetailQuery } from "~/models/vehicle-search";
import { RetailFilterFields } from "~/routes/site/inventory/filters";
import { DonorPanel } from "~/routes/site/part-request/donor-panel";
import { StepIndicator } from "~/routes/site/part-request/steps";
import { BackLink } from "~/ui/back-link";
import { Facts } from "~/ui/facts";
import { COMMON_FILTER_WORDS, FilterChips } from "~/ui/filter-chips";
import { ListFilters } from "~/ui/list-filters";
import { Pagination } from "~/ui/pagination";
import { RecordFacts, RecordText } from "~/ui/record-facts";
import { Framed } from "./framed";
import { GALLERY } from "./samples";
import { Section, State, States } from "./section";

const MAKES = [
  {
    make: "Ford",
    count: 4,
    models: [
      { model: "F-150", count: 3 },
      { model: "Escape", count: 1 },
    ],
  },
];
const NOTHING = readRetailQuery(new URLSearchParams());
const MUCH = readRetailQuery(new URLSearchParams("q=truck&make=Ford&yearFrom=2010&yearTo=2024"));
const DONOR = {
  id: "01AAAAAAAAAAAAAAAAAAAAAAAA",
  name: "2003 Honda Accord",
  stockNumber: "D000041",
  vin: "1HGCM82633A004352",
  imageUrl: undefined,
  exteriorColor: undefined,
  engineType: undefined,
};
const addressOf = (page: number) => `${GALLERY}?page=${page}#lists`;
const stay = () => {};

/** What a list and the wizard are made of. */
export function ListsSection() {
  return (
    <Section id="lists" title="Filters, pages, steps, facts">
      <States>
        <State name="filters, with fields of a list's own">
          <ListFilters path={GALLERY} query={MUCH} read={readRetailQuery} makes={MAKES} sorts={RETAIL_SORTS}>
            <RetailFilterFields query={MUCH} />
          </ListFilters>
        </State>
        <State name="filters on a phone">
          <Framed title="Filters on a phone" as="phone">
            <ListFilters
              path={GALLERY}
              query={NOTHING}
              read={readRetailQuery}
              makes={MAKES}
              sorts={RETAIL_SORTS}
              quiet
            />
          </Framed>
        </State>
        <State name="filters that are on">
          <FilterChips path={GALLERY} query={MUCH} words={COMMON_FILTER_WORDS} onRemove={stay} />
        </State>
        {[
          [1, 3],
          [2, 3],
          [3, 3],
          [9, 40],
        ].map(([page = 1, pages = 1]) => (
          <State key={`${page} ${pages}`} name={`page ${page} of ${pages}`} wide>
            <Pagination page={page} pages={pages} addressOf={addressOf} />
          </State>
        ))}
        {([1, 2, 4] as const).map((step) => (
          <State key={step} name={`step ${step}`} wide>
            <StepIndicator step={step} />
          </State>
        ))}
        <State name="the vehicle a part shall come from" wide>
          <DonorPanel donor={DONOR} step={1} />
        </State>
        <State name="search results">
          <ul className="search-results">
            {["Side Mirror, Left (Driver)", "Side Mirror, Right (Passenger)"].map((part, position) => (
              <li key={part}>
                <button type="button" data-look={position === 1 ? "hover" : undefined}>
                  {part}
                  <small>Door Components & Glass</small>
                </button>
              </li>
            ))}
          </ul>
        </State>
        <State name="summary list">
          <dl className="summary-list">
            <div className="summary-list__row">
              <dt>Vehicle</dt>
              <dd>2003 Honda Accord</dd>
              <dd className="summary-list__action">
                <a href="#lists">Change</a>
              </dd>
            </div>
          </dl>
        </State>
        <State name="facts">
          <Facts
            facts={[
              ["Mileage", "84,210 miles"],
              ["Fuel", "Gasoline"],
              ["VIN", "5UXKR0C5XE0K44021"],
            ]}
          />
        </State>
        <State name="facts, some not known">
          <RecordFacts
            facts={[
              ["Name", "Ann Baker"],
              ["Phone", undefined],
              ["Email", undefined],
            ]}
          />
        </State>
        <State name="longer texts">
          <RecordText title="Notes" text={"It squeals when it brakes.\nSince last week."} />
          <RecordText title="Description" text={undefined} />
        </State>
        <State name="the way back">
          <BackLink to="/inventory">Back to Inventory</BackLink>
        </State>
      </States>
    </Section>
  );
}
