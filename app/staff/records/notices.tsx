import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import type { Collection, NamedRecord } from "~/collections/collection";
import type { Difference } from "~/collections/form";
import { withListUrl } from "~/lists/staff";
import { toImageRows } from "~/pictures/image-rows";
import { VehiclePicture } from "~/site/vehicles/picture";
import { OpenLink } from "~/staff/open-link";
import { clearUnsavedChanges } from "~/staff/unsaved-changes";
import { useFocusOnAnswer } from "~/ui/forms/answer-notice";
import { Notice } from "~/ui/layout/notice";
import { ToastCard } from "~/ui/layout/toast";
import { titleCase } from "~/values/capitals";
import { RecordNotFound } from "./not-found";
import { type EditorPage, type EditorResult, TWIN_CONFIRMED } from "./submission";

interface EditorNoticesProps extends Pick<Collection, "noun"> {
  /** The label of the pictures. */
  picturesLabel: string | undefined;
  page: Pick<EditorPage, "savedSubmission" | "pictureProblem" | "listUrl">;
  posted: EditorResult | undefined;
  deleted: boolean;
  /** Discards the values that this tab restored, if it did. */
  onDiscard?: (() => void) | undefined;
}

/** What staff should know about the form before they save it. */
export function EditorNotices({ noun, picturesLabel, page, posted, deleted, onDiscard }: EditorNoticesProps) {
  const toast = posted?.decode?.toast;
  return (
    <>
      {toast ? <ToastCard toast={toast} /> : null}
      {onDiscard ? (
        <EditorNotice title="Your unsaved changes are back">
          <p>Your session ended before you saved this form. Check it, then save it.</p>
          <p>
            <button type="button" className="button button--secondary button--small" onClick={onDiscard}>
              Discard them
            </button>
          </p>
        </EditorNotice>
      ) : null}
      {page.savedSubmission === "found" && !posted ? (
        <EditorNotice title="Your form is back">
          <p>Your session had ended when you sent it, so it hasn't been saved yet. Check it, then save it.</p>
          {page.pictureProblem ? <p>Not every photo was saved: see {picturesLabel}.</p> : null}
          <p>
            <StartOver listUrl={page.listUrl}>Discard it</StartOver>
          </p>
        </EditorNotice>
      ) : null}
      {page.savedSubmission === "lost" && !posted ? (
        <EditorNotice title="Form not found">
          <p>It's already been saved, or it's more than a day old. This is a fresh form.</p>
        </EditorNotice>
      ) : null}
      {deleted ? (
        <EditorNotice title={`This ${noun} has been deleted`} urgent={posted}>
          <p>
            Someone deleted it while you were editing. What you typed is still here: Add {titleCase(noun)}{" "}
            saves it as a new {noun}.
          </p>
        </EditorNotice>
      ) : null}
      {posted?.statusQuestion ? (
        <EditorNotice title={posted.statusQuestion.title} urgent={posted}>
          <p>{posted.statusQuestion.note}</p>
          <p>Nothing is saved yet. Save again to continue, or choose another status.</p>
        </EditorNotice>
      ) : null}
      {posted?.twin ? <TwinNotice twin={posted.twin} posted={posted} /> : null}
      {posted?.holders?.length ? <HolderNotice holders={posted.holders} /> : null}
      {posted?.conflicts || posted?.kept ? (
        <EditorNotice title={`Someone else saved this ${noun}`} urgent={posted}>
          {posted.conflicts ? (
            <>
              <p>
                Your changes aren't lost, and they aren't saved yet. Here's where they differ from what's
                saved now. Save again to replace it with yours.
              </p>
              <Differences differences={posted.conflicts} />
            </>
          ) : null}
          {posted.kept?.length ? (
            <>
              <p>Their other changes are kept and are now in your form.</p>
              <Kept differences={posted.kept} />
            </>
          ) : null}
          <p>
            <StartOver listUrl={page.listUrl}>Discard mine and open the saved version</StartOver>
          </p>
        </EditorNotice>
      ) : null}
    </>
  );
}

/** Asks about the other car of this VIN that is in stock. */
export function TwinNotice({ twin, posted }: { twin: NamedRecord; posted: object }) {
  return (
    <EditorNotice title="A car with this VIN is already in stock" urgent={posted}>
      <p>
        <OpenLink to={twin.to}>{twin.name}</OpenLink>
      </p>
      <p>Nothing is saved yet. If this one is right anyway, such as a car that came back, save again.</p>
    </EditorNotice>
  );
}

/** Lets the form be sent again in spite of another record. */
export function TwinConfirmed({ twin }: { twin: string | undefined }) {
  return twin === undefined ? null : <input type="hidden" name={TWIN_CONFIRMED} value={twin} />;
}

/** The record that has the number which no two may have, and where else to go about it. */
export function HolderNotice({ holders }: { holders: readonly NamedRecord[] }) {
  return (
    <Notice tone="info" title="It belongs to">
      <ul className="stack gap-2">
        {holders.map(({ name, to }) => (
          <li key={to}>
            <OpenLink to={to}>{name}</OpenLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** A 404 of the action; any other failure belongs to the layout's boundary. */
export function EditorFailure() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}

/** Opens the page again without what was typed. */
function StartOver({ listUrl, children }: { listUrl: string; children: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      className="button button--secondary button--small"
      to={withListUrl(pathname, listUrl)}
      reloadDocument
      onClick={() => clearUnsavedChanges(pathname)}
    >
      {children}
    </Link>
  );
}

interface EditorNoticeProps {
  title: string;
  /** The result that caused the notice, which then takes the focus. */
  urgent?: object | undefined;
  children: ReactNode;
}

function EditorNotice({ title, urgent, children }: EditorNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useFocusOnAnswer(notice, urgent);
  return (
    <Notice
      tone={urgent ? "error" : "info"}
      title={<h2>{title}</h2>}
      role={urgent ? "alert" : "status"}
      boxRef={notice}
      tabIndex={-1}
    >
      {children}
    </Notice>
  );
}

/** Field by field: the stored value and the form's. */
function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="grid differences">
      {differences.map((difference) => (
        <li key={difference.name}>
          <h3>{difference.label}</h3>
          <dl className="grid halves gap-1 gap-x-5 differences__pair">
            <div>
              <dt>Saved now</dt>
              <dd>
                <Value name={difference.name} text={difference.stored} />
              </dd>
            </div>
            <div>
              <dt>In your form</dt>
              <dd>
                <Value name={difference.name} text={difference.typed} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Field by field: the stored value, which the form has too. */
function Kept({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="grid differences">
      {differences.map(({ name, label, stored }) => (
        <li key={name}>
          <h3>{label}</h3>
          <Value name={name} text={stored} />
        </li>
      ))}
    </ul>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  if (name === "images") return text === "" ? <em>No photos</em> : <Images text={text} />;
  return text === "" ? <em>Empty</em> : text;
}

function Images({ text }: { text: string }) {
  return (
    <ol className="grid gap-2 differences__images">
      {toImageRows(text).map(({ imageUrl, alt, caption }, index) => (
        <li key={imageUrl}>
          <VehiclePicture imageUrl={imageUrl} name={`Photo ${index + 1}`} sizes="10rem" className="picture" />
          {caption ? <p>{caption}</p> : null}
          {alt ? <p>Alt text: {alt}</p> : null}
        </li>
      ))}
    </ol>
  );
}
