import { findEntry } from "~/parts/catalog";
import {
  EMPTY_ROW,
  rowField,
  type StockErrors,
  type StockFields,
  TAKE,
  TYPED_FIELDS,
  WARRANTY,
} from "~/parts/teardown";
import type { ReceivedPicture } from "~/pictures/claims.server";

/** The form as it was posted. */
interface PostedTeardown {
  /** The checked entries, in the order of the page. */
  take: string[];
  /** The entries that the page listed besides the usual ones. */
  added: string[];
  rows: Record<string, StockFields>;
  /** Why pictures were not stored. */
  errors: Record<string, StockErrors>;
  q: string;
  /** The warranty of every row that doesn't set one. */
  warranty: string;
}

/** The most entries of one form. */
const MAX_ROWS = 200;
const TEXTS = [...TYPED_FIELDS, WARRANTY] as const;
const FIELD_NAME = new RegExp(`^([a-z0-9-]+)\\.(${TEXTS.join("|")}|images)$`);

/** Reads the fields of every row, with the pictures that came with it. */
export function readTeardownForm(
  body: URLSearchParams,
  uploads: readonly ReceivedPicture[] = [],
): PostedTeardown {
  const known = (name: string) =>
    [...new Set(body.getAll(name))].filter((id) => findEntry(id) !== undefined).slice(0, MAX_ROWS);
  const rows: Record<string, StockFields> = {};
  const errors: Record<string, StockErrors> = {};
  const warranty = body.get(WARRANTY) ?? "";
  const rowOf = (entryId: string) => {
    rows[entryId] ??= { ...EMPTY_ROW, warranty, images: [] };
    return rows[entryId];
  };
  for (const [name, value] of body) {
    const [, entryId = "", field] = FIELD_NAME.exec(name) ?? [];
    if (!field || !findEntry(entryId)) continue;
    const row = rowOf(entryId);
    if (field === "images") row.images = [...row.images, value].slice(0, 40);
    else row[field as (typeof TEXTS)[number]] = value;
  }
  for (const { field = "", name, ...upload } of uploads) {
    const entryId = field.replace(/\.image$/, "");
    if (!findEntry(entryId) || field !== rowField(entryId, "image")) continue;
    const row = rowOf(entryId);
    if (upload.ok) row.images = [...new Set([...row.images, upload.url])];
    else {
      const message = `${name.slice(0, 80) || "Photo"}: ${upload.message}`;
      errors[entryId] = { images: [...(errors[entryId]?.images ?? []), message] };
    }
  }
  return { take: known(TAKE), added: known("added"), rows, errors, q: body.get("q") ?? "", warranty };
}
