import { Link, useFetcher } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { toOptions } from "~/collections/field";
import type { FormValues } from "~/collections/form";
import { TRASH_DAYS } from "~/history/change";
import type { RequestCollection } from "~/requests/request";
import type { StaffMember } from "~/requests/view.server";
import { LOST_REASONS, REQUEST_GONE, type WorkIntent } from "~/requests/work";
import { useActionPath } from "~/staff/forms/action-path";
import { type FormField, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { InPageLink } from "~/ui/layout/in-page-link";
import { Notice } from "~/ui/layout/notice";
import { DueText } from "./columns";
import { Conversation } from "./facts";
import type { OtherRequest, WorkableRequest } from "./loaders.server";
import { CustomerMail } from "./mail";
import { EXPECTED_VERSION_FIELD, ID_FIELD, LOADED_FIELD, quoteTexts, type WorkResult } from "./work-result";

interface RequestWorkProps {
  kind: RequestCollection;
  request: WorkableRequest;
  staff: readonly StaffMember[];
  /** Today in the business's time zone. */
  today: string;
  /** The page that takes the forms: this one. */
  action: string;
  /** The form that was posted without script, if it was not applied. */
  posted: WorkResult | undefined;
  heading: "h2" | "h3";
}

/** What staff do with a request: small plain forms. With script each is sent without a reload. */
export function RequestWork(props: RequestWorkProps) {
  const { request, heading: Heading } = props;
  const { reference, due, removedOn, lastChange } = request;
  return (
    <section className="grid gap-3 screen-only request-work">
      <Heading>
        Work<span className="visually-hidden"> on {reference}</span>
      </Heading>
      <p className="cluster note gap-1 gap-x-5 request-work__state">
        {due ? <DueText due={due} /> : null}
        {lastChange ? <span>Last change: {lastChange}</span> : null}
      </p>
      {removedOn ? <Deleted {...props} removedOn={removedOn} /> : <Forms {...props} />}
    </section>
  );
}

/** The conversation with the customer and about them: notes, then the mail that they were sent, and what can be added. */
export function RequestConversation(props: RequestWorkProps) {
  const { request, heading } = props;
  const { reference } = request;
  return (
    <Conversation request={request} heading={heading}>
      <CustomerMail mail={request.mail} />
      {request.removedOn ? null : (
        <div className="screen-only">
          <WorkForm {...props} intent="note" submit="Add note" about={` to ${reference}`}>
            {(field) => <TextArea field={field("content")} label="New note" rows={2} />}
          </WorkForm>
        </div>
      )}
    </Conversation>
  );
}

/** The earlier request that this one seems to repeat, and the button that folds this one into it. */
function Duplicate(props: RequestWorkProps & { original: OtherRequest }) {
  const { path, reference } = props.original;
  return (
    <Notice tone="info" title="Sent twice?">
      <p>
        The same person sent the same request within a day:{" "}
        <Link className="tap" to={path}>
          {reference}
        </Link>
      </p>
      <ButtonForm
        {...props}
        intent="fold"
        label={`Fold into ${reference}`}
        about={`: ${props.request.reference}`}
      />
    </Notice>
  );
}

function Deleted(props: RequestWorkProps & { removedOn: string }) {
  const { request, posted } = props;
  const { keptIn } = request;
  // Someone deleted it while this was being typed.
  const typed = posted?.id === request._id ? posted.values.content : undefined;
  return (
    <Notice tone="info" title="This request is deleted">
      <p>
        It's permanently deleted on {props.removedOn},{" "}
        {request.keptUntil
          ? "because an approved estimate must be kept until then"
          : `${TRASH_DAYS} days after it was deleted`}
        .
      </p>
      {keptIn ? (
        <p>
          It was folded into{" "}
          <Link className="tap" to={keptIn.path}>
            {keptIn.reference}
          </Link>
          .
        </p>
      ) : null}
      {typed ? (
        <>
          <p>{REQUEST_GONE} Your note isn't saved:</p>
          <p className="typed">{typed}</p>
        </>
      ) : null}
      <ButtonForm {...props} intent="undelete" label="Restore" />
    </Notice>
  );
}

function Forms(props: RequestWorkProps) {
  const { kind, request, staff, today } = props;
  const { reference, quote, assigneeId = "", spamAt, followUpOn = "", closed } = request;
  return (
    <>
      {spamAt ? (
        <Notice tone="info" title="This request is marked as spam">
          <ButtonForm {...props} intent="not-spam" label="Not spam" about={`: ${reference}`} />
        </Notice>
      ) : null}
      {request.original ? <Duplicate {...props} original={request.original} /> : null}
      <div className="grid halves gap-5 gap-x-8 request-work__forms">
        {kind.fields.quote ? (
          <WorkForm
            {...props}
            intent="quote"
            submit="Save quote"
            about={` for ${reference}`}
            wide
            expectedVersion={quote?.quotedAt ?? ""}
            loaded={quoteTexts(quote)}
          >
            {(field) => (
              <div className="grid gap-3 request-work__quote">
                <TextField field={field("price")} label="Price in dollars" inputMode="decimal" />
                <TextField field={field("warranty")} label="Warranty" optional />
                <TextField field={field("validUntil")} label="Valid until" optional type="date" min={today} />
              </div>
            )}
          </WorkForm>
        ) : null}
        <WorkForm
          {...props}
          intent="status"
          submit="Save status"
          about={` of ${reference}`}
          stored={request.status}
        >
          {(field) => (
            <SelectField
              field={field("status", request.status)}
              label="Status"
              choices={toOptions(kind.list.statuses)}
            />
          )}
        </WorkForm>
        <WorkForm
          {...props}
          intent="follow-up"
          submit="Save follow-up"
          about={` for ${reference}`}
          stored={followUpOn}
        >
          {(field) => (
            <TextField
              field={field("followUpOn", followUpOn)}
              label="Follow up on"
              optional
              type="date"
              min={today}
            />
          )}
        </WorkForm>
        <WorkForm {...props} intent="assign" submit="Assign" stored={assigneeId}>
          {(field) => (
            <SelectField
              field={field("assignee", assigneeId)}
              label="Assigned to"
              required={false}
              placeholder="Unassigned"
              choices={staff.map(({ _id, username }) => ({ value: _id, label: username }))}
            />
          )}
        </WorkForm>
      </div>
      {closed ? null : (
        <div className="grid gap-3 request-work__close" id={closeId(request)} tabIndex={-1}>
          <WorkForm
            {...props}
            intent="won"
            submit="Close as won"
            about={`: ${reference}`}
            stored={request.status}
          >
            {() => null}
          </WorkForm>
          <WorkForm
            {...props}
            intent="lost"
            submit="Close as lost"
            about={`: ${reference}`}
            stored={request.status}
          >
            {(field) => (
              <SelectField
                field={field("reason")}
                label="Lost because"
                placeholder="Choose a reason"
                choices={kind.lostReasons.map((value) => ({ value, label: LOST_REASONS[value] }))}
              />
            )}
          </WorkForm>
        </div>
      )}
      {props.heading === "h3" ? (
        <div className="cluster gap-2 gap-x-4 request-work__end">
          <RemovalForms {...props} />
        </div>
      ) : null}
    </>
  );
}

/** A skip link past the other forms of a request's page to the ones that close it. */
export function SkipToClose({ request }: Pick<RequestWorkProps, "request">) {
  if (request.closed || request.removedOn) return null;
  return (
    <InPageLink className="screen-only skip-link" to={closeId(request)}>
      Skip to close as won or lost
    </InPageLink>
  );
}

/** What takes a request off the list: at the end of its open row, and in the menu of its page. */
export function RemovalForms(props: RequestWorkProps & { className?: string }) {
  const { reference, spamAt, removedOn } = props.request;
  if (removedOn) return null;
  return (
    <>
      {spamAt ? null : <ButtonForm {...props} intent="spam" label="Mark as spam" about={`: ${reference}`} />}
      <ButtonForm {...props} intent="delete" label="Delete" />
    </>
  );
}

interface WorkFormProps extends Pick<RequestWorkProps, "request" | "action" | "posted"> {
  intent: WorkIntent;
  /** The label of its button. */
  submit: string;
  /** The rest of its accessible name, which tells the requests of a list apart: "Add note to PR-7K3Q9D". */
  about?: string;
  /** What is stored: if that changes, the form shows it, and what is sent names the version that it showed. */
  stored?: string;
  /** What was stored when the form was opened, for fields that stay as typed if that changes. */
  expectedVersion?: string;
  /** What several fields show, by name: of them, only those that were touched are saved. */
  loaded?: FormValues;
  /** Over the full width. */
  wide?: boolean;
  children: (field: (name: string, stored?: string) => FormField) => ReactNode;
}

function WorkForm({
  request,
  action,
  posted,
  intent,
  submit,
  about = ` ${request.reference}`,
  stored,
  expectedVersion = stored,
  loaded,
  wide,
  children,
}: WorkFormProps) {
  const id = formId(intent, request);
  const actionPath = useActionPath(action);
  const { fetcher, result, round } = useWork(intent, request, posted);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (result) box.current?.querySelector<HTMLElement>(".notice, [aria-invalid]")?.focus();
  }, [result]);
  const isBusy = fetcher.state !== "idle";
  const field = (name: string, value?: string): FormField => ({
    id: `${id}-${name}`,
    errorId: `${id}-${name}-error`,
    formId: id,
    name,
    errors: result?.errors[name],
    initialValue: result?.values[name] ?? value ?? loaded?.[name],
  });
  return (
    <fetcher.Form
      method="post"
      action={`${actionPath}#${id}`}
      id={id}
      ref={box}
      className={
        wide
          ? "grid gap-3 lines request-work__form request-work__form--wide"
          : "grid gap-3 lines request-work__form"
      }
      preventScrollReset
      noValidate
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={ID_FIELD} value={request._id} />
      {result?.problem ? (
        <Notice tone="error" title={result.problem.title} role="alert" tabIndex={-1}>
          <p>{result.problem.message}</p>
        </Notice>
      ) : null}
      {/* A conflict shows fields that were not touched as they are stored now. */}
      <Fragment key={`${round} ${stored} ${loaded ? result?.expectedVersion : ""}`}>
        {expectedVersion === undefined ? null : (
          <Opened
            name={EXPECTED_VERSION_FIELD}
            value={expectedVersion}
            posted={result?.expectedVersion ?? result?.values[EXPECTED_VERSION_FIELD]}
          />
        )}
        {loaded ? (
          <Opened name={LOADED_FIELD} value={JSON.stringify(loaded)} posted={result?.values[LOADED_FIELD]} />
        ) : null}
        {children(field)}
      </Fragment>
      <button type="submit" className="button button--secondary button--small" disabled={isBusy}>
        {isBusy ? "Saving..." : submit}
        <span className="visually-hidden">{about}</span>
      </button>
    </fetcher.Form>
  );
}

