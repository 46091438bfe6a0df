import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { retryAfterOf } from "~/doors/form.server";
import { RESPONSE_PROMISE, WIZARD_STEPS } from "~/models/part-request";
import { PartRequestDrawing } from "~/ui/drawings/part-request";
import { Hero } from "~/ui/hero";
import { Notice } from "~/ui/notice";
import { publicPage } from "~/ui/public-page";
import { readStep, stepAddress, WIZARD_ADDRESS } from "./address";
import { answerStep } from "./answer-step.server";
import { Benefits, Elsewhere } from "./beside";
import { DonorPanel } from "./donor-panel";
import { draftOf } from "./draft-cookie.server";
import { type Failure, failureOf, type WizardAnswer } from "./failure";
import { EnterButton } from "./step-form";
import { CurrentStep, StepIndicator } from "./steps";
import { viewOf } from "./view.server";

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) => {
  const step = view?.step ?? 1;
  // Whoever comes from a search knows nothing of steps yet.
  const stepWords = `, step ${step} of ${WIZARD_STEPS.length}: ${WIZARD_STEPS[step - 1]}`;
  return publicPage(matches, () => ({
    path: WIZARD_ADDRESS,
    title: `Request Parts${step === 1 ? "" : stepWords}`,
    description: `Tell us your vehicle and the part you need, in four short steps. We answer ${RESPONSE_PROMISE}.`,
  }));
};

// What a visitor typed is nobody's to find in a shared browser's or proxy's store.
export const headers: HeadersFunction = (answered) => ({
  "Cache-Control": "no-store",
  ...retryAfterOf(answered),
});

/** The wizard (specification, section 4). `step`, `vehicle` (a donor's id) and `q` (a search) come by the address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = readStep(searchParams.get("step"));
  const draft = await draftOf(request, new Date());
  if (asked > 1 && !draft) throw redirect(stepAddress(1, { again: "1" }));
  const view = await viewOf(draft, asked, searchParams);
  if (view.step !== asked) throw redirect(stepAddress(view.step));
  return data(view);
}

export function action({ request, context }: LoaderFunctionArgs) {
  return answerStep(request, context);
}

/** A line that breaks, or an answer that nobody can read, must not cost the visitor the page (section 8). */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return (await serverAction<WizardAnswer>()) ?? failedInBrowser("unreadable");
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return failedInBrowser(failureOf(thrown));
  }
}

// After a post that led nowhere the page stays as it is, even where nobody can be reached.
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

/** Request Parts (specification, section 2). */
export default function PartRequestPage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as WizardAnswer | undefined;
  const heading = useStepFocus(answer);
  const { search } = useLocation();
  return (
    <>
      {view.step === 1 ? (
        <Hero title="Request Parts" kind="list" drawing={<PartRequestDrawing />}>
          <p>Tell us your vehicle and the part you need. We answer {RESPONSE_PROMISE}.</p>
        </Hero>
      ) : (
        <Hero title="Request Parts" kind="short" />
      )}
      <div className="page">
        <div className="section results">
          <div className="stack">
            <StepIndicator step={view.step} />
            {view.step === 1 && new URLSearchParams(search).has("again") ? <StartAgain /> : null}
            <EnterButton step={view.step} />
            {view.donor ? <DonorPanel donor={view.donor} step={view.step} /> : null}
            <section className="card" aria-labelledby="step-heading">
              <h2 id="step-heading" tabIndex={-1} ref={heading}>
                {WIZARD_STEPS[view.step - 1]}
              </h2>
              <CurrentStep key={`${view.step} ${view.version}`} view={view} answer={answer} />
            </section>
          </div>
          <Elsewhere />
        </div>
        <Benefits />
      </div>
    </>
  );
}

/** Moves the focus to where the visitor goes on after a step changed in place; errors take it themselves. */
function useStepFocus(answer: WizardAnswer | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrived = useRef(key);
  useEffect(() => {
    if (arrived.current === key) return;
    arrived.current = key;
    if (answer) return;
    const problem = document.getElementById("decode-problem");
    (problem ?? heading.current)?.focus();
  }, [key, answer]);
  return heading;
}

// The status tells the page's other loaders to stay as they are.
function failedInBrowser(failure: Failure): Response {
  return Response.json({ failure } satisfies WizardAnswer, { status: 503 });
}

function StartAgain() {
  return (
    <Notice tone="info" title="There is no unfinished request here.">
      <p>
        Please start with your vehicle. Answers are kept for 24 hours, in a browser that accepts cookies from
        this site.
      </p>
    </Notice>
  );
}
