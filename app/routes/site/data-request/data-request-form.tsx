import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useEffect, useState } from "react";
import {
  DATA_REQUEST_DELAY_MS,
  DATA_REQUEST_SENTENCES,
  DATA_REQUEST_TYPE_LABELS,
  DATA_REQUEST_TYPES,
  marketplaceField,
} from "~/models/data-request";
import type { CheckedDataRequest, TypedDataRequest } from "~/models/data-request-schema";
import { useBusiness } from "~/ui/business";
import { useCheckedForm } from "~/ui/checked-form";
import { ErrorSummary, Honeypot, SelectField, TextArea, TextField } from "~/ui/form";
import type * as Checks from "./checks";

const TYPE_CHOICES = DATA_REQUEST_TYPES.map((value) => ({ value, label: DATA_REQUEST_TYPE_LABELS[value] }));

interface DataRequestFormProps {
  lastResult: SubmissionResult<string[]> | undefined;
  onSubmitted: () => void;
}

/** With script it calls no server: it waits two seconds, then calls `onSubmitted` (specification, section 7). */
export function DataRequestForm({ lastResult, onSubmitted }: DataRequestFormProps) {
  const { marketplace } = useBusiness();
  const [submitting, setSubmitting] = useState(false);
  const [form, fields] = useCheckedForm<TypedDataRequest, CheckedDataRequest, typeof Checks>({
    id: "data-request-form",
    load: () => import("./checks"),
    validate: ({ checkDataRequest }, { formData }) => checkDataRequest(formData, marketplace.id),
    lastResult,
    defaultValue: { requestType: DATA_REQUEST_TYPES[0] },
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event) => {
      event.preventDefault();
      setSubmitting(true);
    },
  });
  useEffect(() => {
    if (!submitting) return;
    const timer = setTimeout(onSubmitted, DATA_REQUEST_DELAY_MS);
    return () => clearTimeout(timer);
  }, [submitting, onSubmitted]);

  // Its name comes from the business's file, so the form's type does not know it.
  const marketplaceUserId = (fields as unknown as Record<string, (typeof fields)["transactionId"]>)[
    marketplaceField(marketplace.id)
  ];
  const inOrder = [
    fields.customerEmail,
    fields.customerName,
    fields.requestType,
    marketplaceUserId,
    fields.transactionId,
    fields.additionalInfo,
  ].filter((field) => field !== undefined);
  return (
    <form method="post" action="/partsmatrix" className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} fields={inOrder} />
      <Honeypot />
      <TextField field={fields.customerEmail} label="Email" type="email" autoComplete="email" required />
      <TextField field={fields.customerName} label="Name" autoComplete="name" required />
      <SelectField field={fields.requestType} label="Request type" choices={TYPE_CHOICES} required />
      {marketplaceUserId ? (
        <TextField
          field={marketplaceUserId}
          label={`${marketplace.name} user ID`}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          optional
        />
      ) : null}
      <TextField field={fields.transactionId} label="Transaction ID" autoComplete="off" optional />
      <TextArea field={fields.additionalInfo} label="Additional information" rows={4} optional />
      <div className="form__actions">
        <button type="submit" className="button" disabled={submitting} aria-busy={submitting || undefined}>
          {submitting ? DATA_REQUEST_SENTENCES.submitting : DATA_REQUEST_SENTENCES.submit}
        </button>
      </div>
    </form>
  );
}
