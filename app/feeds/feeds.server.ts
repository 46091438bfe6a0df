import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import { business } from "~/business/business.server";
import type { Collection } from "~/collections/collection";
import { isPublic } from "~/collections/lists.server";
import {
  type RecordTypes,
  type StoredCollection,
  selectRecords,
  tableOf,
  toPublicRecord,
} from "~/collections/store.server";
import { config } from "~/config.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { isSameSecret } from "~/http/signed-text.server";
import { FEED_NAMES, FEEDS, type FeedName, type FeedSetting, feedPath } from "./feed";
import { GOOGLE_LISTINGS } from "./google-listings.server";
import { GOOGLE_VEHICLE_ADS } from "./google-vehicle-ads.server";
import type { FeedInventory, FeedSite, InventoryFeed } from "./inventory-feed.server";
import { MARKETPLACE } from "./marketplace.server";
import { META_CATALOG } from "./meta-catalog.server";
import { renderNewArrivals } from "./new-arrivals.server";
import { PARTS } from "./parts.server";
import { SALVAGE } from "./salvage.server";

/** Vehicles that are read at once: pages are answered between two batches. */
const VEHICLES_PER_BATCH = 50;
/** How many of the vehicles that are left out of a feed are named to staff. */
const MAX_LEFT_OUT = 100;

const RETAIL_FEEDS = {
  googleListings: GOOGLE_LISTINGS,
  googleVehicleAds: GOOGLE_VEHICLE_ADS,
  metaCatalog: META_CATALOG,
  marketplace: MARKETPLACE,
} as const;

/** A feed that is on, and what it says besides the vehicles. */
interface OpenFeed {
  name: FeedName;
  site: FeedSite;
}

/**
 * The feed at an address: `file` is the last part of its path, `key` the part before, if there is one. Undefined if there is no
 * such feed, it is off, or the key is wrong. Without PUBLIC_URL there is none, because a feed is full of absolute URLs.
 */
export function findFeed(file: string | undefined, key: string | undefined): OpenFeed | undefined {
  const name = FEED_NAMES.find((known) => FEEDS[known].file === file);
  const publicUrl = config.PUBLIC_URL;
  if (name === undefined || publicUrl === undefined || !opens(business.feeds[name], key)) return undefined;
  return { name, site: { business, publicUrl } };
}

function opens(setting: FeedSetting, key: string | undefined): boolean {
  return typeof setting === "string"
    ? key !== undefined && isSameSecret(key, setting)
    : setting && key === undefined;
}

/** The path of the feed of new arrivals, for every visitor's feed reader; undefined if it is off or only for some. */
export function announcedFeed(): string | undefined {
  const isOpen = business.feeds.newArrivals === true && config.PUBLIC_URL !== undefined;
  return isOpen ? feedPath("newArrivals", true) : undefined;
}

/** The file of a feed, compressed by gzip: of 10,000 vehicles about 2 MB. Cached until the inventory changes. */
export const renderFeed = cacheUntilChange(
  async ({ name, site }: OpenFeed): Promise<Buffer<ArrayBuffer>> => {
    const compressed = createGzip();
    const [file] = await Promise.all([
      buffer(compressed),
      pipeline(Readable.from(feedText(name, site)), compressed),
    ]);
    return Buffer.from(file);
  },
  ({ name }) => name,
  () => inventoryVersion(),
);

/** The text of a feed, in pieces. */
async function* feedText(name: FeedName, site: FeedSite): AsyncGenerator<string> {
  if (name === "newArrivals") yield await renderNewArrivals(site);
  else if (name === "salvage") yield* vehicleLines(SALVAGE, site);
  else if (name === "parts") yield* vehicleLines(PARTS, site);
  else yield* vehicleLines(RETAIL_FEEDS[name], site);
}

async function* vehicleLines<T extends RecordTypes>(
  { store, columns, delimiter, problems, complete = async (items) => [...items] }: InventoryFeed<T>,
  site: FeedSite,
): AsyncGenerator<string> {
  // A leading "=" is data for a program, so nothing is escaped for spreadsheets.
  const toText = (rows: unknown[][]) => stringify(rows, { delimiter, record_delimiter: "\r\n" });
  yield toText([columns.map(([heading]) => heading)]);
  const inventory = await readInventory(store);
  for await (const items of readItems(store)) {
    const included = items.filter((item) => problems(item, inventory).length === 0);
    const whole = await complete(included);
    yield toText(whole.map((item) => columns.map(([, value]) => value(item, site))));
  }
}

/** What staff read about a feed's vehicles. */
interface FeedContents {
  included: number;
  leftOut: number;
  /** The first of them, with why. */
  listed: { name: string; editPath: string; reason: string }[];
}

/** What is in each feed and what is not, whether it is on or off. Cached until the inventory changes. */
export const listFeedContents = cacheUntilChange(
  async (): Promise<Record<Exclude<FeedName, "newArrivals">, FeedContents>> => ({
    ...(await countContents(RETAIL_FEEDS)),
    ...(await countContents({ salvage: SALVAGE })),
    ...(await countContents({ parts: PARTS })),
  }),
  () => "",
  () => inventoryVersion(),
);

async function countContents<T extends RecordTypes, Name extends string>(
  feeds: Record<Name, InventoryFeed<T>>,
): Promise<Record<Name, FeedContents>> {
  const names = Object.keys(feeds) as Name[];
  const { store } = feeds[names[0] as Name];
  const contents = names.map((name): [Name, FeedContents] => [name, { included: 0, leftOut: 0, listed: [] }]);
  const inventory = await readInventory(store);
  for await (const items of readItems(store)) {
    for (const item of items) {
      for (const [name, content] of contents) {
        const problems = feeds[name].problems(item, inventory);
        if (problems.length === 0) content.included += 1;
        else {
          content.leftOut += 1;
          if (content.listed.length < MAX_LEFT_OUT)
            content.listed.push({
              name: store.nameOf(item),
              editPath: `${store.path}/${item._id}/edit`,
              reason: problems.join(", "),
            });
        }
      }
    }
  }
  return Object.fromEntries(contents) as Record<Name, FeedContents>;
}

/** Every vehicle in a status that the public sees, in batches; even one that lacks its name, which staff have to fix. */
async function* readItems<T extends RecordTypes>(
  store: StoredCollection<T>,
): AsyncGenerator<T["publicRecord"][]> {
  for (let last = ""; ; ) {
    const rows = (await selectRecords(tableOf(store))
      .selectAll()
      .where(isPublic({ shown: store.shown && { ...store.shown, needs: [] } }))
      .where("id", ">", last)
      .orderBy("id")
      .limit(VEHICLES_PER_BATCH)
      .execute()) as T["row"][];
    yield rows.map((row) => toPublicRecord(store, row));
    if (rows.length < VEHICLES_PER_BATCH) return;
    last = rows.at(-1)?.id ?? "";
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function readInventory(store: Collection): Promise<FeedInventory> {
  const [available = ""] = store.shown?.list ?? [];
  const rows = await selectRecords(tableOf(store))
    .select("vin")
    .where(isPublic({ shown: { list: [available], page: [] } }))
    .groupBy("vin")
    .having((eb) => eb.fn.countAll(), ">", 1)
    .execute();
  return { repeatedVins: new Set(rows.flatMap(({ vin }) => vin || [])) };
}
