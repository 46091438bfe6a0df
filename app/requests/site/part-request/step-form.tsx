import type { FormMetadata } from "@conform-to/react";
import { getFormProps } from "@conform-to/react";
import { Form, useLocation, useNavigation } from "@remix-run/react";
import type { FormEventHandler, ReactNode } from "react";
import type { WizardStep } from "~/requests/part";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { CHANGE, stepUrl, WIZARD_FORM_ID } from "./wizard";

interface StepFormProps {
  step: WizardStep;
  /** True if a Change link of the review opened the step. */
  isChange?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this takes any form
  form: FormMetadata<any, string[]>;
  onInput?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The form of a step; posts to the step's URL. */
export function StepForm({ step, isChange = false, form, onInput, children }: StepFormProps) {
  const { search } = useLocation();
  // A link may name the part; the second step looks for it.
  const part = step === 1 ? new URLSearchParams(search).get("q") : null;
  return (
    <Form
      method="post"
      // The first step's URL may name a donor vehicle.
      action={step === 1 ? `${stepUrl(1)}${search}` : stepUrl(step)}
      className="form"
      {...getFormProps(form)}
      noValidate
      onInput={onInput}
    >
      <input type="hidden" name="step" value={step} />
      {isChange ? <input type="hidden" name={CHANGE} value="1" /> : null}
      {part ? <input type="hidden" name="q" value={part} /> : null}
      {children}
    </Form>
  );
}

/**
 * The form's default button, which the Enter key presses: browsers take the first in the document, which must not be one
 * that removes or fills in something.
 */
export function EnterButton({ step }: { step: WizardStep }) {
  return (
    <button
      type="submit"
      form={WIZARD_FORM_ID}
      name="intent"
      value={step === 2 ? "choose" : "continue"}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

interface StepActionsProps {
  step: WizardStep;
  /** The button's text, and its text while the form is being posted. */
  label?: string;
  busyLabel?: string;
  /** What is missing: the button is gray, and pressing it shows this at each field. It is there from the start, so that nothing moves. */
  missing?: string;
}

/** Continue and Back. Back saves what was typed, valid or not. */
export function StepActions({ step, label = "Continue", busyLabel = label, missing = "" }: StepActionsProps) {
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  return (
    <div className="cluster form__actions">
      <button
        type="submit"
        className="button"
        name="intent"
        value="continue"
        disabled={busy}
        aria-disabled={(hydrated && missing !== "") || undefined}
        aria-busy={busy || undefined}
        aria-describedby={missing ? "continue-missing" : undefined}
      >
        {busy ? busyLabel : label}
      </button>
      {missing ? (
        <p className="field__hint" id="continue-missing">
          {missing}
        </p>
      ) : null}
      {step > 1 ? (
        <button type="submit" className="button button--quiet" name="intent" value="back" formNoValidate>
          <Icon name="arrow-left" size={20} /> Back
        </button>
      ) : null}
    </div>
  );
}
