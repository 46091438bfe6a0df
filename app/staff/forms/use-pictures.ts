import pLimit from "p-limit";
import { type RefObject, useEffect, useRef, useState } from "react";
import { withTimeout } from "~/api/client/timeout";
import { fetchWithProgress, uploadPicture } from "~/api/client/upload";
import {
  type ImageRow,
  imagesText,
  MAX_IMAGES,
  movedTo,
  TOO_MANY_IMAGES_MESSAGE,
  toImageRows,
} from "~/pictures/image-rows";
import { shrinkPicture } from "~/pictures/shrink";
import {
  IMAGE_FAILED_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  isImageType,
  MAX_IMAGE_BYTES,
} from "~/pictures/upload";
import { useStaffSession } from "~/staff/session/store";
import { countNoun } from "~/values/format";

/** One is sent while the server encodes another; more would only hold more photos in a phone's memory. */
const UPLOADS_AT_ONCE = 2;

/** A picture in the list, stored or on its way. */
export interface PictureItem extends ImageRow {
  /** Stays the same when the picture is moved. */
  key: string;
  /** Set until the picture is stored. */
  upload?: PictureUpload | undefined;
}

interface PictureUpload {
  file: File;
  /** How much has been sent, from 0 to 1; undefined while it waits its turn. */
  sent?: number | undefined;
  /** Why it failed. */
  problem?: string | undefined;
}

/** The state and actions of a hydrated picture list. */
export interface Pictures {
  items: readonly PictureItem[];
  /** True while a submitted form waits for the uploads. */
  isAwaited: boolean;
  /** For screen readers. */
  announcement: string;
  choose: (files: readonly File[]) => void;
  retry: (item: PictureItem) => void;
  /** Takes a picture that is not stored out of the list. */
  cancel: (item: PictureItem) => void;
  move: (from: number, to: number) => void;
}

interface PicturesOptions {
  /** What the form starts with, or comes back with. */
  initial: unknown;
  /** The file input. */
  input: RefObject<HTMLInputElement>;
}

/** Uploads pictures as soon as they are chosen, two at a time, and puts them in order. A submitted form waits for them. */
export function usePictures({ initial, input }: PicturesOptions): Pictures {
  const session = useStaffSession();
  const initialText = imagesText(toImageRows(initial));
  const [items, setItems] = useState(() => toItems(initial));
  const [announcement, setAnnouncement] = useState("");
  const [awaitedBy, setAwaitedBy] = useState<{ submitter: HTMLElement | null }>();
  const uploads = useRef(new Map<string, AbortController>());
  const limit = useRef(pLimit(UPLOADS_AT_ONCE));
  const pending = items.filter(({ upload }) => upload && upload.problem === undefined).length;
  const failed = items.filter(({ upload }) => upload?.problem !== undefined).length;

  // The form that comes back after an error has the same pictures, unless it was posted before this list was hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `initial` is a new array each time
  useEffect(() => {
    setItems((current) => (urls(current) === urls(toItems(initial)) ? current : toItems(initial)));
  }, [initialText]);
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);

  const update = (key: string, change: Partial<PictureItem>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...change } : item)));

  function choose(files: readonly File[]): void {
    // The boxes are the form's own, so only the form knows which are checked.
    const removed = input.current?.form?.querySelectorAll('input[name$=".removed"]:checked').length ?? 0;
    const room = MAX_IMAGES - (items.length - removed - failed);
    const chosen = files.map((file, index) => {
      const problem = index < room ? problemOf(file) : TOO_MANY_IMAGES_MESSAGE;
      return toItem(EMPTY_ROW, { file, ...(problem ? { problem } : {}) });
    });
    setItems((current) => [...current, ...chosen]);
    for (const item of chosen) if (!item.upload?.problem) start(item);
    setAnnouncement(`${countNoun(files.length, "photo")} chosen.`);
  }

  function start({ key, upload }: PictureItem): void {
    if (!upload) return;
    const { file } = upload;
    const current = new AbortController();
    uploads.current.set(key, current);
    const report = (change: Partial<PictureUpload>) => {
      if (!current.signal.aborted) update(key, { upload: { file, ...change } });
    };
    void limit.current(async () => {
      if (current.signal.aborted) return;
      report({ sent: 0 });
      try {
        const picture = await shrinkPicture(file);
        if (current.signal.aborted) return;
        if (picture.size > MAX_IMAGE_BYTES) return report({ problem: IMAGE_SIZE_MESSAGE });
        const imageUrl = await uploadPicture(picture, {
          signal: current.signal,
          fetch: withTimeout(fetchWithProgress((sent) => report({ sent }))),
          renewToken: session.refresh,
        });
        if (!current.signal.aborted) update(key, { imageUrl, upload: undefined });
      } catch (error) {
        report({ problem: error instanceof Error ? error.message : IMAGE_FAILED_MESSAGE });
      }
    });
  }

  function retry(item: PictureItem): void {
    if (!item.upload) return;
    const again = { ...item, upload: { file: item.upload.file } };
    update(item.key, again);
    start(again);
  }

  function cancel({ key }: PictureItem): void {
    uploads.current.get(key)?.abort();
    setItems((current) => current.filter((item) => item.key !== key));
    setAnnouncement("Upload canceled.");
    // The pressed button has been removed.
    input.current?.focus();
  }

  function move(from: number, to: number): void {
    setItems((current) => movedTo(current, from, to));
    if (to >= 0 && to < items.length) setAnnouncement(`Photo ${from + 1} is now number ${to + 1}.`);
  }

  const wasPending = useRef(0);
  useEffect(() => {
    if (wasPending.current > 0 && pending === 0)
      setAnnouncement(failed > 0 ? `${countNoun(failed, "photo")} failed to upload.` : "Photos uploaded.");
    wasPending.current = pending;
  }, [pending, failed]);

  const isSending = pending > 0;
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isSending) return;
    const wait = (event: SubmitEvent) => {
      if (event.submitter?.getAttribute("name") === CHECK_INTENT) return;
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
    if (failed > 0) input.current?.focus();
    else input.current?.form?.requestSubmit(awaitedBy.submitter);
  }, [isSending, awaitedBy, failed, input]);

  return { items, isAwaited: awaitedBy !== undefined, announcement, choose, retry, cancel, move };
}

/** conform checks a field by submitting the form with a button of this name, which it then removes. */
const CHECK_INTENT = "__intent__";

const EMPTY_ROW: ImageRow = { imageUrl: "", alt: "", caption: "", removed: false };

let created = 0;

function toItem(row: ImageRow, upload?: PictureUpload): PictureItem {
  created += 1;
  return { ...row, key: String(created), upload };
}

function toItems(initial: unknown): PictureItem[] {
  // The server and the browser must agree on the first keys, so these are not counted.
  return toImageRows(initial).map((row, index) => ({ ...row, key: `${index} ${row.imageUrl}` }));
}

/** The stored pictures, to compare two lists by. */
function urls(items: readonly PictureItem[]): string {
  return items.flatMap(({ imageUrl }) => imageUrl || []).join();
}

function problemOf(file: File): string | undefined {
  return isImageType(file) ? undefined : IMAGE_TYPE_MESSAGE;
}
