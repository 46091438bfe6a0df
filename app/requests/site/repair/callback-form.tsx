import { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type FormResult, IDEMPOTENCY_KEY } from "~/http/public-form";
import {
  CONTACT_METHOD_LABELS,
  CONTACT_METHODS,
  callDirectlyMessage,
  REPAIR_REQUEST_MESSAGES,
  submitFailedMessage,
} from "~/requests/repair";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { IdempotencyKey, useReply } from "~/ui/forms/public-form";
import { useToaster } from "~/ui/layout/toast";
import { useBusiness } from "~/ui/layout/use-business";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { formatPhone, formatPhoneWhileTyping } from "~/values/phone";

/** Every field that the form posts. */
export const CALLBACK_FIELDS = [IDEMPOTENCY_KEY, "name", "contactMethod", "phone", "email", "description"];

const FORM_ID = "callback-form";
const METHOD_CHOICES = CONTACT_METHODS.map((value) => ({ value, label: CONTACT_METHOD_LABELS[value] }));

interface CallbackFormProps {
  result: FormResult | undefined;
  idempotencyKey: string;
}

/** The simplified service form. */
export function CallbackForm({ result, idempotencyKey }: CallbackFormProps) {
  const { phone } = useBusiness();
  const lastResult = useReply(result, callDirectlyMessage(phone));
  const [form, fields] = useCheckedForm({
    id: FORM_ID,
    load: () => import("./checks"),
    lastResult,
    defaultValue: { contactMethod: "phone" },
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkCallback }, { formData }) => checkCallback(formData),
  });
  const hydrated = useHydrated();
  // What is typed meanwhile would be lost where the form comes back.
  const sending = useNavigation().formAction?.startsWith("/repair") ?? false;
  useFailureToast(result?.failure, phone);
  const [method, setMethod] = useState(fields.contactMethod.initialValue);
  // Chosen before the page was hydrated.
  useEffect(() => setMethod(chosenMethod()), []);

  // Without script both fields are visible, and their hints say which is required.
  const hidePhone = hydrated && method === "email";
  const hideEmail = hydrated && method !== "email";
  return (
    <Form
      method="post"
      action="/repair#callback"
      className="form wide"
      preventScrollReset
      onChange={() => setMethod(chosenMethod())}
      {...getFormProps(form)}
    >
      <ErrorSummary
        form={form}
        fields={[fields.name, fields.contactMethod, fields.phone, fields.email, fields.description]}
      />
      <IdempotencyKey reply={lastResult} fresh={idempotencyKey} />
      <Honeypot />
      <TextField field={fields.name} label="Name" autoComplete="name" readOnly={sending} />
      <RadioGroup field={fields.contactMethod} legend="How should we contact you?" choices={METHOD_CHOICES} />
      {/* A hidden field keeps its text, should the visitor change their mind, and is not posted. */}
      <div className="callback__phone" hidden={hidePhone}>
        <TextField
          field={fields.phone}
          label="Phone"
          hint={hydrated ? undefined : "Required for a call back."}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          disabled={hidePhone}
          readOnly={sending}
          required={hydrated}
          onChange={(event) => formatAtEnd(event.currentTarget)}
          onBlur={(event) => formatWhole(event.currentTarget)}
        />
      </div>
      <div className="callback__email" hidden={hideEmail}>
        <TextField
          field={fields.email}
          label="Email"
          hint={hydrated ? undefined : "Required for an email reply."}
          type="email"
          autoComplete="email"
          disabled={hideEmail}
          readOnly={sending}
          required={hydrated}
        />
      </div>
      <TextArea
        field={fields.description}
        label="What does the vehicle need?"
        hint="Year, make, model and what you've noticed."
        optional
        readOnly={sending}
      />
      <div className="cluster form__actions">
        <button type="submit" className="button" disabled={sending} aria-busy={sending || undefined}>
          {sending ? "Sending Request..." : "Request Callback"}
        </button>
      </div>
    </Form>
  );
}

function useFailureToast(failure: FormResult["failure"], phone: string): void {
  const { show } = useToaster();
  useEffect(() => {
    if (!failure) return;
    show({
      title: REPAIR_REQUEST_MESSAGES.failed,
      description:
        failure.status === undefined ? callDirectlyMessage(phone) : submitFailedMessage(failure.status),
      variant: "destructive",
    });
  }, [failure, phone, show]);
}

function chosenMethod(): string | undefined {
  const form = document.getElementById(FORM_ID);
  return form instanceof HTMLFormElement ? new FormData(form).get("contactMethod")?.toString() : undefined;
}

// Formatting in the middle of the number would move the cursor.
function formatAtEnd(input: HTMLInputElement): void {
  if (input.selectionStart === input.value.length) input.value = formatPhoneWhileTyping(input.value);
}

function formatWhole(input: HTMLInputElement): void {
  input.value = formatPhone(input.value);
}
