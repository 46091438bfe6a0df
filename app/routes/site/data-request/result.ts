import type { SubmissionResult } from "@conform-to/react";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { type DataRequestType, marketplaceField } from "~/requests/data";

/** The action's result. */
export interface DataRequestResult {
  result?: SubmissionResult<string[]>;
  /** What was asked for. */
  submitted?: DataRequestType;
  /** The form was right, but the browser got no answer. */
  isFailed?: boolean;
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
