import { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useMemo } from "react";
import { repairRequestFailedSentence } from "~/api-client/form-sentences";
import { formatPhone, formatPhoneWhileTyping } from "~/models/phone";
import {
  CONTACT_METHOD_LABELS,
  CONTACT_METHODS,
  callDirectlySentence,
  REPAIR_REQUEST_SENTENCES,
} from "~/models/repair-request";
import { useBusiness } from "~/ui/business";
import { useCheckedForm } from "~/ui/checked-form";
import { ErrorSummary, HONEYPOT_NAME, Honeypot, RadioGroup, TextArea, TextField } from "~/ui/form";
import { useScripted } from "~/ui/scripted";
import { useToaster } from "~/ui/toast";
import { type CallbackAnswer, shownResult } from "./answer";

/** Name of the hidden field that makes one request of a form sent twice. */
export const SUBMISSION_ID = "submissionId";

/** Every name that the form posts. */
export const CALLBACK_FIELDS = [
  SUBMISSION_ID,
  "name",
  "contactMethod",
  "phone",
  "email",
  "description",
  HONEYPOT_NAME,
] as const;

const METHOD_CHOICES = CONTACT_METHODS.map((value) => ({ value, label: CONTACT_METHOD_LABELS[value] }));

interface CallbackFormProps {
  answer: CallbackAnswer | undefined;
  submissionId: string;
}

/** The simplified service form (specification, section 5). */
export function CallbackForm({ answer, submissionId }: CallbackFormProps) {
  const { phone } = useBusiness();
  const lastResult = useMemo(() => shownResult(answer, phone), [answer, phone]);
  const [form, fields] = useCheckedForm({
    id: "callback-form",
    load: () => import("./checks"),
    lastResult,
    defaultValue: { contactMethod: "phone" },
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkCallback }, { formData }) => checkCallback(formData),
  });
  const scripted = useScripted();
  const sending = useNavigation().formAction?.startsWith("/repair") ?? false;
  useFailureToast(answer?.failure, phone);

  // Without script both fields are in sight, and their hints say which is needed.
  const byEmail = fields.contactMethod.value === "email";
  const phoneAside = scripted && byEmail;
  const emailAside = scripted && !byEmail;
  return (
    <Form method="post" action="/repair#callback" className="form" preventScrollReset {...getFormProps(form)}>
      <ErrorSummary
        form={form}
        fields={[fields.name, fields.contactMethod, fields.phone, fields.email, fields.description]}
      />
      <input type="hidden" name={SUBMISSION_ID} value={typedSubmissionId(answer) ?? submissionId} />
      <Honeypot />
      <TextField field={fields.name} label="Name" autoComplete="name" required />
      <RadioGroup field={fields.contactMethod} legend="How should we contact you?" choices={METHOD_CHOICES} />
      {/* A field set aside keeps its words, should the visitor change their mind, and is not sent. */}
      <div className="callback__phone" hidden={phoneAside}>
        <TextField
          field={fields.phone}
          label="Phone"
          hint={scripted ? undefined : "Needed if we are to call you."}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          disabled={phoneAside}
          required={scripted}
          onChange={(event) => formatAtEnd(event.currentTarget)}
          onBlur={(event) => formatWhole(event.currentTarget)}
        />
      </div>
      <div className="callback__email" hidden={emailAside}>
        <TextField
          field={fields.email}
          label="Email"
          hint={scripted ? undefined : "Needed if we are to email you."}
          type="email"
          autoComplete="email"
          disabled={emailAside}
          required={scripted}
        />
      </div>
      <TextArea
        field={fields.description}
        label="What does the vehicle need?"
        hint="Year, make and model help, and what you noticed."
        optional
      />
      <div className="form__actions">
        <button type="submit" className="button" disabled={sending} aria-busy={sending || undefined}>
          {sending ? "Sending Request..." : "Request Callback"}
        </button>
      </div>
    </Form>
  );
}

function useFailureToast(failure: CallbackAnswer["failure"], phone: string): void {
  const { show } = useToaster();
  useEffect(() => {
    if (!failure) return;
    show({
      title: REPAIR_REQUEST_SENTENCES.failed,
      description:
        failure.status === undefined
          ? callDirectlySentence(phone)
          : repairRequestFailedSentence(failure.status),
      variant: "destructive",
    });
  }, [failure, phone, show]);
}

// A form shown again stays the same form: what it held may have been stored before the line broke.
function typedSubmissionId(answer: CallbackAnswer | undefined): string | undefined {
  const typed = answer?.result.initialValue?.[SUBMISSION_ID];
  return typeof typed === "string" ? typed : undefined;
}

// In the middle of the number the cursor would jump.
function formatAtEnd(input: HTMLInputElement): void {
  if (input.selectionStart === input.value.length) input.value = formatPhoneWhileTyping(input.value);
}

function formatWhole(input: HTMLInputElement): void {
  input.value = formatPhone(input.value);
}
