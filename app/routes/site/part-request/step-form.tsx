import type { FormMetadata } from "@conform-to/react";
import { getFormProps } from "@conform-to/react";
import { Form, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { WizardStep } from "~/models/part-request";
import { Icon } from "~/ui/icon";
import { stepAddress, WIZARD_FORM_ID } from "./address";

interface StepFormProps {
  step: WizardStep;
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this frames any form
  form: FormMetadata<any, string[]>;
  children: ReactNode;
}

/** The form of a step: posts to its own address, and says which step it is. */
export function StepForm({ step, form, children }: StepFormProps) {
  const { search } = useLocation();
  return (
    <Form
      method="post"
      // The first step keeps the vehicle that its address may name.
      action={step === 1 ? `${stepAddress(1)}${search}` : stepAddress(step)}
      className="form"
      {...getFormProps(form)}
      noValidate
    >
      <input type="hidden" name="step" value={step} />
      {children}
    </Form>
  );
}

/**
 * What the Enter key in a field presses: a browser takes the first button of a form, which must not be one that
 * removes or fills something. Stands before every other button of the form, those beside it included.
 */
export function EnterButton({ step }: { step: WizardStep }) {
  return (
    <button
      type="submit"
      form={WIZARD_FORM_ID}
      name="intent"
      value={step === 2 ? "search" : "continue"}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

interface StepActionsProps {
  step: WizardStep;
  /** What the button says: at rest, and while it works. */
  label?: string;
  busyLabel?: string;
  disabled?: boolean;
}

/** Continue and Back. Back keeps what was typed, valid or not. */
export function StepActions({ step, label = "Continue", busyLabel = label, disabled }: StepActionsProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <div className="form__actions">
      <button
        type="submit"
        className="button"
        name="intent"
        value="continue"
        disabled={disabled || busy}
        aria-busy={busy || undefined}
      >
        {busy ? busyLabel : label}
      </button>
      {step > 1 ? (
        <button type="submit" className="button button--quiet" name="intent" value="back" formNoValidate>
          <Icon name="arrow-left" size={20} /> Back
        </button>
      ) : null}
    </div>
  );
}
