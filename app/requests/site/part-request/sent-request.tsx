import { Form } from "@remix-run/react";
import { PART_REQUEST_MESSAGES, responsePromise, SENT } from "~/requests/part";
import { SentScreen } from "~/site/layout/sent-screen";
import { Plate } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { useHasAlerts } from "~/ui/layout/use-mail";
import type { WizardView } from "./view.server";
import { stepUrl } from "./wizard";

type Sent = NonNullable<WizardView["sent"]>;

/** The confirmation of a request. */
export default function SentRequest({ sent: { own } }: { sent: Sent }) {
  const hasAlerts = useHasAlerts();
  const promise = responsePromise(useBusiness());
  return (
    <SentScreen
      title="We have your request"
      lead={PART_REQUEST_MESSAGES.sent}
      noun="Part request"
      own={own}
      facts={
        own
          ? [
              ["You asked for", <strong key="part">{own.part}</strong>],
              ...(own.stockNumber
                ? [["Stock #", <Plate key="stock">{own.stockNumber}</Plate>] as const]
                : []),
              ...(own.vehicle ? [["For", own.vehicle] as const] : []),
            ]
          : []
      }
      steps={own ? stepsOf(own, promise) : []}
    >
      {own ? (
        <>
          <Form method="post" action={stepUrl(1)}>
            <input type="hidden" name={SENT} value={own.key} />
            <button type="submit" className="button button--secondary" name="intent" value="another">
              Request Another Part{own.vehicle ? " for This Vehicle" : ""}
            </button>
          </Form>
          {hasAlerts ? (
            <p>
              If we don't have it now: <a href={`/alerts?for=${own.key}`}>Tell me when one arrives</a>
            </p>
          ) : null}
        </>
      ) : null}
    </SentScreen>
  );
}

function stepsOf({ stockNumber, isOnHold, due, by }: NonNullable<Sent["own"]>, promise: string) {
  return [
    <>
      {stockNumber ? "We pull the part and check it." : "We check our shelves and the cars in the yard."}
      {isOnHold ? " It's on hold for another customer, so we'll ask whether they still want it." : null}
    </>,
    <>
      <strong>We'll answer{due ? ` by ${due}` : ""}</strong>, {promise}, by {by}.
    </>,
    "If you want the part, we set it aside for you.",
  ];
}
