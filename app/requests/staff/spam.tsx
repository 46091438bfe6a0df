import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { findRequestPage } from "~/requests/list.server";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount, formatDateTime } from "~/values/format";
import { formatReference } from "~/values/id";

export const meta: MetaFunction = ({ matches }) => pageTitle("Spam", matches, "For staff.");

export const loader = staffLoader(async ({ session, now }) => {
  const viewer = { accountId: session.user._id, now };
  const query = { filters: { show: "spam" }, sort: "newest", page: 1, open: [] } as const;
  const kinds = await Promise.all(
    REQUEST_KINDS.map(async (kind) => {
      const { entries, total } = await findRequestPage(kind, query, viewer);
      return {
        title: kind.list.title,
        listUrl: `${kind.path}?show=spam`,
        total,
        requests: entries.map(({ _id, createdAt, customerInfo }) => ({
          to: `${kind.path}/${_id}`,
          reference: formatReference(kind.prefix, _id),
          name: customerInfo.name,
          sentAt: formatDateTime(createdAt, business.timeZone),
        })),
      };
    }),
  );
  return { kinds: kinds.filter(({ total }) => total > 0) };
});

export const action = noStaffAction;

/** Requests of every kind that were marked as spam, the newest of each: one that isn't spam is unmarked on its page. */
export default function Spam() {
  const { kinds } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Spam</h1>
        <p className="lead">Marked as spam, and in no other list</p>
      </header>
      {kinds.length === 0 ? <EmptyState title="There is no spam." /> : null}
      {kinds.map(({ title, listUrl, total, requests }) => (
        <section key={listUrl} className="stack gap-2">
          <h2>{title}</h2>
          <ul className="rows">
            {requests.map(({ to, reference, name, sentAt }) => (
              <li key={to} className="cluster between gap-1 gap-x-4">
                <span>
                  <Link to={to}>{reference}</Link> {name}
                </span>
                <span className="note">{sentAt}</span>
              </li>
            ))}
          </ul>
          <p>
            <Link to={listUrl}>
              {formatCount(total)} in {title}
            </Link>
          </p>
        </section>
      ))}
    </main>
  );
}
