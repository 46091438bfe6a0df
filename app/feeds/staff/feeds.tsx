import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { feedAddress } from "~/feeds/address.server";
import { FEED_NAMES, FEEDS } from "~/feeds/feed";
import { listFeedContents } from "~/feeds/feeds.server";
import { CopyAddress } from "~/staff/copy-address";
import { Badge } from "~/ui/layout/chip";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";

export const meta: MetaFunction = ({ matches }) => pageTitle("Feeds", matches, "For staff.");

export const loader = staffLoader(async () => {
  const contents = await listFeedContents(undefined);
  return {
    hasPublicUrl: config.PUBLIC_URL !== undefined,
    feeds: FEED_NAMES.map((name) => {
      return {
        name,
        url: feedAddress(name),
        hasKey: typeof business.feeds[name] === "string",
        contents: name === "newArrivals" ? undefined : contents[name],
      };
    }),
  };
});

export const action = noStaffAction;

type Feed = ReturnType<typeof useLoaderData<typeof loader>>["feeds"][number];

/** The feeds that other sites fetch: where each is, what is in it, and which vehicles are not, with why. */
export default function Feeds() {
  const { hasPublicUrl, feeds } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-3" tabIndex={-1}>
      <header>
        <h1>Feeds</h1>
        <p className="lead">Files of your vehicles and parts that other sites fetch automatically</p>
      </header>
      {hasPublicUrl ? null : (
        <Notice tone="error" title="No feed can be fetched">
          <p>
            A feed is full of links, so the site must know its own address: set <code>PUBLIC_URL</code>.
          </p>
        </Notice>
      )}
      <ul className="rows gap-5">
        {feeds.map((feed) => (
          <FeedEntry key={feed.name} feed={feed} />
        ))}
      </ul>
      <p className="muted">
        Feeds are turned on and off in <Link to="/admin/settings/feeds">Settings</Link>, and show each change
        at the next fetch.
      </p>
    </main>
  );
}

function FeedEntry({ feed: { name, url, hasKey, contents } }: { feed: Feed }) {
  const { title, nouns, purpose } = FEEDS[name];
  return (
    <li className="stack gap-3">
      <div className="cluster gap-2 gap-x-3">
        <h2>{title}</h2>
        <Badge tone={url ? "green" : "gray"}>{url ? "On" : "Off"}</Badge>
      </div>
      <p>{purpose}</p>
      {url ? (
        <CopyAddress title={title} url={url} />
      ) : (
        <p className="muted">
          <Link to="/admin/settings/feeds">Turn it on</Link>, at an address that anyone can read or a private
          one.
        </p>
      )}
      {url && hasKey ? (
        <p className="muted">Its address has a key in it. Give it only to the site that fetches it.</p>
      ) : null}
      {contents ? (
        <Contents title={title} nouns={nouns} isOn={url !== undefined} contents={contents} />
      ) : null}
    </li>
  );
}

function Contents({
  title,
  nouns: [one, several],
  isOn,
  contents: { included, leftOut, listed },
}: {
  title: string;
  nouns: readonly [one: string, several: string];
  isOn: boolean;
  contents: NonNullable<Feed["contents"]>;
}) {
  if (included + leftOut === 0) return <p>There are no {several} for it yet.</p>;
  return (
    <>
      <p>
        {formatCount(included)} {included === 1 ? one : several} {isOn ? "in it" : "would be in it"}
        {leftOut === 0 ? ", none left out." : "."}
      </p>
      {leftOut > 0 ? (
        <details className="disclosure feeds__problems">
          <summary>
            {formatCount(leftOut)} left out<span className="visually-hidden"> of {title}</span>
          </summary>
          <ul className="lines-ruled">
            {listed.map(({ name, editPath, reason }) => (
              <li key={editPath}>
                <Link to={editPath}>{name}</Link>: {reason}
              </li>
            ))}
          </ul>
          {leftOut > listed.length ? <p>And {formatCount(leftOut - listed.length)} more.</p> : null}
        </details>
      ) : null}
    </>
  );
}
