import { useState } from "react";
import { isValidVin, VIN_SENTENCES } from "~/models/vin";
import { useCheckedForm } from "~/ui/checked-form";
import { ErrorSummary, TextField } from "~/ui/form";
import { Notice } from "~/ui/notice";
import { useScripted } from "~/ui/scripted";
import { cleanVin, vinHint } from "~/ui/vin-input";
import { WIZARD_FORM_ID } from "./address";
import { useAutosave } from "./autosave";
import type { WizardAnswer } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";

/** Step 1: the VIN; where it could not be decoded, the vehicle in the visitor's words (specification, section 5). */
export function VehicleStep({ view, answer }: { view: WizardView; answer: WizardAnswer | undefined }) {
  const { typed, donor, decodeProblem } = view;
  const scripted = useScripted();
  const [vin, setVin] = useState(typed.vin ?? "");
  // The problem belongs to the VIN it was said of; another one has not been looked up yet.
  const problem = decodeProblem && vin === (typed.vin ?? "") ? decodeProblem : undefined;
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: () => import("./checks"),
    lastResult: answer?.reply,
    defaultValue: typed,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkVehicleStep }, sent) => checkVehicleStep(sent, { typed: problem !== undefined }),
  });
  useAutosave(1);
  const hint = scripted ? vinHint(vin) : "";
  const unreachable = answer?.failure !== undefined;
  return (
    <StepForm step={1} form={form}>
      <ErrorSummary
        form={form}
        fields={[fields.vin, fields.year, fields.make, fields.model, fields.trim, fields.engineSize]}
      />
      {donor ? <input type="hidden" name="donor" value={donor.id} /> : null}
      <TextField
        field={fields.vin}
        label="Vehicle Identification Number (VIN)"
        hint="17 letters and digits, on the dash at the windshield, on the driver's door frame, or on your registration."
        className="field--vin"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onInput={(event) => setVin(cleanVin(event.currentTarget))}
      />
      {hint ? <p className="field__hint">{hint}</p> : null}
      {problem || unreachable ? (
        <DecodeProblem
          message={unreachable ? VIN_SENTENCES.unavailable : (problem?.message ?? "")}
          retries={unreachable || problem?.outcome === "unavailable"}
        />
      ) : null}
      {problem ? (
        <fieldset className="form" aria-describedby="typed-vehicle-hint">
          <legend className="field__label">Your vehicle</legend>
          <p className="field__hint" id="typed-vehicle-hint">
            You can still go on: tell us year, make and model.
          </p>
          <div className="form__row">
            <TextField
              field={fields.year}
              label="Year"
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
            />
            <TextField field={fields.make} label="Make" autoComplete="off" />
          </div>
          <TextField field={fields.model} label="Model" autoComplete="off" />
          <div className="form__row">
            <TextField field={fields.trim} label="Trim" optional autoComplete="off" />
            <TextField field={fields.engineSize} label="Engine" optional autoComplete="off" />
          </div>
        </fieldset>
      ) : null}
      <StepActions step={1} busyLabel="Checking VIN..." disabled={scripted && !isValidVin(vin)} />
    </StepForm>
  );
}

function DecodeProblem({ message, retries }: { message: string; retries: boolean }) {
  return (
    <Notice tone="error" title={message} role="alert" id="decode-problem" tabIndex={-1}>
      {retries ? (
        <button type="submit" className="button button--secondary button--small" name="intent" value="retry">
          Try again
        </button>
      ) : null}
    </Notice>
  );
}
