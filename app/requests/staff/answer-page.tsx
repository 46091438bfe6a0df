import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { phoneHref } from "~/business/links";
import { MAX_ANSWER_LENGTH } from "~/requests/answer";
import type { RequestCollection } from "~/requests/request";
import { BackTo } from "~/staff/records/head";
import { isChanged, LeaveDialog, useUnsavedChanges } from "~/staff/unsaved-changes";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { ErrorSummary, TextArea, TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import type { loadAnswer } from "./answer.server";
import { type AnswerResult, KEY_FIELD } from "./answer-result";
import { Conversation, Notes, RequestFacts } from "./facts";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const FORM_ID = "answer-form";

interface AnswerPageProps {
  kind: RequestCollection;
  page: Awaited<ReturnType<typeof loadAnswer>>;
}

/** The page on which staff write a message to a customer; below it, the request. */
export function AnswerPage({ kind, page }: AnswerPageProps) {
  const posted = useActionData<AnswerResult>();
  const { request, backTo, obstacle, isSaved } = page;
  const { pathname } = useLocation();
  const { restored: stored, discard } = useUnsavedChanges({ id: FORM_ID, path: pathname, ...page });
  // A message saved by the server is newer than what this tab stored when the session ended.
  const restored = isSaved ? undefined : stored;
  const hasText = posted !== undefined || isSaved || restored !== undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 answer" tabIndex={-1}>
      <BackTo to={backTo} />
      <header>
        <h1>Answer {request.reference} by Email</h1>
        {request.customerInfo.email && !obstacle ? (
          <p className="lead">
            To {request.customerInfo.email}. Replies go to {page.replyTo}.
          </p>
        ) : null}
      </header>
      {obstacle ? <Obstacle {...obstacle} phone={request.customerInfo.phone} /> : null}
      {hasText || !obstacle ? (
        <AnswerForm
          // conform reads the initial values only once, so other values need another form.
          key={`${pathname} ${restored ? "restored" : "loaded"}`}
          page={restored ? { ...page, ...restoredPage(page, restored) } : page}
          posted={posted}
          isBack={isSaved || restored !== undefined}
          onDiscard={restored ? discard : undefined}
        />
      ) : null}
      <section aria-labelledby="answer-request">
        <h2 id="answer-request">The Request</h2>
        <RequestFacts kind={kind} request={request} heading="h3" />
        <Conversation request={request} heading="h3" />
      </section>
    </main>
  );
}

function restoredPage(
  page: Pick<AnswerPageProps["page"], "expectedVersion">,
  restored: Record<string, string>,
) {
  const {
    subject = "",
    text = "",
    [EXPECTED_VERSION_FIELD]: expectedVersion = page.expectedVersion,
  } = restored;
  return { values: { subject, text }, expectedVersion };
}

interface ObstacleProps {
  title: string;
  message: string;
  phone: string | undefined;
}

/** In place of the form: why there is none, and the phone number. */
function Obstacle({ title, message, phone }: ObstacleProps) {
  return (
    <Notice tone="error" title={title}>
      <p>{message}</p>
      {phone ? (
        <p>
          <a className="tap request-facts__link" href={phoneHref({ phone })}>
            Call {phone}
          </a>
        </p>
      ) : null}
    </Notice>
  );
}

interface AnswerFormProps {
  page: AnswerPageProps["page"];
  posted: AnswerResult | undefined;
  /** True if it was typed before the session ended. */
  isBack: boolean;
  onDiscard: (() => void) | undefined;
}

function AnswerForm({ page, posted, isBack, onDiscard }: AnswerFormProps) {
  const { pathname, search } = useLocation();
  const [form, fields] = useForm<{ subject: string; text: string }, unknown, string[]>({
    id: FORM_ID,
    lastResult: posted?.reply,
    defaultValue: page.values,
  });
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <>
      {isBack && !posted ? (
        <Notice tone="info" title="Your message is back">
          <p>Your session had ended before you sent it. Check it, then send it.</p>
          {onDiscard ? (
            <p>
              <button type="button" className="button button--secondary button--small" onClick={onDiscard}>
                Discard it
              </button>
            </p>
          ) : null}
        </Notice>
      ) : null}
      {posted?.changes ? <Changes key={posted.expectedVersion} changes={posted.changes} /> : null}
      <Form method="post" action={pathname + search} className="form wide card" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.subject, fields.text]} />
        <input type="hidden" name={KEY_FIELD} value={posted?.key ?? page.key} />
        <input
          type="hidden"
          name={EXPECTED_VERSION_FIELD}
          value={posted?.expectedVersion ?? page.expectedVersion}
        />
        <TextField field={fields.subject} label="Subject" />
        <TextArea
          field={fields.text}
          label="Message"
          hint={`At most ${MAX_ANSWER_LENGTH.toLocaleString("en-US")} characters. Below it we add ${
            page.hasLink
              ? "a link to the customer's own page, our address and our hours"
              : "our address and hours"
          }.`}
          rows={14}
          dir="auto"
        />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Sending..." : "Send"}
          </button>{" "}
          <Link className="button button--secondary" to={page.backTo}>
            Cancel
          </Link>
        </div>
      </Form>
      {/* A saved message can be reached only at this URL. */}
      <LeaveDialog isUnsaved={() => page.isSaved || isChanged({ id: FORM_ID, values: page.values })} />
    </>
  );
}

/** What happened while the message was being written. */
function Changes({ changes }: { changes: NonNullable<AnswerResult["changes"]> }) {
  const { notes, isDonorGone } = changes;
  return (
    <AnswerNotice
      tone="error"
      title={<h2>{notes.length > 0 ? "There's a new note" : "That vehicle is gone"}</h2>}
      answer={changes}
    >
      {isDonorGone ? <p>The vehicle you're writing about has been scrapped or removed.</p> : null}
      {notes.length > 0 ? (
        <>
          <p>It was added while you were writing:</p>
          <Notes notes={notes} />
        </>
      ) : null}
      <p>Your message isn't sent. Change it, or send it as it is.</p>
    </AnswerNotice>
  );
}
