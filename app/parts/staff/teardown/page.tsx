import { Link } from "@remix-run/react";
import { useMemo, useRef, useState } from "react";
import { PRINT_LABELS_PAGE } from "~/documents/labels";
import { entryName, findEntry, PART_ENTRIES } from "~/parts/catalog";
import { searchParts } from "~/parts/catalog-search";
import { partsOfDonorUrl } from "~/parts/part";
import type { StockErrors, StockFields, TeardownGroup, TeardownRow } from "~/parts/teardown";
import { lastStocked, teardownPath, WARRANTY } from "~/parts/teardown";
import { BackToList } from "~/staff/records/head";
import { LeaveDialog } from "~/staff/unsaved-changes";
import { Icon } from "~/ui/layout/icon";
import { InPageLink } from "~/ui/layout/in-page-link";
import { Notice } from "~/ui/layout/notice";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { formatMileage } from "~/values/format";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { vehicleName } from "~/vehicles/inventory";
import { type Donor, PartRow } from "./part-row";
import { useStocking } from "./use-stocking";

/** What the page is about. */
export interface TeardownPage {
  donor: Donor;
  groups: TeardownGroup[];
  /** The ids of the parts that were stocked from this car today. */
  stockedToday: string[];
  /** The id of the signed-in user. */
  owner: string;
  /** The warranties that the business gives on parts. */
  warranties: readonly string[];
  /** What was posted after the session had ended. */
  posted: Omit<TeardownReply, "groups"> | undefined;
}

/** The form as it was posted without script. */
export interface TeardownReply {
  take: string[];
  added: string[];
  rows: Record<string, StockFields>;
  errors: Record<string, StockErrors>;
  q: string;
  warranty: string;
  /** How many entries the search has found; undefined if it was not a search. */
  found?: number;
  saved: number;
  others: number;
  groups?: TeardownGroup[];
}

interface StockPartsProps {
  page: TeardownPage;
  reply: Omit<TeardownReply, "groups"> | undefined;
}

