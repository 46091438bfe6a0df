import { type RefObject, useEffect, useRef, useState } from "react";
import { withTimeout } from "~/api/client/timeout";
import { fetchWithProgress, uploadPicture } from "~/api/client/upload";
import { shrinkPicture } from "~/pictures/shrink";
import {
  IMAGE_FAILED_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  isImageType,
  MAX_IMAGE_BYTES,
} from "~/pictures/upload";
import { useStaffSession } from "~/ui/session/store";

/** The state and actions of a hydrated picture field. */
export interface PictureUpload {
  /** The value of the form's field; empty for no picture. */
  imageUrl: string;
  /** How much of a picture has been sent, from 0 to 1; undefined while none is being uploaded. */
  sent: number | undefined;
  /** True while a submitted form waits for the upload. */
  isAwaited: boolean;
  /** The error of the chosen picture; empty for none, undefined if no picture was chosen. */
  problem: string | undefined;
  /** For screen readers. */
  announcement: string;
  choose: (file: File | undefined) => void;
  cancel: () => void;
  remove: () => void;
}

interface PictureUploadOptions {
  /** The `imageUrl` that the form starts with, or comes back with. */
  initial: string;
  /** The server's error for the picture of the form that came back. */
  problem: string | undefined;
  input: RefObject<HTMLInputElement>;
}

/** Uploads a picture as soon as it is chosen, keeping the old one until the new one is stored. A submitted form waits for it. */
export function usePictureUpload({
  initial,
  problem: serverProblem,
  input,
}: PictureUploadOptions): PictureUpload {
  const session = useStaffSession();
  const [imageUrl, setImageUrl] = useState(initial);
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const [awaitedBy, setAwaitedBy] = useState<{ submitter: HTMLElement | null }>();
  const upload = useRef<AbortController>();
  const isSending = sent !== undefined;

  useEffect(() => setImageUrl(initial), [initial]);
  useEffect(() => {
    if (serverProblem) setProblem(undefined);
  }, [serverProblem]);
  useEffect(() => () => upload.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    upload.current?.abort();
    if (!isImageType(file)) return finish(IMAGE_TYPE_MESSAGE, "");
    const current = new AbortController();
    upload.current = current;
    setProblem("");
    setAnnouncement("Uploading the photo.");
    setSent(0);
    try {
      const picture = await shrinkPicture(file);
      if (current.signal.aborted) return;
      if (picture.size > MAX_IMAGE_BYTES) return finish(IMAGE_SIZE_MESSAGE, "");
      const url = await uploadPicture(picture, {
        signal: current.signal,
        fetch: withTimeout(fetchWithProgress(setSent)),
        renewToken: session.refresh,
      });
      if (current.signal.aborted) return;
      setImageUrl(url);
      finish("", "Photo uploaded.");
    } catch (failure) {
      if (current.signal.aborted) return;
      finish(failure instanceof Error ? failure.message : IMAGE_FAILED_MESSAGE, "");
    }
  }

  function finish(error: string, text: string): void {
    upload.current = undefined;
    setSent(undefined);
    setProblem(error);
    setAnnouncement(text);
  }

  function stop(text: string): void {
    upload.current?.abort();
    setAwaitedBy(undefined);
    finish("", text);
    // The pressed button has been removed.
    input.current?.focus();
  }

  function remove(): void {
    setImageUrl("");
    stop("Photo removed.");
  }

  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isSending) return;
    const wait = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setAwaitedBy({ submitter: event.submitter });
    };
    // Before every other submit listener.
    form.addEventListener("submit", wait, { capture: true });
    return () => form.removeEventListener("submit", wait, { capture: true });
  }, [isSending, input]);

  useEffect(() => {
    if (isSending || !awaitedBy) return;
    setAwaitedBy(undefined);
    if (problem) input.current?.focus();
    else input.current?.form?.requestSubmit(awaitedBy.submitter);
  }, [isSending, awaitedBy, problem, input]);

  return {
    imageUrl,
    sent,
    isAwaited: awaitedBy !== undefined,
    problem,
    announcement,
    choose,
    cancel: () => stop("Upload canceled."),
    remove,
  };
}
