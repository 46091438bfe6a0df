import type { SqliteConnection } from "~/db/open.server";
import { hasColumn, hasTable } from "~/db/tables.server";
import { parsePublicId } from "./picture";

const INVENTORIES = ["dismantledVehicles", "retailVehicles", "parts"];

/** The pictures in use, by public id, with the stock number of a vehicle that shows each; forms have none. */
export function listPicturesInUse(sqlite: SqliteConnection): Map<string, string | undefined> {
  const pictures = new Map<string, string | undefined>();
  if (hasTable(sqlite, "savedSubmissions")) {
    const urls = sqlite
      .prepare(
        `select json_extract(field.value, '$[1]') from savedSubmissions, json_each(savedSubmissions.fields) field
         where json_extract(field.value, '$[0]') = 'imageUrl'
            or json_extract(field.value, '$[0]') glob 'images[[]*].imageUrl'`,
      )
      .pluck()
      .all() as string[];
    for (const url of urls) addPicture(pictures, url);
  }
  for (const table of INVENTORIES.filter((name) => hasTable(sqlite, name))) {
    const others = hasColumn(sqlite, table, "images")
      ? `union all select json_extract(image.value, '$.imageUrl'), stockNumber
         from ${table}, json_each(${table}.images) image`
      : "";
    const rows = sqlite
      .prepare(`select imageUrl, stockNumber from ${table} where imageUrl is not null ${others}`)
      .all() as { imageUrl: string; stockNumber: string }[];
    for (const { imageUrl, stockNumber } of rows) addPicture(pictures, imageUrl, stockNumber);
  }
  return pictures;
}

function addPicture(pictures: Map<string, string | undefined>, imageUrl: string, stockNumber?: string): void {
  const publicId = parsePublicId(imageUrl);
  if (publicId !== undefined) pictures.set(publicId, stockNumber ?? pictures.get(publicId));
}
