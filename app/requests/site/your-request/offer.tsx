import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { readPublicForm } from "~/http/public-form.server";
import { customerFileUrl, OFFER_PAGE } from "~/requests/customer";
import { type CustomerOffer, findCustomerOffer } from "~/requests/customer.server";
import type { OfferAnswer } from "~/requests/offer";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, RadioGroup, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { sendForm, useReply } from "~/ui/forms/public-form";
import { Plate } from "~/ui/layout/chip";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { postOfferAnswer } from "./action.server";
import { BackToRequest } from "./back-to-request";
import { NoSuchLink } from "./no-such-link";

const FIELDS = ["version", "shown", "name", "answer"];
const ANSWER_CHOICES: readonly { value: OfferAnswer; label: string }[] = [
  { value: "accepted", label: "I accept" },
  { value: "declined", label: "I decline" },
];
const NOT_SENT = "Your answer couldn't be sent. Please try again, or call us.";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageTitle(loaded ? `Our offer for ${loaded.car}` : "This link doesn't open a request", matches),
  { name: "robots", content: "noindex" },
];

/** The last offer made. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const found = await findCustomerOffer(key, new Date());
  return found ? data({ key, ...found }) : data(null, { status: 404 });
}

export const headers: HeadersFunction = retryAfterHeader;

export async function action({ request, context }: ActionFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postOfferAnswer(key, await readPublicForm(request, FIELDS), context);
}

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

/** Our offer for a customer's car behind their private link: to accept or to decline. */
export default function YourOffer() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  if (!loaded) return <NoSuchLink unsent={undefined} />;
  const { key, offer, car, bring, canAnswer } = loaded;
  return (
    <div className="page page--narrow stack gap-5">
      <BackToRequest linkKey={key} />
      <h1>Our offer for {car}</h1>
      <p className="cluster">
        <Plate price>{offer.amount}</Plate>{" "}
        {offer.state === "unanswered" ? null : <span>Good until {offer.goodUntil}</span>}
      </p>
      <OfferState offer={offer} />
      {canAnswer || result ? <Answer linkKey={key} offer={offer} bring={bring} result={result} /> : null}
    </div>
  );
}

/** The offer's outcome; nothing while it waits. */
function OfferState({ offer: { state, goodUntil, answered } }: { offer: CustomerOffer }) {
  switch (state) {
    case "accepted":
      return (
        <Notice tone="success" title="You accepted this offer">
          <p>{answered}. We'll call you to set a time and place.</p>
        </Notice>
      );
    case "declined":
      return (
        <Notice tone="info" title="You declined this offer">
          <p>{answered}. Changed your mind? Call us.</p>
        </Notice>
      );
    case "ended":
      return (
        <Notice tone="info" title={`This offer ended on ${goodUntil}`}>
          <p>Call us: we may make you a new one.</p>
        </Notice>
      );
    case "unanswered":
      return (
        <Notice tone="info" title="This offer is closed">
          <p>It doesn't need an answer anymore. Questions? Call us.</p>
        </Notice>
      );
    default:
      return null;
  }
}

interface AnswerProps {
  linkKey: string;
  offer: CustomerOffer;
  bring: string;
  /** What was posted and not applied. */
  result: FormResult | undefined;
}

function Answer({ linkKey, offer: { number, amount }, bring, result }: AnswerProps) {
  const reply = useReply(result, NOT_SENT);
  const [form, fields] = useCheckedForm({
    id: "offer-answer-form",
    load: () => import("./checks"),
    lastResult: reply,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    validate: ({ checkOfferAnswer }, { formData }) => checkOfferAnswer(formData),
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <section className="card" aria-labelledby="offer-answer-title">
      <h2 className="card__title" id="offer-answer-title">
        Your Answer
      </h2>
      <p>
        If you accept, we buy your car for <strong>{amount}</strong>, as you described it. {bring}
      </p>
      <Form
        method="post"
        action={customerFileUrl(linkKey, OFFER_PAGE)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[fields.answer, fields.name]} />
        <input type="hidden" name="version" value={number} />
        <input type="hidden" name="shown" value={amount} />
        <Honeypot />
        {/* A choice and not a button, so that Enter in the name never accepts for someone who hasn't said so. */}
        <RadioGroup field={fields.answer} legend="Do you accept our offer?" choices={ANSWER_CHOICES} />
        <TextField field={fields.name} label="Your full name" autoComplete="name" />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Sending..." : "Send Answer"}
          </button>
        </div>
      </Form>
    </section>
  );
}
