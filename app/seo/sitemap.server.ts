import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { PART_STORE } from "~/parts/part.server";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { isPublic } from "~/vehicles/inventory-lists.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { type InventoryStore, selectItems } from "~/vehicles/store.server";
import { PUBLIC_PAGES } from "./public-pages";

/** The most URLs in one sitemap (sitemaps.org). */
const MAX_URLS = 50_000;

/** The inventories with the path of their records' pages, those that matter most first. */
const INVENTORIES: readonly (readonly [
  store: Pick<InventoryStore<"retail" | "dismantled" | "part">, "table" | "publicStatuses" | "publicColumns">,
  path: string,
])[] = [
  [RETAIL_STORE, "/inventory"],
  [PART_STORE, "/part"],
  [DISMANTLED_STORE, "/parts"],
];

/**
 * The XML of the sitemap: the public pages, and every vehicle and part with the time of its last change. If there are too
 * many, the newest of each. Cached until the inventory changes.
 */
export const renderSitemap = cacheUntilChange(
  async (publicUrl: string): Promise<string> => {
    const urls = PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    for (const [store, path] of INVENTORIES) {
      const records = await selectItems(store.table)
        .select(["id", "updatedAt"])
        .where(isPublic(store))
        .orderBy("dateAcquired", "desc")
        .orderBy("id", "desc")
        .limit(MAX_URLS - urls.length)
        .execute();
      for (const { id, updatedAt } of records)
        urls.push(`<url><loc>${publicUrl}${path}/${id}</loc><lastmod>${updatedAt}</lastmod></url>`);
    }
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  },
  (publicUrl) => publicUrl,
  inventoryVersion,
);
