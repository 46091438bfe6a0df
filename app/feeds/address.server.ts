import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { type FeedName, feedPath } from "./feed";

/** Where a feed is fetched; undefined while it is off, or the site doesn't know its own address. One with a key is for owners only. */
export function feedAddress(name: FeedName): string | undefined {
  const setting = business.feeds[name];
  return setting === false || config.PUBLIC_URL === undefined
    ? undefined
    : config.PUBLIC_URL + feedPath(name, setting);
}
