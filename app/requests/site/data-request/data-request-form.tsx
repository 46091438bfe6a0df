import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  DATA_REQUEST_DELAY_MS,
  DATA_REQUEST_MESSAGES,
  DATA_REQUEST_TYPE_LABELS,
  DATA_REQUEST_TYPES,
  type DataRequestType,
  marketplaceField,
} from "~/requests/data";
import type { DataRequestFields, DataRequestInput } from "~/requests/data-schema";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { useBusiness } from "~/ui/layout/use-business";
import { useHasMail } from "~/ui/layout/use-mail";
import type * as Checks from "./checks";

const TYPE_CHOICES = DATA_REQUEST_TYPES.map((value) => ({ value, label: DATA_REQUEST_TYPE_LABELS[value] }));

interface DataRequestFormProps {
  lastResult: SubmissionResult<string[]> | undefined;
  onSubmitted: (type: DataRequestType) => void;
}

/**
 * If mail is set up, it posts to the server. Otherwise, with script, it calls no server: it waits two seconds, then calls `onSubmitted`.
 */
export function DataRequestForm({ lastResult, onSubmitted }: DataRequestFormProps) {
  const { marketplace } = useBusiness();
  const hasMail = useHasMail();
  const isPosting = useNavigation().formAction?.startsWith("/partsmatrix") ?? false;
  const [submitting, setSubmitting] = useState<DataRequestType>();
  const [form, fields] = useCheckedForm<DataRequestInput, DataRequestFields, typeof Checks>({
    id: "data-request-form",
    load: () => import("./checks"),
    validate: ({ checkDataRequest }, { formData }) => checkDataRequest(formData, marketplace?.id),
    lastResult,
    defaultValue: { requestType: "deletion" },
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { submission }) => {
      // The checks aren't loaded: the server checks the form.
      if (hasMail || submission?.status !== "success") return;
      event.preventDefault();
      setSubmitting(submission.value.requestType);
    },
  });
  useEffect(() => {
    if (!submitting) return;
    const timer = setTimeout(() => onSubmitted(submitting), DATA_REQUEST_DELAY_MS);
    return () => clearTimeout(timer);
  }, [submitting, onSubmitted]);

  const isSubmitting = submitting !== undefined || isPosting;

  // Its name comes from business.json, so the form's type does not have it.
  const allFields = fields as unknown as Record<string, (typeof fields)["transactionId"]>;
  const marketplaceUserId = marketplace && allFields[marketplaceField(marketplace.id)];
  const inOrder = [
    fields.customerEmail,
    fields.customerName,
    fields.requestType,
    marketplaceUserId,
    fields.transactionId,
    fields.additionalInfo,
  ].filter((field) => field !== undefined);
  return (
    <Form
      method="post"
      action="/partsmatrix"
      className="form"
      replace
      preventScrollReset
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={inOrder} />
      <Honeypot />
      <TextField field={fields.customerEmail} label="Email" type="email" autoComplete="email" />
      <TextField field={fields.customerName} label="Name" autoComplete="name" />
      <SelectField field={fields.requestType} label="Request type" choices={TYPE_CHOICES} />
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
      <div className="cluster form__actions">
        <button
          type="submit"
          className="button"
          disabled={isSubmitting}
          aria-busy={isSubmitting || undefined}
        >
          {isSubmitting ? DATA_REQUEST_MESSAGES.submitting : DATA_REQUEST_MESSAGES.submit}
        </button>
      </div>
    </Form>
  );
}
