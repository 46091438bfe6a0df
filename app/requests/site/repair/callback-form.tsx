import { getFormProps, useForm } from "@conform-to/react";
import { type FormResult, IDEMPOTENCY_KEY } from "~/http/public-form";
import {
  CONTACT_METHOD_LABELS,
  CONTACT_METHODS,
  type ContactMethod,
  callDirectlyMessage,
  REPAIR_REQUEST_MESSAGES,
  submitFailedMessage,
} from "~/requests/repair";
import { SendButton } from "~/site/layout/send-button";
import { CheckInPlace } from "~/ui/forms/check-in-place";
import { ErrorSummary, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { IdempotencyKey, useReply } from "~/ui/forms/public-form";
import { FlashToast } from "~/ui/layout/toast";
import { useBusiness } from "~/ui/layout/use-business";
import builtChecks from "../../../../build/elements/callback-checks.js?url";

/** Every field that the form posts. */
export const CALLBACK_FIELDS = [IDEMPOTENCY_KEY, "name", "contactMethod", "phone", "email", "description"];

const METHOD_CHOICES = CONTACT_METHODS.map((value) => ({ value, label: CONTACT_METHOD_LABELS[value] }));

const checks = import.meta.env.DEV ? "/app/requests/site/repair/checks.ts" : builtChecks;

interface CallbackFormProps {
  result: FormResult | undefined;
  idempotencyKey: string;
}

interface CallbackValues {
  name: string;
  contactMethod: ContactMethod;
  phone: string;
  email: string;
  description: string;
}

/**
 * The simplified service form. The page ships no React, so the form is a plain one: `<send-in-place>` sends it without a reload, and
 * `<check-in-place>` checks its fields while they are filled in.
 */
export function CallbackForm({ result, idempotencyKey }: CallbackFormProps) {
  const { phone } = useBusiness();
  const lastResult = useReply(result, callDirectlyMessage(phone));
  const [form, fields] = useForm<CallbackValues, unknown, string[]>({
    id: "callback-form",
    lastResult,
    defaultValue: { contactMethod: "phone" },
  });
  return (
    <send-in-place class="grid" id="send-callback" data-opens="">
      <CheckInPlace formId={form.id} checks={checks}>
        <FailureToast failure={result?.failure} />
        <form method="post" action="/repair#callback" className="form wide" {...getFormProps(form)}>
          <ErrorSummary
            form={form}
            fields={[fields.name, fields.contactMethod, fields.phone, fields.email, fields.description]}
          />
          <IdempotencyKey reply={lastResult} fresh={idempotencyKey} />
          <Honeypot />
          <TextField field={fields.name} label="Name" autoComplete="name" />
          <RadioGroup
            field={fields.contactMethod}
            legend="How should we contact you?"
            choices={METHOD_CHOICES}
          />
          {/* Without script both fields are visible, and their hints say which is required. */}
          <div className="callback__phone" data-shown-for="contactMethod=phone">
            <TextField
              field={fields.phone}
              label="Phone"
              hint="Required for a call back."
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              required={false}
            />
          </div>
          <div className="callback__email" data-shown-for="contactMethod=email">
            <TextField
              field={fields.email}
              label="Email"
              hint="Required for an email reply."
              type="email"
              autoComplete="email"
              required={false}
            />
          </div>
          <TextArea
            field={fields.description}
            label="What does the vehicle need?"
            hint="Year, make, model and what you've noticed."
            optional
          />
          <SendButton busy="Sending Request..." failed={REPAIR_REQUEST_MESSAGES.failed}>
            Request Callback
          </SendButton>
        </form>
      </CheckInPlace>
    </send-in-place>
  );
}

/** Without script, what is above the form says it. */
function FailureToast({ failure }: Pick<FormResult, "failure">) {
  if (failure?.status === undefined) return null;
  return (
    <FlashToast
      toast={{
        title: REPAIR_REQUEST_MESSAGES.failed,
        description: submitFailedMessage(failure.status),
        variant: "destructive",
      }}
    />
  );
}
