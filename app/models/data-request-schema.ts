import { z } from "zod";
import { DATA_REQUEST_SENTENCES, DATA_REQUEST_TYPES, marketplaceField } from "./data-request";
import { emailSchema } from "./email";
import { optionalLine, optionalMessage, requiredLine } from "./text";

/** The portal's form (specification, section 5). What it checks is never stored or sent. */
export function dataRequestSchema(marketplaceId: string) {
  return z.object({
    customerEmail: emailSchema({
      missing: DATA_REQUEST_SENTENCES.emailMissing,
      malformed: DATA_REQUEST_SENTENCES.emailMalformed,
    }),
    customerName: requiredLine(DATA_REQUEST_SENTENCES.nameMissing),
    requestType: z.enum(DATA_REQUEST_TYPES, DATA_REQUEST_SENTENCES.typeMissing),
    ...marketplaceUserId(marketplaceId),
    transactionId: optionalLine(),
    additionalInfo: optionalMessage(),
  });
}

export type TypedDataRequest = z.input<ReturnType<typeof dataRequestSchema>>;
export type CheckedDataRequest = z.output<ReturnType<typeof dataRequestSchema>>;

// Typed by its ending, so that the other fields keep their names.
function marketplaceUserId(marketplaceId: string) {
  return { [marketplaceField(marketplaceId)]: optionalLine() } as Record<
    `${string}UserId`,
    ReturnType<typeof optionalLine>
  >;
}
