/** A picture of a record, in its place in the list. */
export interface VehicleImage {
  imageUrl: string;
  /** For people who can't see it; empty for the default. */
  alt: string;
  caption?: string | undefined;
}

/** The most pictures of one record. */
export const MAX_IMAGES = 20;
export const TOO_MANY_IMAGES_MESSAGE = `Up to ${MAX_IMAGES} photos can be added`;

/** A picture in a staff form. One that is marked as removed stays in the form, so that it can be brought back. */
export interface ImageRow {
  imageUrl: string;
  alt: string;
  caption: string;
  removed: boolean;
}

/** As many as are shown and as many that were removed; the form drops more, and removed ones first. */
const MAX_ROWS = 2 * MAX_IMAGES;
const ROW_FIELDS = ["imageUrl", "alt", "caption", "removed"] as const;

/** The name of a row's field: `images[0].alt`. */
export function imageField(row: number, field: (typeof ROW_FIELDS)[number]): string {
  return `images[${row}].${field}`;
}

/** The names of all fields of a form's pictures. Before a vehicle had several, its form had one field, `imageUrl`. */
export const IMAGE_FIELDS: readonly string[] = [
  "imageUrl",
  ...Array.from({ length: MAX_ROWS }, (_, row) => ROW_FIELDS.map((field) => imageField(row, field))).flat(),
];

/** The pictures in a posted form, by the names of its fields. */
export function readImageRows(valueIn: (name: string) => unknown): ImageRow[] {
  const rows = Array.from({ length: MAX_ROWS }, (_, row) =>
    toImageRow(Object.fromEntries(ROW_FIELDS.map((field) => [field, valueIn(imageField(row, field))]))),
  ).filter(({ imageUrl }) => imageUrl !== "");
  return rows.length > 0 ? rows : [toImageRow({ imageUrl: valueIn("imageUrl") })].filter(isNamed);
}

/** Replaces the pictures in a form, which are then numbered without gaps. */
export function writeImageRows(form: FormData, rows: readonly ImageRow[]): void {
  for (const name of IMAGE_FIELDS) form.delete(name);
  const shown = rows.filter(({ removed }) => !removed);
  const removed = rows.filter((row) => row.removed).slice(0, Math.max(0, MAX_ROWS - shown.length));
  const written = rows.filter((row) => !row.removed || removed.includes(row)).slice(0, MAX_ROWS);
  written.forEach((row, index) => {
    for (const field of ["imageUrl", "alt", "caption"] as const)
      form.set(imageField(index, field), row[field]);
    if (row.removed) form.set(imageField(index, "removed"), "yes");
  });
}

/** The pictures as a form holds them: JSON of what it starts with, or the objects that conform makes of its fields. */
export function toImageRows(value: unknown): ImageRow[] {
  const rows: unknown = typeof value === "string" ? JSON.parse(value || "[]") : value;
  // conform leaves a gap for a missing number.
  return Array.isArray(rows) ? rows.map(toImageRow).filter(isNamed) : [];
}

/** The pictures as the text that a form starts with and that two versions of a vehicle are compared by; empty for none. */
export function imagesText(images: readonly (VehicleImage | ImageRow)[] = []): string {
  const shown = images.filter((image) => !("removed" in image && image.removed));
  if (shown.length === 0) return "";
  return JSON.stringify(shown.map(({ imageUrl, alt, caption = "" }) => ({ imageUrl, alt, caption })));
}

/** The name of the form's button that moves a picture: `picture-up-3`. */
export function moveIntent(row: number, direction: "up" | "down"): string {
  return `picture-${direction}-${row}`;
}

/** Adds the chosen pictures to the form without saving it. */
export const ADD_INTENT = "pictures";

/**
 * Carries out a button of the picture list without script: moves a picture in the form. False if the intent is another's.
 */
export function arrangePictures(form: FormData, intent: string): boolean {
  if (intent === ADD_INTENT) return true;
  const [, direction, row] = /^picture-(up|down)-(\d{1,2})$/.exec(intent) ?? [];
  if (direction === undefined) return false;
  const rows = readImageRows((name) => form.get(name));
  const from = Number(row);
  writeImageRows(form, movedTo(rows, from, direction === "up" ? from - 1 : from + 1));
  return true;
}

/** The list with one of its items moved; the same list if there is no such place. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item === undefined || to < 0 || to > rest.length) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

function toImageRow(value: unknown): ImageRow {
  const row = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const text = (field: string) => (typeof row[field] === "string" ? (row[field] as string) : "");
  return {
    imageUrl: text("imageUrl"),
    alt: text("alt"),
    caption: text("caption"),
    removed: Boolean(row.removed),
  };
}

function isNamed({ imageUrl }: ImageRow): boolean {
  return imageUrl !== "";
}
