import { useEffect, useState } from "react";
import { phoneHref } from "~/business/links";
import { PART_REQUEST_MESSAGES } from "~/requests/part";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { cleanVin, vinHint } from "~/ui/forms/vin-input";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { isValidVin, VIN_MESSAGES } from "~/vin/validate";
import { useAutosave } from "./autosave";
import { type StepResult, useFailureToast } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";
import { WIZARD_FORM_ID } from "./wizard";

/**
 * Step 1: the VIN, or year, make and model from a visitor who does not have it or whose VIN could not be decoded.
 */
export function VehicleStep({ view, result }: { view: WizardView; result: StepResult | undefined }) {
  const { donor, decodeProblem } = view;
  // What was posted without being saved is in the result only.
  const typed: VehicleText = { ...view.typed, ...(result?.reply?.initialValue as VehicleText | undefined) };
  const hydrated = useHydrated();
  const { phone } = useBusiness();
  const [vehicle, setVehicle] = useState(typed);
  const { vin = "" } = vehicle;
  // A problem belongs to the VIN that was decoded; another VIN has not been decoded yet.
  const problem = decodeProblem && vin === (typed.vin ?? "") ? decodeProblem : undefined;
  const [opened, setOpened] = useState(DESCRIPTION.some((name) => typed[name]));
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: loadChecks,
    lastResult: result?.reply,
    defaultValue: view.typed,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: ({ checkVehicleStep }, form) => checkVehicleStep(form, { vinFailed: problem !== undefined }),
  });
  useAutosave(1);
  const vinId = fields.vin.id;
  useEffect(() => {
    // Typed before the page was hydrated, or restored by the browser.
    const input = document.getElementById(vinId);
    if (!(input instanceof HTMLInputElement)) return;
    cleanVin(input);
    setVehicle(vehicleIn(input.form));
  }, [vinId]);
  const hint = hydrated ? vinHint(vin) : "";
  const isUnanswered = result?.failure !== undefined;
  // Without a VIN nothing was looked up, so what failed is the sending, as in the other steps.
  const unreachable = isUnanswered && vin !== "";
  useFailureToast(isUnanswered && vin === "" ? result : undefined, PART_REQUEST_MESSAGES.notSent);
  const vinFailed = problem !== undefined || unreachable || result?.vinLimited === true;
  const isOpen = opened || vinFailed || DESCRIPTION.some((name) => fields[name].errors);
  return (
    <StepForm
      step={1}
      isChange={view.isChange}
      form={form}
      onInput={(event) => setVehicle(vehicleIn(event.currentTarget))}
    >
      <ErrorSummary
        form={form}
        fields={[fields.vin, fields.year, fields.make, fields.model, fields.trim, fields.engineSize]}
      />
      {donor ? <input type="hidden" name="donor" value={donor.id} /> : null}
      {view.entry ? <input type="hidden" name="entry" value={view.entry.id} /> : null}
      <TextField
        field={fields.vin}
        label="Vehicle Identification Number (VIN)"
        hint="17 letters and numbers. Look on the dash at the windshield, the driver's door jamb, or your registration."
        className="field--vin"
        autoCapitalize="characters"
        spellCheck={false}
        onInput={(event) => cleanVin(event.currentTarget)}
      />
      {hint && !problem ? <p className="field__hint">{hint}</p> : null}
      {problem || unreachable ? (
        <DecodeProblem
          message={unreachable ? VIN_MESSAGES.unavailable : (problem?.message ?? "")}
          retries={unreachable || problem?.outcome === "unavailable"}
        />
      ) : null}
      {/* Opens without script too. */}
      <details
        className="vehicle-details"
        open={isOpen}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary className="tap gap-2 bold vehicle-details__summary">I don't have the VIN</summary>{" "}
        <fieldset className="form" aria-describedby="typed-vehicle-hint">
          <legend className="visually-hidden">Your vehicle</legend>
          <p className="field__hint" id="typed-vehicle-hint">
            {vinFailed
              ? "No problem. Enter the year, make and model instead."
              : "Enter the year, make and model instead."}
          </p>
          <div className="grid halves gap-5">
            <TextField
              field={fields.year}
              label="Year"
              hint={problem?.yearHint}
              inputMode="numeric"
              maxLength={4}
            />
            <TextField field={fields.make} label="Make" />
          </div>
          <TextField field={fields.model} label="Model" />
          <div className="grid halves gap-5">
            <TextField field={fields.trim} label="Trim" optional />
            <TextField field={fields.engineSize} label="Engine" optional />
          </div>
        </fieldset>
      </details>
      <StepActions
        step={1}
        busyLabel={isValidVin(vin) ? "Checking VIN..." : "Continue"}
        missing={missingFrom(vehicle, isOpen)}
      />
      <p>
        Prefer to call? <a href={phoneHref({ phone })}>{phone}</a>
      </p>
    </StepForm>
  );
}

function loadChecks() {
  // A visitor who types here needs the next steps soon.
  import("./later-step").catch(() => {});
  return import("./checks");
}

const DESCRIPTION = ["year", "make", "model", "trim", "engineSize"] as const;

type VehicleText = Partial<Record<"vin" | (typeof DESCRIPTION)[number], string>>;

function vehicleIn(form: HTMLFormElement | null): VehicleText {
  return form ? Object.fromEntries(new FormData(form)) : {};
}

/** Why the step cannot be continued yet; empty if it can. The form's check says the rest. */
function missingFrom({ vin = "", year, make, model }: VehicleText, isOpen: boolean): string {
  if (isValidVin(vin)) return "";
  if (vin) {
    return isOpen
      ? "Enter all 17 characters of the VIN, or clear it."
      : "Enter all 17 characters of the VIN, or choose “I don't have the VIN.”";
  }
  if (year && make && model) return "";
  return isOpen
    ? "Enter the VIN, or the year, make and model."
    : "Enter the VIN, or choose “I don't have the VIN.”";
}

function DecodeProblem({ message, retries }: { message: string; retries: boolean }) {
  return (
    <Notice tone="error" title={message} role="alert" id="decode-problem" tabIndex={-1}>
      {retries ? (
        <button type="submit" className="button button--secondary button--small" name="retry" value="1">
          Try again
        </button>
      ) : null}
    </Notice>
  );
}
