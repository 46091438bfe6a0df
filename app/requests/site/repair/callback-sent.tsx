import { type ContactMethod, REPAIR_REQUEST_MESSAGES } from "~/requests/repair";
import type { SentRequest } from "~/requests/sent.server";
import { SentScreen } from "~/site/layout/sent-screen";

/** The confirmation of a callback; below it the form is back after five seconds. */
export function CallbackSent({ sent }: { sent: SentRequest & { contactMethod: ContactMethod } }) {
  const [answer, how] =
    sent.contactMethod === "phone"
      ? (["call you back", "at the number you gave us"] as const)
      : (["email you", "at the address you gave us"] as const);
  return (
    <SentScreen
      title={REPAIR_REQUEST_MESSAGES.submitted}
      lead={`We'll ${answer} ${how}.`}
      noun="Callback"
      own={sent}
      facts={[["You asked for", <strong key="what">A callback about a repair</strong>]]}
      steps={[
        "We read what you wrote.",
        <>
          <strong>
            We'll {answer}
            {sent.due ? ` by ${sent.due}` : ""}
          </strong>
          , and talk over what your vehicle needs.
        </>,
        "We set a day that suits you, and look at it before any work starts.",
      ]}
    />
  );
}
