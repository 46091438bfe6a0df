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
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { readPublicForm } from "~/http/public-form.server";
import { customerFileUrl, ESTIMATE_PAGE } from "~/requests/customer";
import { type CustomerEstimate, findCustomerEstimate } from "~/requests/customer.server";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { Checkbox, ErrorSummary, FieldErrors, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { sendForm, useReply } from "~/ui/forms/public-form";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { postApproval } from "./action.server";
import { BackToRequest } from "./back-to-request";
import { EstimateSheet } from "./estimate-sheet";
import { NoSuchLink } from "./no-such-link";

const FIELDS = ["version", "shown", "name", "agrees", "oldParts"];
const NOT_SENT = "Your approval couldn't be sent. Please try again, or call us.";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageTitle(
    loaded
      ? `Estimate ${loaded.estimate.number} for ${loaded.estimate.reference}`
      : "This link doesn't open a request",
    matches,
  ),
  { name: "robots", content: "noindex" },
];

/** The last estimate that staff sent, or an earlier one that `version` names. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const key = searchParams.get("key") ?? "";
  const found = await findCustomerEstimate(key, searchParams.get("version"), new Date());
  return found ? data({ key, ...found }) : data(null, { status: 404 });
}

export const headers: HeadersFunction = retryAfterHeader;

export async function action({ request, context }: ActionFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postApproval(key, await readPublicForm(request, FIELDS), context);
}

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

/** A customer's estimate behind their private link: to read, to print and to approve. */
export default function YourEstimate() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  if (!loaded) return <NoSuchLink unsent={undefined} />;
  const { key, estimate, canApprove } = loaded;
  return (
    <div className="page page--narrow stack gap-5">
      <BackToRequest linkKey={key} />
      {estimate.state === "approved" ? (
        <Notice tone="success" title="You approved this estimate" className="screen-only">
          <p>We won't charge more without asking you first.</p>
        </Notice>
      ) : null}
      {estimate.state === "replaced" ? (
        <Notice tone="info" title="There's a newer estimate" className="screen-only">
          <p>
            <Link to={customerFileUrl(key, ESTIMATE_PAGE)}>See the newest one</Link>
          </p>
        </Notice>
      ) : null}
      <EstimateSheet estimate={estimate} heading="h1" />
      {canApprove || result ? <Approval linkKey={key} estimate={estimate} result={result} /> : null}
      <PrintButton className="button button--secondary">Print</PrintButton>
    </div>
  );
}

interface ApprovalProps extends Pick<CustomerEstimate, "estimate"> {
  linkKey: string;
  /** What was posted and not applied. */
  result: FormResult | undefined;
}

function Approval({ linkKey, estimate: { number, total }, result }: ApprovalProps) {
  const reply = useReply(result, NOT_SENT);
  const [form, fields] = useCheckedForm({
    id: "approval-form",
    load: () => import("./checks"),
    lastResult: reply,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    validate: ({ checkApproval }, { formData }) => checkApproval(formData),
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <section className="card screen-only" aria-labelledby="approval-title">
      <h2 className="card__title" id="approval-title">
        Approve Estimate {number}
      </h2>
      <p>We'll ask you before we charge more.</p>
      <Form
        method="post"
        action={customerFileUrl(linkKey, ESTIMATE_PAGE, { version: String(number) })}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[fields.name, fields.agrees]} />
        <input type="hidden" name="version" value={number} />
        <input type="hidden" name="shown" value={total} />
        <Honeypot />
        <TextField field={fields.name} label="Your full name" autoComplete="name" />
        {/* Checked on purpose, so that Enter in the name never approves by accident. */}
        <div className={`field ${fields.agrees.errors ? "field--invalid" : ""}`}>
          <Checkbox
            id={fields.agrees.id}
            name={fields.agrees.name}
            value="yes"
            required
            defaultChecked={reply?.initialValue?.agrees === "yes"}
            aria-invalid={fields.agrees.errors ? true : undefined}
            aria-describedby={fields.agrees.errors ? fields.agrees.errorId : undefined}
            label={`I approve this work for up to ${total}`}
          />
          <FieldErrors field={fields.agrees} />
        </div>
        <Checkbox
          name="oldParts"
          value="yes"
          defaultChecked={reply?.initialValue?.oldParts === "yes"}
          label="I want the replaced parts back"
        />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Sending..." : "Approve This Estimate"}
          </button>
        </div>
      </Form>
    </section>
  );
}
