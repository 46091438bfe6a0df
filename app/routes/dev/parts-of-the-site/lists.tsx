import { RETAIL_SORTS, readRetailQuery } from "~/models/vehicle-search";
import { StepIndicator } from "~/routes/site/part-request/steps";
import { COMMON_FILTER_WORDS, FilterChips } from "~/ui/filter-chips";
import { ListFilters } from "~/ui/list-filters";
import { Pagination } from "~/ui/pagination";
import { Section, State, States } from "./section";

const PATH = "/parts-of-the-site";
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
const addressOf = (page: number) => `${PATH}?page=${page}#lists`;
const stay = () => {};

/** What a list and the wizard are made of. */
export function ListsSection() {
  return (
    <Section id="lists" title="Filters, pages, steps, facts">
      <States>
        <State name="filters">
          <ListFilters
            path={PATH}
            query={NOTHING}
            read={readRetailQuery}
            makes={MAKES}
            sorts={RETAIL_SORTS}
          />
        </State>
        <State name="filters that are on">
          <FilterChips path={PATH} query={MUCH} words={COMMON_FILTER_WORDS} onRemove={stay} />
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
          <dl className="facts">
            <div>
              <dt>Mileage</dt>
              <dd>84,210 miles</dd>
            </div>
            <div>
              <dt>Fuel</dt>
              <dd>Gasoline</dd>
            </div>
          </dl>
        </State>
        <State name="breadcrumb">
          <nav className="breadcrumb" aria-label="Sample">
            <ol>
              <li>
                <a href="#lists">Pre-Owned Vehicles</a>
              </li>
              <li aria-current="page">2014 BMW X5</li>
            </ol>
          </nav>
        </State>
      </States>
    </Section>
  );
}
