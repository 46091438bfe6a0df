import { z } from "zod";
import { NOT_AN_OBJECT, optionalLine } from "~/values/text";
import { MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE, toImageRows } from "./image-rows";
import { parsePublicId } from "./picture";

const NOT_UPLOADED = "Please upload the photo first";

/** The URL of an uploaded picture; no other URL is accepted. */
export const imageUrlSchema = optionalLine().refine(
  (url) => url === undefined || parsePublicId(url) !== undefined,
  NOT_UPLOADED,
);

/** A picture as it is given; `alt` is empty for none. */
const imageSchema = z.object(
  {
    imageUrl: z.string(NOT_UPLOADED).refine((url) => parsePublicId(url) !== undefined, NOT_UPLOADED),
    alt: optionalLine()
      .transform((alt) => alt ?? "")
      .pipe(z.string()),
    caption: optionalLine(),
  },
  NOT_AN_OBJECT,
);

/** A picture as the API returns it. */
export const imageRecordSchema = z.object({
  imageUrl: z.string(),
  alt: z.string(),
  caption: z.string().optional(),
});

/** A record's pictures in order, the first one first. */
const imagesSchema = z
  .array(imageSchema, "Please send a list of photos")
  .max(MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE);

/** The same, in an API body. */
export const imagesBodySchema = imagesSchema.nullish().transform((images) => images ?? undefined);

/**
 * The same, from the fields that conform makes objects of; a text in their place names no picture, because none of it was claimed.
 * A picture that is marked as removed does not count, nor one that is there twice. Errors apply to the whole field.
 */
export const imagesFormSchema = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const rows = typeof value === "string" ? [] : toImageRows(value).filter(({ removed }) => !removed);
    const parsed = imagesSchema.safeParse([...new Map(rows.map((row) => [row.imageUrl, row])).values()]);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const [index] = path;
      context.addIssue({
        code: "custom",
        message: index === undefined ? message : `Photo ${Number(index) + 1}: ${message}`,
      });
    }
    return z.NEVER;
  });
