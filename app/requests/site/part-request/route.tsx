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
import { retryAfterHeader } from "~/http/form.server";
import { readDraft, readSentRequest } from "~/requests/draft-cookie.server";
import { RESPONSE_PROMISE, WIZARD_STEPS } from "~/requests/part";
import { Hero } from "~/site/layout/hero";
import { publicPage } from "~/site/layout/public-page";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/part-request.svg?raw";
import { Notice } from "~/ui/layout/notice";
import { postStep } from "./action.server";
import { CurrentStep, StepIndicator } from "./current-step";
import { DonorPanel } from "./donor-panel";
import { type Failure, failureOf, type StepResult } from "./failure";
import { SentRequest } from "./sent-request";
import { Benefits, StoreLinks } from "./sidebar";
import { EnterButton } from "./step-form";
import { StockPartPanel } from "./stock-part-panel";
import { wizardView } from "./view.server";
import { parseStep, stepUrl, WIZARD_PATH } from "./wizard";

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) => {
  const step = view?.step ?? 1;
  const suffix = `, step ${step} of ${WIZARD_STEPS.length}: ${WIZARD_STEPS[step - 1]}`;
  return publicPage(matches, () => ({
    path: WIZARD_PATH,
    title: `Request Parts${step === 1 ? "" : suffix}`,
    description: `Tell us your vehicle and the part you need, in four short steps. We'll respond ${RESPONSE_PROMISE}.`,
  }));
};

// What a visitor typed must not stay in a cache.
export const headers: HeadersFunction = (responses) => ({
  "Cache-Control": "no-store",
  ...retryAfterHeader(responses),
});

/** The wizard. The URL's query has `step`, `vehicle` (a donor's id) and `q` (a search). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const requestedStep = parseStep(searchParams.get("step"));
  const now = new Date();
  const draft = await readDraft(request, now);
  if (requestedStep > 1 && !draft) throw redirect(stepUrl(1, { again: "1" }));
  const sent = draft ? undefined : await readSentRequest(request, now);
  const view = await wizardView({ draft, sent, now }, requestedStep, searchParams);
  if (view.step !== requestedStep) throw redirect(stepUrl(view.step));
  return data(view);
}

export function action({ request, context }: LoaderFunctionArgs) {
  return postStep(request, context);
}

/** Keeps the page with what was typed if the network or the server fails. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return (await serverAction<StepResult>()) ?? failedInBrowser("unreadable");
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return failedInBrowser(failureOf(thrown));
  }
}

// After a post that did not redirect the page stays as it is.
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

export default function PartRequestPage() {
  const view = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() as StepResult | undefined;
  const heading = useStepFocus(result);
  const { search } = useLocation();
  return (
    <>
      {view.step === 1 ? (
        <Hero title="Request Parts" kind="list" illustration={<HeroIllustration svg={drawing} />}>
          <p>Tell us your vehicle and the part you need. We'll respond {RESPONSE_PROMISE}.</p>
        </Hero>
      ) : (
        <Hero title="Request Parts" kind="short" />
      )}
      <div className="page">
        <div className="grid gap-6 results">
          <div className="stack">
            {view.sent ? <SentRequest sent={view.sent} /> : null}
            <StepIndicator step={view.step} />
            {view.step === 1 && !view.sent && new URLSearchParams(search).has("again") ? (
              <StartAgain />
            ) : null}
            <EnterButton step={view.step} />
            <StockPartPanel entry={view.entry} stockPart={view.stockPart} />
            {view.donor ? <DonorPanel donor={view.donor} step={view.step} /> : null}
            <section className="card" aria-labelledby="step-heading">
              <h2 id="step-heading" tabIndex={-1} ref={heading}>
                {WIZARD_STEPS[view.step - 1]}
              </h2>
              <CurrentStep key={`${view.step} ${view.version}`} view={view} result={result} />
            </section>
          </div>
          <StoreLinks />
        </div>
        <Benefits />
      </div>
    </>
  );
}

/**
 * Moves the focus to the new step, or to what comes before it: the confirmation of a sent request, or the problem with the VIN.
 * Errors take the focus themselves.
 */
function useStepFocus(result: StepResult | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const focusedKey = useRef(key);
  useEffect(() => {
    if (focusedKey.current === key) return;
    focusedKey.current = key;
    if (result) return;
    const news = document.getElementById("sent-request") ?? document.getElementById("decode-problem");
    (news ?? heading.current)?.focus();
    // At the top, so that the toast at the bottom covers none of the fields below.
    news?.scrollIntoView();
  }, [key, result]);
  return heading;
}

// With an error status, so that no loader runs again.
function failedInBrowser(failure: Failure): Response {
  return Response.json({ failure } satisfies StepResult, { status: 503 });
}

function StartAgain() {
  return (
    <Notice tone="info" title="No unfinished request found">
      <p>
        Please start with your vehicle. We keep your answers for 24 hours if your browser allows cookies from
        this site.
      </p>
    </Notice>
  );
}