/** A field with what was stored when the form was opened; after a conflict, with what is stored now. */
function Opened({ name, value, posted }: { name: string; value: string; posted: string | undefined }) {
  const [opened] = useState(value);
  return <input type="hidden" name={name} value={posted ?? opened} />;
}

interface ButtonFormProps extends Pick<RequestWorkProps, "request" | "action" | "posted"> {
  intent: WorkIntent;
  label: string;
  /** The rest of its accessible name. */
  about?: string;
  className?: string;
}

/** A form of one button. */
function ButtonForm({
  request,
  action,
  posted,
  intent,
  label,
  about = ` ${request.reference}`,
  className = "button button--quiet button--small",
}: ButtonFormProps) {
  const { fetcher, result } = useWork(intent, request, posted);
  const actionPath = useActionPath(action);
  return (
    <fetcher.Form method="post" action={actionPath} preventScrollReset>
      <input type="hidden" name={ID_FIELD} value={request._id} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className={className}
        disabled={fetcher.state !== "idle"}
      >
        {label}
        <span className="visually-hidden">{about}</span>
      </button>
      {result?.problem ? <p role="alert">{result.problem.message}</p> : null}
    </fetcher.Form>
  );
}

/** A form's fetcher, its result if it was not applied, and a number that rises each time it was. */
function useWork(intent: WorkIntent, request: Pick<WorkableRequest, "_id">, posted: WorkResult | undefined) {
  const fetcher = useFetcher<WorkResult>({ key: formId(intent, request) });
  const { state, data } = fetcher;
  const [applied, setApplied] = useState<{ round: number; data: WorkResult | undefined }>({
    round: 0,
    data: undefined,
  });
  const before = useRef<{ data: WorkResult | undefined }>();
  useEffect(() => {
    if (state !== "idle") before.current ??= { data };
    else if (before.current) {
      // A fetcher keeps its last data, so a form that was applied leaves them as they were.
      if (before.current.data === data) setApplied(({ round }) => ({ round: round + 1, data }));
      before.current = undefined;
    }
  }, [state, data]);
  const isPosted = applied.round === 0 && posted?.id === request._id && posted.intent === intent;
  const result = data === applied.data ? undefined : data;
  return { fetcher, result: result ?? (isPosted ? posted : undefined), round: applied.round };
}

function closeId({ _id }: Pick<WorkableRequest, "_id">): string {
  return `close-${_id}`;
}

function formId(intent: WorkIntent, { _id }: Pick<WorkableRequest, "_id">): string {
  return `${intent}-${_id}`;
}
