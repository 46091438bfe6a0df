/** The file fields of Buy a Car. */
export const PHOTO_FIELDS = ["idPhoto", "idBack", "titlePhoto"] as const;

/** The hidden field with the id of a photo that has arrived, so that a form that comes back with an error keeps it. */
export function keptPhoto(field: string): string {
  return `${field}Kept`;
}
