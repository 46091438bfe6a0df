import { FEEDS } from "~/feeds/feed";
import { findFeed, renderFeed } from "~/feeds/feeds.server";
import { fileRoute } from "~/seo/file.server";

/** GET /feeds/{file}, or /feeds/{key}/{file} for a feed with a key. One that is off, or asked for with a wrong key, is 404. */
const file = fileRoute(async ({ key, file }) => {
  const feed = findFeed(file, key);
  return feed === undefined
    ? undefined
    : {
        body: await renderFeed(feed),
        gzipped: true,
        type: FEEDS[feed.name].type,
        // A sold car must be gone at the next fetch.
        maxAge: 0,
        headers: { "X-Robots-Tag": "noindex" },
      };
});

export const loader = file.loader;
export const action = file.action;
