import type { ChangeAction, ChangeSource, RecordKind } from "~/db/schema";
import { isValidId } from "~/values/id";
import { getChoiceParam, getPageParam, getParam, getTextParam, keysOf } from "~/values/query-params";
import { type IsoDay, parseTypedDate } from "~/values/typed-date";
import { ACTION_LABELS, HISTORY_PAGE, SOURCE_LABELS } from "./change";
import { RECORD_KIND_LABELS } from "./kinds";

/** Who may have made a change without an account, as the filter's values. */
export const NO_ACCOUNT_LABELS = {
  customer: "Customers",
  command: "Command line",
  site: "The site",
} as const;
export type NoAccount = keyof typeof NO_ACCOUNT_LABELS;

/** The parsed query of the history's URL. */
export interface HistoryQuery {
  /** Words of the record's name: a stock number, a reference, a username. */
  q?: string | undefined;
  kind?: RecordKind | undefined;
  action?: ChangeAction | undefined;
  source?: ChangeSource | undefined;
  /** An account's id, or one of `NO_ACCOUNT_LABELS`. */
  who?: string | undefined;
  /** The first and the last day, in the business's time zone. */
  from?: IsoDay | undefined;
  to?: IsoDay | undefined;
  /** The id of one record. */
  record?: string | undefined;
  /** From 1; a page past the end means the last one. */
  page: number;
}

/** Parses the query of the history's URL; invalid values are ignored. */
export function readHistoryQuery(params: URLSearchParams, today: IsoDay): HistoryQuery {
  const who = getParam(params, "who");
  const record = getParam(params, "record");
  return {
    q: getTextParam(params, "q"),
    kind: getChoiceParam(params, "kind", keysOf(RECORD_KIND_LABELS)),
    action: getChoiceParam(params, "action", keysOf(ACTION_LABELS)),
    source: getChoiceParam(params, "source", keysOf(SOURCE_LABELS)),
    who: isNoAccount(who) || isValidId(who) ? who : undefined,
    from: parseTypedDate(getParam(params, "from"), today),
    to: parseTypedDate(getParam(params, "to"), today),
    record: isValidId(record) ? record : undefined,
    page: getPageParam(params),
  };
}

/** The shortest URL for a query. */
export function historyUrl({ page = 1, ...filters }: Partial<HistoryQuery>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `${HISTORY_PAGE}?${query}` : HISTORY_PAGE;
}

/** True for who has no account. */
export function isNoAccount(who: string | undefined): who is NoAccount {
  return who !== undefined && Object.hasOwn(NO_ACCOUNT_LABELS, who);
}
