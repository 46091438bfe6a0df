import type { Kysely } from "kysely";
import { type BusinessSource, withSettings } from "~/business/business-file.server";
import { COLLECTIONS } from "~/collections";
import { uniqueField } from "~/collections/collection";
import { parsePublicId } from "./picture";

/** The collections whose records have pictures. */
export const PICTURED = COLLECTIONS.filter(({ fields }) =>
  Object.values(fields).some(({ input }) => input === "pictures"),
);
const ROWS_PER_QUERY = 1000;

// biome-ignore lint/suspicious/noExplicitAny: a backup's database may be an older version's
type AnyDb = Pick<Kysely<any>, "introspection" | "selectFrom">;

/** A record that shows a picture: `part` P-000001. */
export interface PicturedRecord {
  noun: string;
  name: string;
  isInTrash: boolean;
}

/**
 * The pictures in use, by public id, each with a record that shows it; those of forms and settings have none.
 * @param db of this version or of an older one
 * @param businessFile what the site's own says, of which the sections count that are not stored
 */
export async function listPicturesInUse(
  db: AnyDb,
  businessFile: BusinessSource = {},
): Promise<Map<string, PicturedRecord | undefined>> {
  const pictures = new Map<string, PicturedRecord | undefined>();
  const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
  if (tables.has("savedSubmissions")) {
    for await (const { fields } of eachRow(db, "savedSubmissions", ["fields"])) {
      for (const [name, value] of JSON.parse(String(fields)) as [string, string][]) {
        if (name === "imageUrl" || /^images\[.*\]\.imageUrl$/.test(name)) addPicture(pictures, value);
      }
    }
  }
  const rows: { section: string; value: string }[] = tables.has("settings")
    ? await db.selectFrom("settings").select(["section", "value"]).execute()
    : [];
  const settings = new Map<string, unknown>(rows.map(({ section, value }) => [section, JSON.parse(value)]));
  for (const text of textsIn([...settings.values(), withSettings(businessFile, settings)]))
    addPicture(pictures, text);
  for (const collection of PICTURED) {
    const { table } = collection;
    // What tells two records apart.
    const key = uniqueField(collection)?.name ?? "id";
    const columns = tables.get(table);
    if (!columns) continue;
    const later = columns.map(({ name }) => name).filter((name) => name === "images" || name === "deletedAt");
    for await (const row of eachRow(db, table, ["imageUrl", key, ...later])) {
      const record = {
        noun: collection.noun,
        name: row[key] ?? "",
        isInTrash: Boolean(row.deletedAt),
      };
      addPicture(pictures, row.imageUrl, record);
      for (const { imageUrl } of JSON.parse(row.images ?? "[]")) addPicture(pictures, imageUrl, record);
    }
  }
  return pictures;
}

/** Every text of a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A table's rows, some at a time, so that the site answers in between. */
async function* eachRow(db: AnyDb, table: string, columns: string[]) {
  for (let after = ""; ; ) {
    const rows: Record<string, string>[] = await db
      .selectFrom(table)
      .select(["id", ...columns])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_PER_QUERY)
      .execute();
    yield* rows;
    if (rows.length < ROWS_PER_QUERY) return;
    after = rows.at(-1)?.id ?? "";
  }
}

function addPicture(
  pictures: Map<string, PicturedRecord | undefined>,
  imageUrl: string | null | undefined,
  record?: PicturedRecord,
): void {
  const publicId = imageUrl ? parsePublicId(imageUrl) : undefined;
  if (publicId !== undefined) pictures.set(publicId, record ?? pictures.get(publicId));
}
