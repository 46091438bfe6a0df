import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import {
  DATA_REQUEST_DAYS,
  DATA_REQUEST_MESSAGES,
  DATA_REQUEST_TYPE_LABELS,
  type DataRequestType,
  dataRequestFailed,
  PRIVACY_NOTICE,
} from "~/requests/data";
import { useReply } from "~/ui/forms/public-form";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { DataRequestForm } from "./data-request-form";
import type { DataRequestResult } from "./result";

/** The Customer Data Request Portal. It is outside the site's layout, so it has its own `main`. */
export function Portal({ result }: { result: DataRequestResult | undefined }) {
  const { privacyEmail } = useBusiness();
  const title = useRef<HTMLHeadingElement>(null);
  const [sentHere, setSentHere] = useState<DataRequestType>();
  const [past, setPast] = useState<DataRequestResult>();
  const current = result === past ? undefined : result;
  const isSent = current && "submitted" in current;
  const submitted = sentHere ?? (isSent ? current.submitted : undefined);
  const lastResult = useReply(isSent ? undefined : current, dataRequestFailed(privacyEmail));
  const startAgain = () => {
    setSentHere(undefined);
    // The result stays until the page has loaded again, and would fill in the new form.
    setPast(result);
    // The focused button is removed.
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
        <Submitted type={submitted} onAgain={startAgain} />
      ) : (
        <>
          <DataRequestForm lastResult={lastResult} onSubmitted={setSentHere} />
          <PrivacyNotice />
        </>
      )}
      <p>
        Need help? Email our privacy contact at <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>.
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

/** The confirmation, which stays in place of the form until another request is started. */
function Submitted({ type, onAgain }: { type: DataRequestType; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Notice
      tone="success"
      title={
        <h2 ref={title} tabIndex={-1}>
          {DATA_REQUEST_MESSAGES.submitted}
        </h2>
      }
    >
      <p>
        You requested: <strong>{DATA_REQUEST_TYPE_LABELS[type]}</strong>. Your request will be processed
        within {DATA_REQUEST_DAYS} days. A confirmation email will follow.
      </p>
      {/* Loading the page again shows an empty form, without script too. */}
      <Form action="/partsmatrix" replace onSubmit={onAgain}>
        <button type="submit" className="button button--secondary">
          {DATA_REQUEST_MESSAGES.again}
        </button>
      </Form>
    </Notice>
  );
}
