import { isPublic } from "~/collections/lists.server";
import {
  type RecordTypes,
  type StoredCollection,
  selectRecords,
  tableOf,
  toPublicRecord,
} from "~/collections/store.server";
import type { Row } from "~/db/schema";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import { formatPrice } from "~/values/format";
import { escapeXml } from "~/values/xml";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { FEEDS, feedPath } from "./feed";
import type { FeedSite } from "./inventory-feed.server";
import { dismantledDescription } from "./salvage.server";

const MAX_ENTRIES = 50;
/** For a feed without entries, which must still have a time. */
const LONG_AGO = "1970-01-01T00:00:00.000Z";

interface Entry {
  id: string;
  /** Of its page. */
  path: string;
  /** A path without the words that may change: an entry's id is permanent. */
  lasting: string;
  title: string;
  summary: string;
  category: string;
  picture: string | undefined;
  published: string;
  updated: string;
}

/** The vehicles that were added last, of both public lists, as an Atom feed (RFC 4287). */
export async function renderNewArrivals({ business, publicUrl }: FeedSite): Promise<string> {
  const [retail, dismantled] = await Promise.all([
    findNewest(RETAIL_RECORDS),
    findNewest(DISMANTLED_RECORDS),
  ]);
  const entries = [
    ...retail.map((row): Entry => {
      const vehicle = toPublicRecord(RETAIL_RECORDS, row);
      const price = vehicle.price ? `, ${formatPrice(vehicle.price)}` : "";
      return {
        ...commonFacts(row),
        path: vehiclePath(vehicle),
        lasting: vehiclePath({ _id: row.id }),
        title: fullVehicleName(vehicle) + price,
        summary: vehicleDescription(vehicle, business),
        category: "For sale",
      };
    }),
    ...dismantled.map((row): Entry => {
      const vehicle = toPublicRecord(DISMANTLED_RECORDS, row);
      return {
        ...commonFacts(row),
        path: donorPath(vehicle),
        lasting: donorPath({ _id: row.id }),
        title: `${fullVehicleName(vehicle)}, for parts`,
        summary: dismantledDescription(vehicle),
        category: "For parts",
      };
    }),
  ]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, MAX_ENTRIES);
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? LONG_AGO;
  // Without a key, even if the address has one: an id is permanent.
  const id = `${publicUrl}/feeds/${FEEDS.newArrivals.file}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<title>${escapeXml(`New arrivals at ${business.name}`)}</title>
<id>${escapeXml(id)}</id>
<link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + feedPath("newArrivals", business.feeds.newArrivals))}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}/`)}"/>
<updated>${updated}</updated>
<author><name>${escapeXml(business.name)}</name></author>
${entries.map((entry) => renderEntry(entry, publicUrl)).join("\n")}
</feed>
`;
}

function renderEntry(
  { path, lasting, title, summary, category, picture, published, updated }: Entry,
  publicUrl: string,
): string {
  const url = escapeXml(publicUrl + path);
  const image = picture
    ? `\n<link rel="enclosure" type="image/webp" href="${escapeXml(publicUrl + picture)}"/>`
    : "";
  return `<entry>
<title>${escapeXml(title)}</title>
<id>${escapeXml(publicUrl + lasting)}</id>
<link rel="alternate" type="text/html" href="${url}"/>${image}
<published>${published}</published>
<updated>${updated}</updated>
<category term="${escapeXml(category)}"/>
<summary>${escapeXml(summary)}</summary>
</entry>`;
}

/** Ids sort by creation. */
async function findNewest<T extends RecordTypes>(store: StoredCollection<T>): Promise<T["row"][]> {
  const rows = await selectRecords(tableOf(store))
    .selectAll()
    .where(isPublic(store))
    .orderBy("id", "desc")
    .limit(MAX_ENTRIES)
    .execute();
  return rows as T["row"][];
}

function commonFacts({
  id,
  createdAt,
  updatedAt,
  imageUrl,
}: Pick<Row<"parts">, "id" | "createdAt" | "updatedAt" | "imageUrl">) {
  return { id, picture: imageUrl ?? undefined, published: createdAt, updated: updatedAt };
}
