import { sql } from "kysely";
import type { Collection } from "~/collections/collection";
import { isPublic } from "~/collections/lists.server";
import { selectRecords, tableOf } from "~/collections/store.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition } from "~/db/conditions.server";
import { listModelPages } from "~/parts/models.server";
import { partPath } from "~/parts/part";
import { PARTS } from "~/parts/parts";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { PUBLIC_PAGES } from "./public-pages";

/** The most URLs in one sitemap (sitemaps.org). */
const MAX_URLS = 50_000;

/** What a record's path is made of; `entryId` of parts only. */
interface ListedRecord {
  _id: string;
  year: number | null;
  make: string | null;
  model: string | null;
  entryId?: string;
}

/** The inventories with the path of a record's page, those that matter most first. */
const INVENTORIES: readonly (readonly [collection: Collection, path: (record: ListedRecord) => string])[] = [
  [RETAIL_VEHICLES, vehiclePath],
  [PARTS, partPath],
  [DISMANTLED_VEHICLES, donorPath],
];

/** Records that are read at once: pages are served between two batches. */
const URLS_PER_BATCH = 500;

/**
 * The XML of the sitemap: the public pages, those of models and generations, and every vehicle and part with the time of its last change.
 * If there are too many, the newest of each. Cached until the inventory changes.
 */
export const renderSitemap = cacheUntilChange(
  async (publicUrl: string): Promise<Buffer> => {
    const urls = PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    for (const { path } of await listModelPages()) urls.push(`<url><loc>${publicUrl}${path}</loc></url>`);
    for (const [collection, path] of INVENTORIES) {
      for await (const { id, updatedAt, ...named } of newestRecords(collection, MAX_URLS - urls.length)) {
        const loc = publicUrl + path({ _id: id, ...named });
        urls.push(`<url><loc>${loc}</loc><lastmod>${updatedAt}</lastmod></url>`);
      }
    }
    return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`);
  },
  (publicUrl) => publicUrl,
  inventoryVersion,
);

/** At most so many records that the public sees, newest first. */
async function* newestRecords(collection: Collection, most: number) {
  let last: { dateAcquired: string; id: string } | undefined;
  for (let left = most; left > 0; left -= URLS_PER_BATCH) {
    const records = await selectRecords(tableOf(collection))
      .select(["id", "updatedAt", "dateAcquired", "year", "make", "model"])
      .$if(collection.kind === PARTS.kind, (parts) => parts.select(sql.ref<string>("entryId").as("entryId")))
      .where(isPublic(collection))
      .where(last ? isOlder(last) : allOf([]))
      .orderBy("dateAcquired", "desc")
      .orderBy("id", "desc")
      .limit(Math.min(URLS_PER_BATCH, left))
      .execute();
    yield* records;
    last = records.at(-1);
    if (records.length < URLS_PER_BATCH) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isOlder({ dateAcquired, id }: { dateAcquired: string; id: string }): Condition {
  return sql`(${sql.ref("dateAcquired")}, ${sql.ref("id")}) < (${dateAcquired}, ${id})`;
}
