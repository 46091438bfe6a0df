import { findEntries, type SearchEntry, storeEntries } from "~/collections/search-index.server";
import {
  allTerms,
  exactTerms,
  isNamed,
  KEY,
  nameTerms,
  readSearch,
  type Search,
} from "~/collections/search-words";
import { transaction } from "~/db/connection.server";
import { type FoundRecord, openKinds, SEARCH_KINDS, type SearchKind } from "./kinds.server";
import type { SearchGroup, SearchResults } from "./search";

/** How many of a kind are shown. */
const SHOWN = 5;
/** How many are looked at for the best of them. */
const CANDIDATES = 20;
/** How many of all kinds the whole text may name: the requests of a good customer. */
const MAX_EXACT = 60;
const BATCH = 200;

/**
 * Looks for a text in every kind of record: stock numbers, VINs, references, phone numbers and their last digits, email addresses,
 * names, parts and cars, and what customers wrote.
 */
export async function searchEverything(q: string): Promise<SearchResults> {
  const search = readSearch(q);
  if (!search) return { groups: [] };
  const found = await findOfKinds(openKinds(), search, q);
  const groups = await Promise.all(
    found
      .filter(({ hits }) => hits.length > 0)
      .sort((one, other) => one.best - other.best)
      .map(async ({ kind, hits }): Promise<SearchGroup> => {
        const shown = hits.slice(0, SHOWN).map(({ hit }) => hit);
        const hasMore = hits.length > SHOWN && (await kind.hasListed(q));
        const more = hasMore ? { more: `${kind.listPath}?${new URLSearchParams({ q })}` } : {};
        return { kind: kind.kind, title: kind.title, hits: shown, ...more };
      }),
  );
  const only = onlyHit(found.flatMap(({ hits }) => hits));
  return only === undefined ? { groups } : { groups, only };
}

/** How well a record fits, the best first. */
const FITS = { key: 0, ending: 1, name: 2, text: 3, further: 4 } as const;
type Fit = (typeof FITS)[keyof typeof FITS];

interface RankedRecord extends FoundRecord {
  fit: Fit;
}

interface FoundKind {
  kind: SearchKind;
  hits: RankedRecord[];
  /** The fit of its best. */
  best: number;
}

async function findOfKinds(kinds: readonly SearchKind[], search: Search, q: string): Promise<FoundKind[]> {
  const [keyed = [], ...named] = await findEntries([
    { terms: exactTerms(search), limit: MAX_EXACT },
    ...kinds.map(({ kind }) => ({ terms: nameTerms(search, kind), kind, limit: CANDIDATES })),
  ]);
  const ofKinds = kinds.map((kind, index) => {
    const fits: Fits = new Map();
    addFits(fits, kind, keyed, ({ words }) =>
      ` ${words} `.includes(` ${KEY}${search.whole} `) ? FITS.key : FITS.ending,
    );
    addFits(fits, kind, named[index] ?? [], () => FITS.name);
    return { kind, fits };
  });
  const few = ofKinds.filter(({ fits }) => fits.size <= SHOWN);
  const others = await findEntries(
    few.map(({ kind: { kind } }) => ({ terms: allTerms(search, kind), kind, limit: CANDIDATES })),
  );
  for (const [index, { kind, fits }] of few.entries()) {
    addFits(fits, kind, others[index] ?? [], ({ words }) =>
      isNamed(words, search, kind.kind) ? FITS.name : FITS.text,
    );
  }
  for (const { kind, fits } of few) {
    if (fits.size > SHOWN) continue;
    for (const id of (await kind.findFurther?.(q)) ?? []) if (!fits.has(id)) fits.set(id, FITS.further);
  }
  return Promise.all(ofKinds.map(({ kind, fits }) => findRanked(kind, fits)));
}

type Fits = Map<string, Fit>;

/** Adds those of a kind, each with its best fit. */
function addFits(
  fits: Fits,
  { kind }: SearchKind,
  entries: readonly SearchEntry[],
  fitOf: (entry: SearchEntry) => Fit,
): void {
  for (const entry of entries) {
    if (entry.kind === kind && !fits.has(entry.recordId)) fits.set(entry.recordId, fitOf(entry));
  }
}

async function findRanked(kind: SearchKind, fits: Fits): Promise<FoundKind> {
  const ids = [...fits.keys()];
  const order = new Map(ids.map((id, index) => [id, index]));
  const hits = (ids.length > 0 ? await kind.find(ids) : [])
    .map((found) => ({ ...found, fit: fits.get(found.hit._id) ?? FITS.text }))
    .sort(
      (one, other) =>
        one.fit - other.fit ||
        Number(one.isDone) - Number(other.isDone) ||
        (order.get(one.hit._id) ?? 0) - (order.get(other.hit._id) ?? 0),
    );
  return { kind, hits, best: hits[0]?.fit ?? FITS.text };
}

/**
 * The only record whose number is what was typed or, if nothing else was found, the only one whose number ends in it. A person with their
 * requests is one: their page has them.
 */
function onlyHit(hits: readonly RankedRecord[]): string | undefined {
  const keyed = hits.filter(({ fit }) => fit === FITS.key);
  const named = keyed.length > 0 ? keyed : hits.every(({ fit }) => fit === FITS.ending) ? hits : [];
  const people = named.filter(({ isPersonal }) => isPersonal);
  const [only, another] = people.length > 0 ? people : named;
  return another ? undefined : only?.hit.path;
}

/**
 * Stores what a search finds records by, of all that should have it and have none: those of a version that did not store it, and
 * after a move.
 * @returns how many there were
 */
export async function fillSearchIndex(): Promise<number> {
  let filled = 0;
  for (const kind of SEARCH_KINDS) {
    let after = "";
    for (let count = BATCH; count === BATCH; filled += count) {
      // In batches, between which others write.
      const stored = await transaction(async () => {
        const records = await kind.findUnindexed({ after, limit: BATCH });
        await storeEntries(records);
        return records;
      });
      count = stored.length;
      after = stored.at(-1)?.id ?? after;
    }
  }
  return filled;
}
