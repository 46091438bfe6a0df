import { ACTION_LABELS, HISTORY_PAGE, SOURCE_LABELS } from "~/history/change";
import { RECORD_KIND_LABELS } from "~/history/kinds";
import { type HistoryQuery, historyUrl, NO_ACCOUNT_LABELS, readHistoryQuery } from "~/history/query";
import { Icon } from "~/ui/layout/icon";
import { FilterField, FilterSelect } from "~/ui/lists/filter-fields";
import { FilterForm } from "~/ui/lists/filter-form";

interface HistoryFiltersProps {
  query: Partial<HistoryQuery>;
  /** Today in the business's time zone. */
  today: string;
  /** Ids and usernames, removed accounts included. */
  accounts: readonly [id: string, username: string][];
}

/** The filters of the history; collapsed on a phone. */
export function HistoryFilters({ query, today, accounts }: HistoryFiltersProps) {
  return (
    <details className="panel screen-only filters opens-at-768 staff-filters">
      <summary className="row chevron">
        <Icon name="filter" /> Search and filter
      </summary>
      <FilterForm
        path={HISTORY_PAGE}
        query={query}
        urlFor={(values) => historyUrl({ ...readHistoryQuery(values, today), page: 1 })}
      >
        <FilterField
          name="q"
          label="Search by stock #, reference or name"
          value={query.q}
          type="search"
          maxLength={200}
        />
        <FilterSelect
          name="kind"
          label="Record"
          value={query.kind}
          any="Any record"
          choices={Object.entries(RECORD_KIND_LABELS)}
        />
        <FilterSelect
          name="action"
          label="What"
          value={query.action}
          any="Any change"
          choices={Object.entries(ACTION_LABELS)}
        />
        <FilterSelect
          name="who"
          label="Who"
          value={query.who}
          any="Anyone"
          choices={[...accounts, ...Object.entries(NO_ACCOUNT_LABELS)]}
        />
        <FilterSelect
          name="source"
          label="From where"
          value={query.source}
          any="Anywhere"
          choices={Object.entries(SOURCE_LABELS)}
        />
        <FilterField name="from" label="From" value={query.from} type="date" max={today} />
        <FilterField name="to" label="To" value={query.to} type="date" max={today} />
        {query.record ? <input type="hidden" name="record" value={query.record} /> : null}
        <button className="button button--secondary" type="submit">
          Search
        </button>
      </FilterForm>
    </details>
  );
}
