import type { SubmissionResult } from "@conform-to/react";
import { marketplaceField } from "~/models/data-request";
import { HONEYPOT_NAME } from "~/ui/form";

/** What the action answers to a form sent without script. */
export interface DataRequestAnswer {
  result?: SubmissionResult<string[]>;
  submitted?: boolean;
}

/** Every name that the form posts. */
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
