import { PART_REQUEST_MESSAGES } from "~/requests/part";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { formatPhone, formatPhoneWhileTyping } from "~/values/phone";
import { useAutosave } from "./autosave";
import { type StepResult, useFailureToast } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";
import { WIZARD_FORM_ID } from "./wizard";

/** Step 3: name, phone, email and notes. */
export function ContactStep({ view, result }: { view: WizardView; result: StepResult | undefined }) {
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: () => import("./checks"),
    lastResult: result?.reply,
    defaultValue: view.typed,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkContactStep }, form) => checkContactStep(form),
  });
  useAutosave(3);
  useFailureToast(result, PART_REQUEST_MESSAGES.notSent);
  return (
    <StepForm step={3} isChange={view.isChange} form={form}>
      <ErrorSummary form={form} fields={[fields.name, fields.phone, fields.email, fields.additionalInfo]} />
      <Honeypot />
      <TextField field={fields.name} label="Name" autoComplete="name" />
      <TextField
        field={fields.phone}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        onInput={(event) => formatAtEnd(event.currentTarget)}
        onBlur={(event) => {
          event.currentTarget.value = formatPhone(event.currentTarget.value);
        }}
      />
      <TextField field={fields.email} label="Email" type="email" inputMode="email" autoComplete="email" />
      <TextArea
        field={fields.additionalInfo}
        label="Notes"
        optional
        hint="Color, side, part number, or anything else that helps us find the right part."
      />
      <StepActions step={3} />
    </StepForm>
  );
}

// Formatting in the middle of the number would move the cursor.
function formatAtEnd(input: HTMLInputElement): void {
  if (input.selectionStart === input.value.length) input.value = formatPhoneWhileTyping(input.value);
}