/** A list of rows to check off, which are stored as they are checked; without script a form with a Save button. */
export function StockParts({ page, reply }: StockPartsProps) {
  const { donor, owner, stockedToday, warranties } = page;
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const groups = useMemo(
    () => withAdded((reply as TeardownReply | undefined)?.groups ?? page.groups, added),
    [reply, page.groups, added],
  );
  const store = useStocking({
    donorId: donor.id,
    owner,
    form,
    rows: groups.flatMap(({ rows }) => rows),
    add: (entryIds) => setAdded((current) => [...new Set([...entryIds, ...current])]),
  });
  const [q, setQ] = useState(reply?.q ?? "");
  const found = useMemo(() => (hydrated ? findEntries(q) : undefined), [hydrated, q]);
  const listed = new Set(groups.flatMap(({ rows }) => rows.map(({ entryId }) => entryId)));
  const isShown = ({ entryId }: TeardownRow) => found === undefined || found.has(entryId);
  const others = found ? [...found].filter((id) => !listed.has(id)).slice(0, 8) : [];
  const labelIds = [...new Set([...stockedToday, ...store.savedIds])].filter(
    (id) => !store.removedIds.has(id),
  );

  return (
    <main id="main" className="page page--narrow staff-page stack teardown" tabIndex={-1}>
      <BackToList list={DISMANTLED_VEHICLES.list} />
      <header>
        <h1>Teardown</h1>
        <p className="lead">
          {vehicleName(donor)}, stock # {donor.stockNumber}.{" "}
          {donor.mileage === undefined ? "Mileage unknown" : formatMileage(donor.mileage)}.
        </p>
      </header>
      {reply ? <ReplyNotice reply={reply} /> : null}
      <form
        ref={form}
        method="post"
        encType="multipart/form-data"
        autoComplete="off"
        action={teardownPath(donor.id)}
        className="grid"
        onSubmit={(event) => event.preventDefault()}
        {...(hydrated ? store.handlers : { onSubmit: undefined })}
      >
        {/* Enter presses a form's first submit button, which must not be the search. */}
        {hydrated ? null : (
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        )}
        {[...(reply?.added ?? []), ...added].map((id) => (
          <input key={id} type="hidden" name="added" value={id} />
        ))}
        <div className="grid gap-2">
          <label className="field__label" htmlFor="teardown-q">
            Find a part
          </label>
          <div className="row">
            <input
              className="input"
              id="teardown-q"
              name="q"
              type="search"
              maxLength={100}
              defaultValue={reply?.q}
              placeholder="Any part in the catalog"
              onChange={({ currentTarget }) => setQ(currentTarget.value)}
            />
            {hydrated ? null : (
              <button type="submit" className="button button--secondary" name="intent" value="search">
                Search
              </button>
            )}
          </div>
          {others.length > 0 ? (
            <ul className="cluster gap-2" aria-label="Parts that are not in the list">
              {others.map((id) => (
                <li key={id}>
                  <button
                    type="button"
                    className="button button--secondary"
                    onClick={() => {
                      setAdded((current) => [id, ...current]);
                      setQ("");
                      const field = form.current?.elements.namedItem("q");
                      if (field instanceof HTMLInputElement) field.value = "";
                      store.takeSoon(id);
                    }}
                  >
                    <Icon name="plus" size={20} /> {entryName(id)}
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          {found?.size === 0 ? <p className="field__hint">No part in the catalog has this name.</p> : null}
        </div>
        {warranties.length > 0 ? (
          <div className="field">
            <label className="field__label" htmlFor="teardown-warranty">
              Warranty{" "}
              <span className="field__optional">
                {hydrated ? "of the parts you tick from here on" : "of every part you tick"}
              </span>
            </label>
            <select
              className="input input--select"
              id="teardown-warranty"
              name={WARRANTY}
              defaultValue={
                reply?.warranty ?? lastStocked(groups.flatMap(({ rows }) => rows))?.warranty ?? ""
              }
            >
              <option value="">None</option>
              {warranties.map((text) => (
                <option key={text} value={text}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        {groups.map(({ title, rows }) => (
          <section key={title} hidden={!rows.some(isShown)}>
            <h2 className="subhead">{title}</h2>
            <ul className="box ruled above-2">
              {rows.map((row) => (
                <PartRow
                  key={`${row.entryId} ${store.timesFilled(row.entryId)}`}
                  row={row}
                  donor={donor}
                  isHidden={!isShown(row)}
                  initial={store.initial(row.entryId) ?? replyRow(reply, row.entryId)}
                  errors={reply?.errors[row.entryId]}
                  view={hydrated ? store.view(row.entryId) : undefined}
                  onPhotos={hydrated ? (files) => store.addPhotos(row.entryId, files) : undefined}
                  onEdit={hydrated ? (part) => store.edit(row.entryId, part) : undefined}
                  onRetryPhoto={(key) => store.retryPhoto(row.entryId, key)}
                />
              ))}
            </ul>
          </section>
        ))}
        <div className="cluster between gap-2 sticky-bar teardown__bar">
          {hydrated ? <SaveState {...store.summary} /> : null}
          <div className="cluster">
            {hydrated ? null : (
              <button type="submit" className="button" name="intent" value="save">
                Stock Checked Parts
              </button>
            )}
            {labelIds.length > 0 ? (
              <Link className="button button--secondary" to={labelsUrl(labelIds)}>
                <Icon name="tag" size={20} /> Print {labelIds.length}{" "}
                {labelIds.length === 1 ? "Label" : "Labels"}
              </Link>
            ) : null}
            <Link className="button button--quiet" to={partsOfDonorUrl(donor.stockNumber)}>
              Parts of this car
            </Link>
          </div>
        </div>
      </form>
      <LeaveDialog
        isUnsaved={store.isLeftUnsaved}
        detail="Rows that aren't saved stay on this phone until you come back. Photos that weren't sent don't."
      />
    </main>
  );
}

function labelsUrl(ids: readonly string[]): string {
  return `${PRINT_LABELS_PAGE}?kind=part&${new URLSearchParams(ids.map((id) => ["id", id]))}`;
}

/** The entries that a search finds, by all of its words or as people call them; undefined without a search. */
function findEntries(q: string): Set<string> | undefined {
  const words = q
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.join("").length < 2) return undefined;
  const named = PART_ENTRIES.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return new Set([...searchParts(q), ...named].map(({ id }) => id));
}

function withAdded(groups: readonly TeardownGroup[], added: readonly string[]): TeardownGroup[] {
  const listed = new Set(groups.flatMap(({ rows }) => rows.map(({ entryId }) => entryId)));
  const rows = added.filter((id) => !listed.has(id) && findEntry(id)).map((entryId) => ({ entryId }));
  if (rows.length === 0) return [...groups];
  const [first] = groups;
  return first?.title === "Added"
    ? [{ title: "Added", rows: [...rows, ...first.rows] }, ...groups.slice(1)]
    : [{ title: "Added", rows }, ...groups];
}

function replyRow(reply: StockPartsProps["reply"], entryId: string) {
  const row = reply?.rows[entryId];
  return row && { ...row, isTicked: reply.take.includes(entryId) };
}

function ReplyNotice({ reply }: { reply: NonNullable<StockPartsProps["reply"]> }) {
  const wrong = Object.keys(reply.errors);
  if (reply.found !== undefined)
    return (
      <Notice tone="info" role="status">
        <p>
          {reply.found > 0
            ? `${reply.found} found; those that were not in the list come first.`
            : "No part in the catalog has this name."}
        </p>
      </Notice>
    );
  if (wrong.length === 0)
    return (
      <Notice tone="error" title="No part is checked" role="alert">
        <p>Check each part that you stock, then save.</p>
      </Notice>
    );
  return (
    <Notice tone="error" title={`${wrong.length} not saved yet`} role="alert">
      {reply.saved > 0 ? <p>{reply.saved} stocked. These need another look:</p> : null}
      <ul>
        {wrong.map((id) => (
          <li key={id}>
            <InPageLink to={`row-${id}`}>{entryName(id)}</InPageLink>:{" "}
            {Object.values(reply.errors[id] ?? {}).flat()[0]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface SaveStateProps {
  saved: number;
  /** Rows with something that the server rejected. */
  refused: number;
  /** Rows whose answer is awaited. */
  waiting: number;
  /** Why rows are not saved; undefined if all is well. */
  problem: "offline" | "signed-out" | "gone" | undefined;
}

const PROBLEMS = {
  offline: "No connection. They're kept on this phone, and sent as soon as you're back online.",
  "signed-out": "Your session has ended. They're kept on this phone:",
  gone: "This car has been deleted in the meantime.",
} as const;

/** What is stored and what is not, always in sight. */
function SaveState({ saved, refused, waiting, problem }: SaveStateProps) {
  const isWrong = problem !== undefined || refused > 0;
  return (
    <p className={`row start teardown__state ${isWrong ? "tone--bad" : ""}`.trim()} role="status">
      <Icon name={isWrong ? "alert" : waiting > 0 ? "refresh" : "check"} size={20} />
      <span>
        <b>{saved} stocked</b>
        {refused > 0 ? (
          <>
            ; <b>{refused === 1 ? "1 needs fixing" : `${refused} need fixing`}</b>
          </>
        ) : null}
        {waiting > 0 ? (
          <>
            ; <b>{waiting} not sent yet</b>
          </>
        ) : null}
        . {problem ? PROBLEMS[problem] : null}{" "}
        {problem === "signed-out" ? (
          <a href={`/login?${new URLSearchParams({ redirectTo: location.pathname })}`}>Sign in again</a>
        ) : null}
      </span>
    </p>
  );
}
