import type { SubmissionResult } from "@conform-to/react";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { type DataRequestType, marketplaceField } from "~/requests/data";

/** The action's result for a form that was posted without script. */
export interface DataRequestResult {
  result?: SubmissionResult<string[]>;
  /** What was asked for. */
  submitted?: DataRequestType;
}

/** Every field that the form posts. */
export function dataRequestFields(marketplaceId: string): readonly string[] {
  return [
    "customerEmail",
    "customerName",
    "requestType",
    marketplaceField(marketplaceId),
    "transactionId",
    "additionalInfo",
    HONEYPOT_NAME,
  ];
}
