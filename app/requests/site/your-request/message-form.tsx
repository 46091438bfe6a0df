import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { customerPageUrl } from "~/requests/customer";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, TextArea } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { IdempotencyKey } from "~/ui/forms/public-form";

interface MessageFormProps {
  linkKey: string;
  idempotencyKey: string;
  /** The form as posted, if it was not applied. */
  reply: SubmissionResult<string[]> | undefined;
}

/** The form that adds a message to the request. */
export function MessageForm({ linkKey, idempotencyKey, reply }: MessageFormProps) {
  const [form, fields] = useCheckedForm({
    id: "message-form",
    load: () => import("./checks"),
    lastResult: reply,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    validate: ({ checkMessage }, { formData }) => checkMessage(formData),
  });
  const { state, formData } = useNavigation();
  const isSending = state !== "idle" && formData?.get("intent") === "message";
  return (
    <Form
      method="post"
      action={customerPageUrl(linkKey)}
      className="form screen-only"
      preventScrollReset
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={[fields.content]} />
      <IdempotencyKey reply={reply} fresh={idempotencyKey} />
      <input type="hidden" name="intent" value="message" />
      <Honeypot />
      <TextArea
        field={fields.content}
        label="New message"
        hint="A question, a detail you left out, or a better time to call."
        rows={3}
      />
      <div className="cluster form__actions">
        <button type="submit" className="button" disabled={isSending} aria-busy={isSending || undefined}>
          {isSending ? "Sending..." : "Send Message"}
        </button>
      </div>
    </Form>
  );
}
