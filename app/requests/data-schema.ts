import { z } from "zod";
import { emailSchema } from "~/values/email";
import { optionalLine, optionalMessage, requiredLine } from "~/values/text";
import { DATA_REQUEST_MESSAGES, DATA_REQUEST_TYPES, marketplaceField } from "./data";

/**
 * The data request form. With mail it goes to the privacy address, without it nowhere.
 * @param marketplaceId of the business's store, if it has one
 */
export function dataRequestSchema(marketplaceId: string | undefined) {
  return z.object({
    customerEmail: emailSchema({
      missing: DATA_REQUEST_MESSAGES.emailMissing,
      malformed: DATA_REQUEST_MESSAGES.emailMalformed,
    }),
    customerName: requiredLine(DATA_REQUEST_MESSAGES.nameMissing),
    requestType: z.enum(DATA_REQUEST_TYPES, DATA_REQUEST_MESSAGES.typeMissing),
    ...marketplaceUserId(marketplaceId),
    transactionId: optionalLine(),
    additionalInfo: optionalMessage(),
  });
}

export type DataRequestInput = z.input<ReturnType<typeof dataRequestSchema>>;
export type DataRequestFields = z.output<ReturnType<typeof dataRequestSchema>>;

// Typed by its suffix, so that the other fields keep their own types.
function marketplaceUserId(marketplaceId: string | undefined) {
  const fields = marketplaceId === undefined ? {} : { [marketplaceField(marketplaceId)]: optionalLine() };
  return fields as Record<`${string}UserId`, ReturnType<typeof optionalLine>>;
}
