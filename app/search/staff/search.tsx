import { type MetaFunction, redirect } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { listRecent } from "~/search/recent.server";
import { type SearchGroup, type SearchHit, SUGGEST_PARAMETER } from "~/search/search";
import { searchEverything } from "~/search/search.server";
import { StaffSearch } from "~/staff/search-field";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { getTextParam } from "~/values/query-params";

/** The loader's data, which the field's suggestions are too. */
interface SearchPage {
  q: string;
  groups: SearchGroup[];
  /** What the account opened last, if nothing is searched for. */
  recent: SearchHit[];
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.q ? `Search: ${data.q}` : "Search", matches);

export const loader = staffLoader(async ({ request, session }): Promise<SearchPage> => {
  const { searchParams } = new URL(request.url);
  const q = getTextParam(searchParams, "q");
  if (q === undefined) return { q: "", groups: [], recent: await listRecent(session.user._id) };
  const { groups, only } = await searchEverything(q);
  if (only && !searchParams.has(SUGGEST_PARAMETER)) throw redirect(only);
  return { q, groups, recent: [] };
});

/** If suggestions don't come, there are none: a page must not fail for them. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<SearchPage> {
  if (!new URL(request.url).searchParams.has(SUGGEST_PARAMETER)) return serverLoader<SearchPage>();
  try {
    return await serverLoader<SearchPage>();
  } catch {
    return { q: "", groups: [], recent: [] };
  }
}

export const action = noStaffAction;

/** What a search of everything has found, by kind; without one, what its user has opened last. */
export default function SearchResultsPage() {
  const { q, groups, recent } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 heads-l" tabIndex={-1}>
      <h1>Search</h1>
      <StaffSearch q={q} />
      {groups.map(({ kind, title, hits, more }) => (
        <section key={kind} className="stack gap-2" aria-labelledby={`found-${kind}`}>
          <h2 id={`found-${kind}`}>{title}</h2>
          <Hits hits={hits} />
          {more ? (
            <p>
              <Link to={more}>
                More<span className="visually-hidden"> in {title}</span>
              </Link>
            </p>
          ) : null}
        </section>
      ))}
      {q !== "" && groups.length === 0 ? (
        <EmptyState title={`Nothing found for “${q}”.`}>
          <p>
            Try a stock number, the last six of a VIN, a name, the last four digits of a phone number, or
            fewer words.
          </p>
        </EmptyState>
      ) : null}
      {recent.length > 0 ? (
        <section className="stack gap-2" aria-labelledby="recent">
          <h2 id="recent">Opened last</h2>
          <Hits hits={recent} />
        </section>
      ) : null}
      {q === "" && recent.length === 0 ? (
        <p className="muted">Finds stock numbers, VINs, references, names, phone numbers, parts and cars.</p>
      ) : null}
    </main>
  );
}

function Hits({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <ul className="ruled search-results">
      {hits.map(({ _id, path, title, note }) => (
        <li key={_id}>
          <Link to={path}>
            {title}
            <small>{note}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
