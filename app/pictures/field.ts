import {
  described,
  type Field,
  type FieldOptions,
  type FieldWrite,
  type OptionalField,
  type Visibility,
} from "~/collections/field";
import type { VehicleImage } from "./image-rows";
import { imagesOf, imagesToStore } from "./images";

/**
 * A record's pictures in order. Lists need only the first, and a client may know only one picture: that is `firstPicture`, in the column
 * `imageUrl` (see `imagesToStore`).
 */
export function pictures<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "pictures",
    rule: ({ imagesBodySchema }) => imagesBodySchema,
    typedRule: ({ imagesFormSchema }) => imagesFormSchema,
    recordRule: ({ z, imageRecordSchema }) => z.array(imageRecordSchema),
    complete: (_given, write) => picturesToStore(write),
    column: { write: JSON.stringify, read: (stored) => JSON.parse(stored as string) },
  } as const satisfies Field as Field<{
    value: VehicleImage[];
    presence: "stored";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

/** The address of the first of a record's pictures; it has no input. */
export function firstPicture<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described("Picture", options),
    complete: (_given, write) => picturesToStore(write)[0]?.imageUrl,
    rule: ({ imageUrlSchema }) => imageUrlSchema,
  } as const satisfies Field as OptionalField<string, Seen>;
}

/** The list and the first picture never differ. */
function picturesToStore({ given, stored }: FieldWrite): VehicleImage[] {
  return imagesToStore(given, stored && imagesOf(stored as { images: string }));
}
