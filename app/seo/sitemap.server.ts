import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { isPublic } from "~/vehicles/inventory-lists.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { selectVehicles } from "~/vehicles/store.server";
import { PUBLIC_PAGES } from "./public-pages";

/** The most URLs in one sitemap (sitemaps.org). */
const MAX_URLS = 50_000;

/**
 * The XML of the sitemap: the public pages, and every vehicle for sale with the time of its last change. If there are too
 * many, the newest. Cached until the inventory changes.
 */
export const renderSitemap = cacheUntilChange(
  async (publicUrl: string): Promise<string> => {
    const vehicles = await selectVehicles("retailVehicles")
      .select(["id", "updatedAt"])
      .where(isPublic(RETAIL_STORE))
      .orderBy("dateAcquired", "desc")
      .orderBy("id", "desc")
      .limit(MAX_URLS - PUBLIC_PAGES.length)
      .execute();
    const urls = [
      ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
      ...vehicles.map(
        ({ id, updatedAt }) =>
          `<url><loc>${publicUrl}/inventory/${id}</loc><lastmod>${updatedAt}</lastmod></url>`,
      ),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  },
  (publicUrl) => publicUrl,
  () => inventoryVersion("retailVehicles"),
);
