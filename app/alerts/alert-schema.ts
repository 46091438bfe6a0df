import { z } from "zod";
import { emailSchema } from "~/values/email";
import { orBlank, requiredLine } from "~/values/text";
import { wholeNumber } from "~/values/whole-number";
import { MODEL_YEARS } from "~/vehicles/inventory";

/** Messages of the form. */
export const ALERT_MESSAGES = {
  makeMissing: "Please enter the make",
  modelMissing: "Please enter the model",
  yearsReversed: "Please enter the from year or a later one",
  emailMissing: "Please enter your email address",
  emailMalformed: "Please enter a valid email address",
  tooManyMails: "We've sent this address five messages today. Please try again tomorrow, or call us.",
} as const;

/** Long enough for any make or model, and too short for a message to the owner of a typed address. */
const MAX_NAME_LENGTH = 40;

const year = orBlank(wholeNumber(MODEL_YEARS, { malformed: MODEL_YEARS.message }));

/** The form "Tell me when one arrives". The address is stored in lowercase. */
export const alertSchema = z
  .object({
    make: requiredLine(ALERT_MESSAGES.makeMissing, MAX_NAME_LENGTH),
    model: requiredLine(ALERT_MESSAGES.modelMissing, MAX_NAME_LENGTH),
    yearFrom: year,
    yearTo: year,
    email: emailSchema({
      missing: ALERT_MESSAGES.emailMissing,
      malformed: ALERT_MESSAGES.emailMalformed,
    }).toLowerCase(),
  })
  .refine(({ yearFrom, yearTo }) => !yearFrom || !yearTo || yearFrom <= yearTo, {
    path: ["yearTo"],
    error: ALERT_MESSAGES.yearsReversed,
  });

export type AlertFields = z.output<typeof alertSchema>;
