import { toAbsoluteUrl } from "~/business/public-url";
import type { JsonLd, Site } from "~/seo/json-ld";
import { countFilters } from "~/vehicles/list-query";
import { type ListQuery, listUrl } from "./list-url";

/**
 * The canonical URL of a list: a filtered, searched or sorted list is canonical to the plain list, and each page of the plain
 * list to itself.
 */
export function listPagePath(path: string, query: ListQuery, page: number): string {
  const isPlain = countFilters(query) === 0 && query.sort === "newest";
  return listUrl(path, { page: isPlain ? page : 1 });
}

/** ", page 2"; empty for the first page. */
export function pageSuffix(page: number): string {
  return page > 1 ? `, page ${page}` : "";
}

/** The pages that a list leads to, in order; undefined for an empty list or without a PUBLIC_URL. */
export function itemListJsonLd(
  { publicUrl }: Pick<Site, "publicUrl">,
  items: readonly { name: string; path: string }[],
): JsonLd | undefined {
  if (publicUrl === undefined || items.length === 0) return undefined;
  return {
    "@type": "ItemList",
    itemListElement: items.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: toAbsoluteUrl(publicUrl, path),
    })),
  };
}
