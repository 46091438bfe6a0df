import { Form } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { DATA_REQUEST_DAYS, DATA_REQUEST_SENTENCES, PRIVACY_NOTICE } from "~/models/data-request";
import { useBusiness } from "~/ui/business";
import { Notice } from "~/ui/notice";
import type { DataRequestAnswer } from "./answer";
import { DataRequestForm } from "./data-request-form";

/** The Customer Data Request Portal: outside the site's layout, so it brings its own `main`. */
export function Portal({ answer }: { answer: DataRequestAnswer | undefined }) {
  const { privacyEmail } = useBusiness();
  const title = useRef<HTMLHeadingElement>(null);
  const [submitted, setSubmitted] = useState(answer?.submitted ?? false);
  const showSuccess = useCallback(() => setSubmitted(true), []);
  const startAgain = () => {
    setSubmitted(false);
    // The button that held the focus goes.
    title.current?.focus();
  };
  return (
    <main id="main" className="page page--narrow stack" tabIndex={-1}>
      <header className="section__head">
        <h1 ref={title} tabIndex={-1}>
          Customer Data Request Portal
        </h1>
        <p className="lead">Submit requests for customer data access, correction, or deletion.</p>
      </header>
      {submitted ? (
        <Submitted onAgain={startAgain} />
      ) : (
        <>
          <DataRequestForm lastResult={answer?.result} onSubmitted={showSuccess} />
          <PrivacyNotice />
        </>
      )}
      <p>
        Need help? Write to our privacy contact at <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>.
      </p>
    </main>
  );
}

function PrivacyNotice() {
  return (
    <Notice tone="info" title={<h2>Privacy Notice</h2>}>
      <ul>
        {PRIVACY_NOTICE.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Submitted({ onAgain }: { onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Notice
      tone="success"
      title={
        <h2 ref={title} tabIndex={-1}>
          {DATA_REQUEST_SENTENCES.submitted}
        </h2>
      }
    >
      <p>Your request will be processed within {DATA_REQUEST_DAYS} days. A confirmation email will follow.</p>
      {/* Asking for the page again brings an empty form, without script too. */}
      <Form action="/partsmatrix" replace onSubmit={onAgain}>
        <button type="submit" className="button button--secondary">
          {DATA_REQUEST_SENTENCES.again}
        </button>
      </Form>
    </Notice>
  );
}
