import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { withListAddress } from "~/models/staff-list";
import type { Difference } from "~/models/vehicle-form";
import { Notice } from "~/ui/notice";
import { ToastCard } from "~/ui/toast";
import { VehiclePicture } from "~/ui/vehicle-picture";
import type { EditorAnswer, EditorPage } from "./answer";
import { forgetKeptWords } from "./kept-words";

interface EditorNoticesProps {
  page: Pick<EditorPage, "held" | "pictureProblem" | "back">;
  answer: EditorAnswer | undefined;
  gone: boolean;
  /** Takes back what was kept in this tab, where something was. */
  onDiscard?: (() => void) | undefined;
}

/** What one should know of the form before one saves it. */
export function EditorNotices({ page, answer, gone, onDiscard }: EditorNoticesProps) {
  const toast = answer?.decode?.toast;
  return (
    <>
      {toast ? <ToastCard toast={{ id: "decode", ...toast }} /> : null}
      {onDiscard ? (
        <EditorNotice title="Your unsaved words are back">
          <p>The session ended before this form was saved. Check it, then save it.</p>
          <p>
            <button type="button" className="button button--secondary button--small" onClick={onDiscard}>
              Discard them
            </button>
          </p>
        </EditorNotice>
      ) : null}
      {page.held === "back" && !answer ? (
        <EditorNotice title="Your form is back">
          <p>
            Your session had ended when you sent it, so it has not been saved yet. Check it, then save it.
          </p>
          {page.pictureProblem ? <p>Its picture could not be kept: see Vehicle Image.</p> : null}
          <p>
            <StartOver back={page.back}>Discard it</StartOver>
          </p>
        </EditorNotice>
      ) : null}
      {page.held === "lost" && !answer ? (
        <EditorNotice title="Your form could not be found">
          <p>It has been saved since, or it is older than a day. This is what the form starts with.</p>
        </EditorNotice>
      ) : null}
      {gone ? (
        <EditorNotice title="This vehicle has been deleted" urgent={answer}>
          <p>
            Somebody deleted it while you were editing. What you typed is still here: Add Vehicle stores it as
            a new vehicle.
          </p>
        </EditorNotice>
      ) : null}
      {answer?.conflict ? (
        <EditorNotice title="Somebody else has saved this vehicle" urgent={answer}>
          <p>
            Nothing of yours is lost, and nothing is saved yet. This is where your form differs from what
            stands there now. Saving again puts your form in its place.
          </p>
          <Differences differences={answer.conflict.differences} />
          <p>
            <StartOver back={page.back}>Discard mine, open what stands there</StartOver>
          </p>
        </EditorNotice>
      ) : null}
    </>
  );
}

/** The page as if one came to it anew, with nothing of what was typed. */
function StartOver({ back, children }: { back: string; children: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      className="button button--secondary button--small"
      to={withListAddress(pathname, back)}
      reloadDocument
      onClick={() => forgetKeptWords(pathname)}
    >
      {children}
    </Link>
  );
}

interface EditorNoticeProps {
  title: string;
  /** The answer that it came with: it takes the focus. */
  urgent?: EditorAnswer | undefined;
  children: ReactNode;
}

function EditorNotice({ title, urgent, children }: EditorNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (urgent) notice.current?.focus();
  }, [urgent]);
  return (
    <Notice
      tone={urgent ? "error" : "info"}
      title={<h2>{title}</h2>}
      role={urgent ? "alert" : "status"}
      box={notice}
      tabIndex={-1}
    >
      {children}
    </Notice>
  );
}

/** Field by field: what stands there now, and what the form says: typed, or left as it was. */
function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="differences">
      {differences.map((difference) => (
        <li key={difference.name}>
          <h3>{difference.label}</h3>
          <dl className="differences__pair">
            <div>
              <dt>There now</dt>
              <dd>
                <Word name={difference.name} word={difference.stands} />
              </dd>
            </div>
            <div>
              <dt>In your form</dt>
              <dd>
                <Word name={difference.name} word={difference.typed} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Word({ name, word }: { name: string; word: string }) {
  if (word === "") return <em>{name === "imageUrl" ? "No picture" : "Empty"}</em>;
  return name === "imageUrl" ? <VehiclePicture imageUrl={word} name="The vehicle" sizes="10rem" /> : word;
}
