import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { openingHours } from "~/models/business";
import {
  type ContactMethod,
  REPAIR_REQUEST_SENTENCES,
  SERVICE_SUCCESS_VIEW_MS,
} from "~/models/repair-request";
import { useBusiness } from "~/ui/business";
import { ContactLines } from "~/ui/contact-lines";
import { Notice } from "~/ui/notice";
import { SidePanel } from "~/ui/side-panel";
import type { CallbackAnswer } from "./answer";
import { CallbackForm } from "./callback-form";

interface Sent {
  reference: string;
  contactMethod: ContactMethod;
}

interface CallbackProps {
  answer: CallbackAnswer | undefined;
  submissionId: string;
  sent: Sent | undefined;
}

/** The callback form, or for a while the word that it was sent. */
export function Callback({ answer, submissionId, sent }: CallbackProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    // The heading that held the focus went with the success view.
    if (!sent && wasSent.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
    wasSent.current = Boolean(sent);
  }, [sent]);

  return (
    <section className="section" id="callback" aria-labelledby="callback-title">
      <div className="page callback__columns">
        <div className="stack">
          {sent ? (
            <Submitted sent={sent} />
          ) : (
            <>
              <h2 id="callback-title" ref={heading} tabIndex={-1}>
                Request a Callback
              </h2>
              <p className="lead">Leave your name and how to reach you. We will talk about the rest.</p>
              <CallbackForm answer={answer} submissionId={submissionId} />
            </>
          )}
        </div>
        <Aside />
      </div>
    </section>
  );
}

/** Stays without script; with it, the form comes back after five seconds (specification, section 9). */
function Submitted({ sent }: { sent: Sent }) {
  const business = useBusiness();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    // Whoever is on the way to another page is not called back.
    if (state !== "idle") return;
    const timer = setTimeout(
      () => navigate("/repair", { replace: true, preventScrollReset: true }),
      SERVICE_SUCCESS_VIEW_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate, state]);

  return (
    <Notice
      tone="success"
      title={
        <h2 id="callback-title" ref={title} tabIndex={-1}>
          {REPAIR_REQUEST_SENTENCES.submitted}
        </h2>
      }
    >
      <p>
        {sent.contactMethod === "phone"
          ? "We will call you at the number you gave us."
          : "We will write to the email address you gave us."}{" "}
        We are open {openingHours(business)}.
      </p>
      <p>
        Your reference is <strong>{sent.reference}</strong>.
      </p>
      <p>
        <Link to="/repair#callback">Send another request</Link>
      </p>
    </Notice>
  );
}

/** For those who would rather call. */
function Aside() {
  const business = useBusiness();
  return (
    <SidePanel id="call-us" title="Rather talk now?">
      <ContactLines business={business} lines={["phone", "hours"]} />
    </SidePanel>
  );
}
