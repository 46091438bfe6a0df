import { PART_REQUEST_SENTENCES } from "~/models/part-request";
import { formatPhone, formatPhoneWhileTyping } from "~/models/phone";
import { useCheckedForm } from "~/ui/checked-form";
import { ErrorSummary, Honeypot, TextArea, TextField } from "~/ui/form";
import { WIZARD_FORM_ID } from "./address";
import { useAutosave } from "./autosave";
import { useFailureToast, type WizardAnswer } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";

/** Step 3: whom we answer, and what else there is to say (specification, section 5). */
export function ContactStep({ view, answer }: { view: WizardView; answer: WizardAnswer | undefined }) {
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: () => import("./checks"),
    lastResult: answer?.reply,
    defaultValue: view.typed,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkContactStep }, sent) => checkContactStep(sent),
  });
  useAutosave(3);
  useFailureToast(answer, PART_REQUEST_SENTENCES.notSent);
  return (
    <StepForm step={3} form={form}>
      <ErrorSummary form={form} fields={[fields.name, fields.phone, fields.email, fields.additionalInfo]} />
      <Honeypot />
      <TextField field={fields.name} label="Name" autoComplete="name" />
      <TextField
        field={fields.phone}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
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

// In the middle of the number the cursor would jump.
function formatAtEnd(input: HTMLInputElement): void {
  if (input.selectionStart === input.value.length) input.value = formatPhoneWhileTyping(input.value);
}
