import type { SubmissionResult } from "@conform-to/react";
import { dataRequestSchema, marketplaceField } from "~/models/data-request";
import { checkForm } from "~/ui/check-form";
import { HONEYPOT_NAME } from "~/ui/form";

/** What the action answers to a form sent without script. */
export interface DataRequestAnswer {
  result?: SubmissionResult<string[]>;
  submitted?: boolean;
}

/** The form checked, in the browser and on the server alike. */
export function checkDataRequest(form: FormData, marketplaceId: string) {
  return checkForm(form, dataRequestSchema(marketplaceId));
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
