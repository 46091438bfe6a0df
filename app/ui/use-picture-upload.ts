import { type RefObject, useEffect, useRef, useState } from "react";
import { fetchWithProgress, uploadPicture } from "~/api-client";
import { IMAGE_FAILED_SENTENCE, imageProblem } from "~/models/image-upload";
import { useStaffSession } from "./session-context";

/** What a picture field shows and does once script runs. */
export interface PictureUpload {
  /** The picture that the form names; empty for none. */
  imageUrl: string;
  /** How much of a picture has been sent, from 0 to 1; undefined while none is on its way. */
  sent: number | undefined;
  /** True where the form was submitted meanwhile, and goes out once the picture is there. */
  isAwaited: boolean;
  /** What is wrong with the picture that was chosen; empty for nothing, undefined where none was. */
  problem: string | undefined;
  /** What has happened, for those who listen. */
  news: string;
  choose: (file: File | undefined) => void;
  cancel: () => void;
  remove: () => void;
}

interface PictureStart {
  /** The picture that the form starts with, or comes back with. */
  initial: string;
  /** What the server said of the picture of the form that came back. */
  problem: string | undefined;
  input: RefObject<HTMLInputElement>;
}

/**
 * Uploads a picture as soon as it is chosen. The one that was there stays until the new one is on disk. A form that is
 * submitted while a picture is on its way waits for it.
 */
export function usePictureUpload({ initial, problem: answered, input }: PictureStart): PictureUpload {
  const session = useStaffSession();
  const [imageUrl, setImageUrl] = useState(initial);
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [news, setNews] = useState("");
  const [awaitedBy, setAwaitedBy] = useState<{ submitter: HTMLElement | null }>();
  const upload = useRef<AbortController>();
  const isSending = sent !== undefined;

  useEffect(() => setImageUrl(initial), [initial]);
  useEffect(() => {
    if (answered) setProblem(undefined);
  }, [answered]);
  useEffect(() => () => upload.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    upload.current?.abort();
    const wrong = imageProblem(file);
    if (wrong) return settle(wrong, "");
    const current = new AbortController();
    upload.current = current;
    setProblem("");
    setNews("Uploading the picture.");
    setSent(0);
    try {
      const { url } = await uploadPicture(file, {
        signal: current.signal,
        fetch: fetchWithProgress(setSent),
        renewToken: session.refresh,
      });
      if (current.signal.aborted) return;
      setImageUrl(url);
      settle("", "Picture uploaded.");
    } catch (failure) {
      if (current.signal.aborted) return;
      settle(failure instanceof Error ? failure.message : IMAGE_FAILED_SENTENCE, "");
    }
  }

  function settle(wrong: string, said: string): void {
    upload.current = undefined;
    setSent(undefined);
    setProblem(wrong);
    setNews(said);
  }

  function stop(said: string): void {
    upload.current?.abort();
    setAwaitedBy(undefined);
    settle("", said);
    // The button that was pressed is gone.
    input.current?.focus();
  }

  function remove(): void {
    setImageUrl("");
    stop("Picture removed.");
  }

  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isSending) return;
    const wait = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setAwaitedBy({ submitter: event.submitter });
    };
    // Ahead of whoever else hears of it.
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
    news,
    choose,
    cancel: () => stop("Upload cancelled."),
    remove,
  };
}
