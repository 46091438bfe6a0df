import { inventoryVersion, rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import { PUBLIC_PAGES } from "./public-pages";
import { PUBLIC_RETAIL_STATUSES } from "./retail-vehicle";

/** The most addresses that one sitemap may have (sitemaps.org). */
const MOST_ADDRESSES = 50_000;

/**
 * `sitemap.xml`: the public pages, and every vehicle for sale with the moment of its last change. Of more vehicles than a
 * sitemap holds, the newest. Written once a change of the inventory.
 * @param publicUrl the outside address, since a sitemap knows absolute addresses alone
 */
export const writeSitemap = rememberUntilChange(
  async (publicUrl: string): Promise<string> => {
    const vehicles = await db
      .selectFrom("retailVehicles")
      .select(["id", "updatedAt"])
      .where("status", "in", PUBLIC_RETAIL_STATUSES)
      .orderBy("dateAcquired", "desc")
      .orderBy("id", "desc")
      .limit(MOST_ADDRESSES - PUBLIC_PAGES.length)
      .execute();
    const addresses = [
      ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
      ...vehicles.map(
        ({ id, updatedAt }) =>
          `<url><loc>${publicUrl}/inventory/${id}</loc><lastmod>${updatedAt}</lastmod></url>`,
      ),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`;
  },
  (publicUrl) => publicUrl,
  () => inventoryVersion("retailVehicles"),
);
