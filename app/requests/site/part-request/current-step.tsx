import { lazy } from "react";
import { WIZARD_STEPS, type WizardStep } from "~/requests/part";
import type { StepResult } from "./failure";
import { VehicleStep } from "./vehicle-step";
import type { WizardView } from "./view.server";

/** The wizard's steps, with the current one marked. */
export function StepIndicator({ step }: { step: WizardStep }) {
  return (
    <ol className="steps" aria-label="Request steps">
      {WIZARD_STEPS.map((name, at) => {
        const done = at + 1 < step;
        return (
          <li
            key={name}
            className={done ? "steps__item steps__item--done" : "steps__item"}
            aria-current={at + 1 === step ? "step" : undefined}
          >
            {name}
            {done ? <span className="visually-hidden">, done</span> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The current step. The result of another step's post is not shown: moving between steps clears errors. */
export function CurrentStep({ view, result }: { view: WizardView; result: StepResult | undefined }) {
  const own = result?.step === undefined || result.step === view.step ? result : undefined;
  if (view.step === 1) return <VehicleStep view={view} result={own} />;
  return <LaterStep view={view} result={own} />;
}

// A separate file, since most visitors see only the first step. The server renders it whole (entry.server.tsx).
const LaterStep = lazy(() => import("./later-step"));
