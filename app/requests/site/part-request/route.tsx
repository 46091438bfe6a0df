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
import { Fragment, lazy, Suspense, useEffect, useRef } from "react";
import { retryAfterHeader } from "~/http/form.server";
import { SENT_HEADING } from "~/requests/customer";
import { readDraft } from "~/requests/draft-cookie.server";
import { responsePromise, WIZARD_STEPS } from "~/requests/part";
import { Hero } from "~/site/layout/hero";
import { inTown, publicPage } from "~/site/layout/public-page";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/part-request.svg?raw";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { isValidId } from "~/values/id";
import { postStep } from "./action.server";
import { CurrentStep, StepIndicator } from "./current-step";
import { DonorPanel } from "./donor-panel";
import { type Failure, failureOf, type StepResult } from "./failure";
import { Benefits, HeroLinks, StoreLinks } from "./sidebar";
import { EnterButton } from "./step-form";
import { wizardView } from "./view.server";
import { parseStep, stepUrl, WIZARD_PATH } from "./wizard";

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) => {
  const step = view?.step ?? 1;
  const suffix = `, step ${step} of ${WIZARD_STEPS.length}: ${WIZARD_STEPS[step - 1]}`;
  return publicPage(matches, ({ business }) => ({
    path: WIZARD_PATH,
    title: [view?.sent ? "We Have Your Request" : `Request Parts${step === 1 ? inTown(business) : suffix}`],
    description: `Tell us your vehicle and the part you need, in four short steps. We'll respond ${responsePromise(business)}.`,
  }));
};

// What a visitor typed must not stay in a cache.
export const headers: HeadersFunction = (responses) => ({
  "Cache-Control": "no-store",
  ...Object.fromEntries(responses.loaderHeaders),
  ...retryAfterHeader(responses),
});

/** The wizard. The URL's query has `step`, `vehicle` (a donor's id), `q` (a search) and `sent` (the key of what was sent). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const requestedStep = parseStep(searchParams.get("step"));
  // A part on the shelf is asked for on its own page.
  const part = searchParams.get("part");
  if (isValidId(part ?? undefined)) throw redirect(`/part/${part}#ask`);
  const now = new Date();
  const draft = await readDraft(request, now);
  if (requestedStep > 1 && !draft) throw redirect(stepUrl(1, { again: "1" }));
  const view = await wizardView({ draft, now }, requestedStep, searchParams);
  if (view.step !== requestedStep) throw redirect(stepUrl(view.step));
  return data(view, view.sent && { headers: { "X-Robots-Tag": "noindex" } });
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
  const promise = responsePromise(useBusiness());
  const { search } = useLocation();
  return (
    // Around everything, so that on a slow line a step stays until the next one is there. Nothing of it moves: the next is another screen.
    <Suspense>
      <Fragment key={`${view.step}${view.sent?.own?.key}`}>
        {view.sent ? (
          <SentRequest sent={view.sent} />
        ) : view.step === 1 ? (
          <Hero title="Request Parts" kind="list" illustration={<HeroIllustration svg={drawing} />}>
            <p>Tell us your vehicle and the part you need. We'll respond {promise}.</p>
            <HeroLinks />
          </Hero>
        ) : (
          <Hero title="Request Parts" kind="short" />
        )}
        <div className="page">
          <div className="grid gap-6 start results">
            <div className="stack">
              <StepIndicator step={view.step} />
              {view.step === 1 && !view.sent && new URLSearchParams(search).has("again") ? (
                <StartAgain />
              ) : null}
              <EnterButton step={view.step} />
              {view.entry ? <p className="card wide">You're asking for: {view.entry.name}</p> : null}
              {view.donor ? <DonorPanel donor={view.donor} step={view.step} /> : null}
              <section className="card" aria-labelledby="step-heading">
                <h2 id="step-heading" tabIndex={-1} ref={heading}>
                  {WIZARD_STEPS[view.step - 1]}
                </h2>
                <CurrentStep key={view.version} view={view} result={result} />
              </section>
            </div>
            <StoreLinks />
          </div>
          <Benefits />
        </div>
      </Fragment>
    </Suspense>
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
    const news = document.getElementById(SENT_HEADING) ?? document.getElementById("decode-problem");
    (news ?? heading.current)?.focus();
    // At the top, so that the toast at the bottom covers none of the fields below.
    news?.scrollIntoView();
  }, [key, result]);
  return heading;
}

// A separate file, since most visitors send nothing.
const SentRequest = lazy(() => import("./sent-request"));

// With an error status, so that no loader runs again.
function failedInBrowser(failure: Failure): Response {
  return Response.json({ failure } satisfies StepResult, { status: 503 });
}

function StartAgain() {
  return (
    <Notice tone="info" title="No unfinished request found">
      <p>
        If you sent it, we have it. If not, please start with your vehicle: we keep your answers for 24 hours
        if your browser allows cookies from this site.
      </p>
    </Notice>
  );
}
