/** The file fields of Buy a Car, and of what is added afterwards. */
export const PHOTO_FIELDS = ["idPhoto", "idBack", "titlePhoto"] as const;

/** The hidden field with the id of a photo that has arrived, so that a form that comes back with an error keeps it. */
export function keptPhoto(field: string): string {
  return `${field}Kept`;
}

export const KEPT_FIELDS = PHOTO_FIELDS.map(keptPhoto);
