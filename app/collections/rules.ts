/* What the rules of fields are made of. Only forms and the API load it, because it loads zod. */

import { z as all } from "zod";

export { imageRecordSchema, imagesBodySchema, imagesFormSchema, imageUrlSchema } from "~/pictures/schema";
export { daySchema, typedDaySchema } from "~/values/day-schema";
export { emailSchema } from "~/values/email";
export { dollarsSchema } from "~/values/money";
export { phoneSchema } from "~/values/phone-schema";
export { NOT_AN_OBJECT, optionalLine, optionalMessage, orBlank, requiredLine } from "~/values/text";
export { wholeNumber } from "~/values/whole-number";
export { optionalZip } from "~/values/zip-schema";
export { optionalVinSchema, vinSchema } from "~/vin/schema";

/** What of zod the fields use. Passed on as a whole, it would bring its messages in fifty languages into the browser. */
export const z = {
  NEVER: all.NEVER,
  array: all.array,
  boolean: all.boolean,
  discriminatedUnion: all.discriminatedUnion,
  enum: all.enum,
  iso: all.iso,
  literal: all.literal,
  number: all.number,
  object: all.object,
  preprocess: all.preprocess,
  record: all.record,
  strictObject: all.strictObject,
  string: all.string,
  undefined: all.undefined,
  union: all.union,
  unknown: all.unknown,
};
