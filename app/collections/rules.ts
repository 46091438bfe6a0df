/* What the rules of fields are made of. Only forms and the API load it, because it loads zod. */

export { z } from "zod";
export { imageRecordSchema, imagesBodySchema, imagesFormSchema, imageUrlSchema } from "~/pictures/schema";
export { daySchema, typedDaySchema } from "~/values/day-schema";
export { emailSchema } from "~/values/email";
export { dollarsSchema } from "~/values/money";
export { phoneSchema } from "~/values/phone-schema";
export { NOT_AN_OBJECT, optionalLine, optionalMessage, orBlank, requiredLine } from "~/values/text";
export { wholeNumber } from "~/values/whole-number";
export { optionalVinSchema, vinSchema } from "~/vin/schema";
