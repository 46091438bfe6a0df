import type { FormResult } from "~/http/public-form";
import { type DataRequestType, marketplaceField } from "~/requests/data";

/** The action's result; `submitted` is what was asked for. */
export type DataRequestResult = FormResult | { submitted: DataRequestType };

/** Every field that the form posts. */
export function dataRequestFields(marketplaceId: string | undefined): readonly string[] {
  return [
    "customerEmail",
    "customerName",
    "requestType",
    ...(marketplaceId === undefined ? [] : [marketplaceField(marketplaceId)]),
    "transactionId",
    "additionalInfo",
  ];
}
