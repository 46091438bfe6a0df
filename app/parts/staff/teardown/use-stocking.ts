import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { isRecord } from "~/api/client/request";
import { withTimeout } from "~/api/client/timeout";
import { uploadPicture } from "~/api/client/upload";
import {
  EMPTY_ROW,
  lastStocked,
  rowField,
  type StockErrors,
  type StockedPart,
  type StockFields,
  type StockResult,
  TAKE,
  type TeardownRow,
  TYPED_FIELDS,
  teardownPath,
  WARRANTY,
} from "~/parts/teardown";
import { shrinkPicture } from "~/pictures/shrink";
import { IMAGE_FAILED_MESSAGE } from "~/pictures/upload";
import { useStaffSession } from "~/staff/session/store";

/** How a row is shown. */
export interface RowView {
  status: "idle" | "saving" | "saved" | "unsaved" | "invalid" | "taken";
  /** True if this page has made its part. */
  isOwn: boolean;
  part: StockedPart | undefined;
  /** True if it was unchecked, and isn't theirs to take off. */
  isForbidden: boolean;
  errors: StockErrors | undefined;
  images: readonly string[];
  uploads: readonly PhotoUpload[];
}

interface PhotoUpload {
  key: string;
  fileName: string;
  problem?: string | undefined;
}

/** A row from the first tick on. */
interface Row {
  /** What is in the row now; null while it isn't checked. */
  wanted: StockFields | null;
  /** What the server has. */
  stored: StockFields | null;
  /** What was sent last, if its answer is not known: it is sent again unchanged, so that it takes effect once. */
  sent?: { fields: StockFields | null } | undefined;
  part?: StockedPart | undefined;
  errors?: StockErrors | undefined;
  /** What the errors are about. */
  refused?: StockFields | null | undefined;
  isTaken?: boolean;
  isForbidden?: boolean;
  /** The warranty that was chosen when it was checked. */
  warranty?: string | undefined;
  images: string[];
  uploads: (PhotoUpload & { file: File })[];
}

interface Options {
  donorId: string;
  owner: string;
  form: RefObject<HTMLFormElement>;
  rows: readonly TeardownRow[];
  /** Adds rows of these entries to the page. */
  add: (entryIds: readonly string[]) => void;
}

type Problem = "offline" | "signed-out" | "gone";

/** A pause in typing after which a row is sent, in milliseconds. */
const PAUSE_MS = 500;
/** When what could not be sent is sent again, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * Stores each row as soon as it is checked and whenever it changes, one request after the other. What couldn't be sent or was rejected is
 * kept in the browser's storage, so that neither an outage nor leaving the page loses it, and is sent again when the page loads.
 */
export function useStocking({ donorId, owner, form, rows: listed, add }: Options) {
  const session = useStaffSession();
  const [, show] = useReducer((count: number) => count + 1, 0);
  const [filled, setFilled] = useState<Record<string, { fields: StockFields; times: number }>>({});
  const [problem, setProblem] = useState<Problem>();
  const rows = useRef(new Map<string, Row>());
  const removedIds = useRef(new Set<string>());
  const lastLocation = useRef(lastStocked(listed, ({ location }) => location !== "")?.location ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isRunning = useRef(false);
  const tickNext = useRef<string>();
  const focusNext = useRef<string>();
  const isLeaving = useRef(false);
  const storageKey = `teardown:${owner}:${donorId}`;

  const rowOf = (entryId: string): Row => {
    const row = rows.current.get(entryId) ?? { wanted: null, stored: null, images: [], uploads: [] };
    rows.current.set(entryId, row);
    return row;
  };
  /** Shows fields in rows, as if they had been typed. */
  const fill = (again: Record<string, StockFields>) =>
    setFilled((current) => {
      const next = Object.entries(again).map(([entryId, fields]) => {
        const times = (current[entryId]?.times ?? 0) + 1;
        return [entryId, { fields, times }] as const;
      });
      return { ...current, ...Object.fromEntries(next) };
    });
  const chosenWarranty = () => {
    const select = form.current?.elements.namedItem(WARRANTY);
    return select instanceof HTMLSelectElement ? select.value : "";
  };
  const field = (entryId: string, name: keyof StockFields) =>
    form.current?.elements.namedItem(rowField(entryId, name)) as HTMLInputElement | null;
  const box = (entryId: string) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${TAKE}"][value="${entryId}"]`);

  function persist(): void {
    // The next page may have been read before an answer that still comes: it sends again what is kept, which then does nothing more.
    if (isLeaving.current) return;
    // What was rejected is sent again when the page loads, and the answer says again what is wrong.
    const open = [...rows.current].filter(([, row]) => isOpen(row) || row.errors);
    const kept = Object.fromEntries(
      open.map(([id, { wanted, sent, part }]) => [id, { wanted, sent, version: part?.version }]),
    );
    try {
      if (open.length === 0) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(kept));
    } catch {
      // Without storage, what is not sent is lost with the page, as it says.
    }
  }

  /** Reads a row from its fields. */
  function read(entryId: string): void {
    const row = rowOf(entryId);
    if (row.isTaken) return;
    isLeaving.current = false;
    const isTicked = box(entryId)?.checked ?? false;
    row.warranty = isTicked ? (row.warranty ?? chosenWarranty()) : undefined;
    const typed = TYPED_FIELDS.map((name) => [name, field(entryId, name)?.value.trim() ?? ""]);
    row.wanted = isTicked
      ? { ...EMPTY_ROW, ...Object.fromEntries(typed), warranty: row.warranty, images: row.images }
      : null;
    // Unchecked, or back to what is stored, it has no errors.
    if (!row.sent && isSame(row.wanted, row.stored)) row.errors = undefined;
    if (row.wanted?.location) lastLocation.current = row.wanted.location;
    persist();
    show();
  }

  function sendAfter(ms: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void sendAll(), ms);
  }

  async function sendAll(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      for (;;) {
        const next = [...rows.current].find(([, row]) => isOpen(row));
        if (!next) break;
        const failure = await send(...next);
        persist();
        show();
        setProblem(failure);
        if (failure === "offline") sendAfter(RETRY_MS);
        if (failure) break;
      }
    } finally {
      isRunning.current = false;
    }
  }

  async function send(entryId: string, row: Row): Promise<Problem | undefined> {
    row.sent ??= { fields: row.wanted };
    persist();
    show();
    const result = await post(
      `${teardownPath(donorId)}/${entryId}`,
      toBody(entryId, row.sent.fields, row.part),
    );
    if (typeof result === "string") return result;
    const { fields } = row.sent;
    row.sent = undefined;
    row.errors = undefined;
    switch (result.outcome) {
      case "saved":
        row.part = result.part;
        row.stored = fields;
        removedIds.current.delete(result.part.id);
        break;
      case "removed":
        if (row.part) removedIds.current.add(row.part.id);
        row.part = undefined;
        row.stored = null;
        break;
      case "taken":
      case "forbidden":
        row.part = result.part;
        row.isTaken = true;
        row.isForbidden = result.outcome === "forbidden";
        row.wanted = null;
        row.stored = null;
        break;
      case "invalid":
        row.errors = result.errors;
        row.refused = fields;
        break;
    }
    return undefined;
  }

  function change(target: EventTarget, event: "input" | "change"): void {
    const entryId =
      target instanceof Element ? target.closest<HTMLElement>("[data-entry]")?.dataset.entry : undefined;
    if (!entryId || !(target instanceof HTMLInputElement) || target.type === "file") return;
    const isBox = target.name === TAKE;
    if (isBox && target.checked) {
      const location = field(entryId, "location");
      if (location && location.value === "") location.value = lastLocation.current;
      const price = field(entryId, "price");
      // Its keyboard is up with the same tap.
      if (price?.value === "") price.focus();
    }
    read(entryId);
    sendAfter(isBox || event === "change" ? PAUSE_MS / 2 : PAUSE_MS);
  }

  /** Enter moves to the next row. */
  function goOn(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>(`input[name="${TAKE}"]`) ?? [])];
    const current = event.target.closest<HTMLElement>("[data-entry]")?.dataset.entry;
    const next = boxes.slice(boxes.findIndex(({ value }) => value === current) + 1);
    next.find(({ checked }) => !checked)?.focus();
  }

  function addPhotos(entryId: string, files: readonly File[]): void {
    const row = rowOf(entryId);
    for (const file of files) {
      const upload = { key: `${file.name} ${Math.random()}`, fileName: file.name || "Photo", file };
      row.uploads.push(upload);
      void sendPhoto(entryId, upload.key);
    }
    show();
  }

  async function sendPhoto(entryId: string, key: string): Promise<void> {
    const row = rowOf(entryId);
    const upload = row.uploads.find((one) => one.key === key);
    if (!upload) return;
    upload.problem = undefined;
    show();
    try {
      const picture = await shrinkPicture(upload.file);
      const imageUrl = await uploadPicture(picture, {
        fetch: withTimeout(fetch),
        renewToken: session.refresh,
      });
      row.uploads = row.uploads.filter((one) => one.key !== key);
      row.images = [...new Set([...row.images, imageUrl])];
      read(entryId);
      sendAfter(0);
    } catch (error) {
      upload.problem = error instanceof Error ? error.message : IMAGE_FAILED_MESSAGE;
      show();
    }
  }

  /** Opens the row of a part that is on record, to be changed from the version that is shown. */
  function edit(entryId: string, part: StockedPart): void {
    const row = rowOf(entryId);
    const fields = fieldsOf(part);
    Object.assign(row, { part, stored: fields, wanted: fields, warranty: fields.warranty, isTaken: false });
    row.images = [...fields.images];
    row.errors = undefined;
    fill({ [entryId]: fields });
    focusNext.current = entryId;
    show();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useEffect(() => {
    const kept = readKept(storageKey);
    const taken = new Map(listed.map((row) => [row.entryId, row.taken]));
    const again: Record<string, StockFields> = {};
    for (const [entryId, { wanted, sent, version }] of Object.entries(kept)) {
      const part = taken.get(entryId);
      const row = rowOf(entryId);
      row.sent = sent;
      row.wanted = wanted;
      row.warranty = wanted?.warranty;
      row.images = [...(wanted?.images ?? [])];
      // What the server has of it is known by its answer to what is sent again.
      row.part = part && version === part.version ? part : undefined;
      row.stored = row.part ? fieldsOf(row.part) : null;
      if (wanted) again[entryId] = wanted;
    }
    if (Object.keys(again).length > 0) {
      add(Object.keys(again));
      fill(again);
    }
    // What was checked before script ran.
    for (const { value, checked } of form.current?.querySelectorAll<HTMLInputElement>(
      `input[name="${TAKE}"]`,
    ) ?? [])
      if (checked && !(value in again)) read(value);
    sendAfter(0);
    const retry = () => {
      for (const [entryId, row] of rows.current)
        for (const { key, problem } of row.uploads) if (problem) void sendPhoto(entryId, key);
      sendAfter(0);
    };
    const leave = () => {
      isLeaving.current = true;
    };
    addEventListener("online", retry);
    addEventListener("beforeunload", leave);
    return () => {
      removeEventListener("online", retry);
      removeEventListener("beforeunload", leave);
      clearTimeout(timer.current);
    };
  }, []);

  // Someone who reopens a row most likely wants to correct its price, or else its place.
  useEffect(() => {
    const entryId = focusNext.current;
    const first = entryId && (field(entryId, "price") ?? field(entryId, "location"));
    if (!first) return;
    focusNext.current = undefined;
    first.focus();
    first.select();
  });

  // A row that was added by its name is checked right away.
  useEffect(() => {
    const entryId = tickNext.current;
    const tick = entryId && box(entryId);
    if (!entryId || !tick) return;
    tickNext.current = undefined;
    tick.checked = true;
    tick.scrollIntoView({ block: "center" });
    change(tick, "change");
  });

  const all = [...rows.current.values()];
  const isSaved = (row: Row) => row.part !== undefined && !row.isTaken;
  return {
    handlers: {
      onInput: ({ target }: FormEvent) => change(target, "input"),
      onBlur: ({ target }: FormEvent) => {
        if (target instanceof HTMLInputElement && target.name !== TAKE) sendAfter(0);
      },
      onKeyDown: goOn,
    },
    addPhotos,
    edit,
    retryPhoto: (entryId: string, key: string) => void sendPhoto(entryId, key),
    takeSoon: (entryId: string) => {
      tickNext.current = entryId;
    },
    initial: (entryId: string) => {
      const fields = filled[entryId]?.fields;
      return fields && { ...fields, isTicked: true };
    },
    /** Changes whenever `initial` does. */
    timesFilled: (entryId: string) => filled[entryId]?.times ?? 0,
    view: (entryId: string): RowView | undefined => {
      const row = rows.current.get(entryId);
      return row && toView(row, problem);
    },
    savedIds: all.flatMap((row) => (isSaved(row) && row.part ? [row.part.id] : [])),
    removedIds: removedIds.current,
    /** True if there is something that waiting alone won't save, or photos that only the page has. */
    isLeftUnsaved: () =>
      [...rows.current.values()].some(
        (row) => row.errors || row.uploads.length > 0 || (problem !== undefined && isOpen(row)),
      ),
    summary: {
      saved: listed.filter(({ entryId, taken }) => {
        const row = rows.current.get(entryId);
        return row ? isSaved(row) || row.isTaken : taken !== undefined;
      }).length,
      refused: all.filter((row) => row.errors).length,
      waiting: all.filter((row) => !row.errors && (isOpen(row) || row.uploads.length > 0)).length,
      problem,
    },
  };
}

/** True if a row has yet to be sent to the server. */
function isOpen({ wanted, stored, sent, errors, refused }: Row): boolean {
  if (sent) return true;
  if (errors && isSame(refused ?? null, wanted)) return false;
  return !isSame(wanted, stored);
}

function isSame(one: StockFields | null, other: StockFields | null): boolean {
  return JSON.stringify(one && sorted(one)) === JSON.stringify(other && sorted(other));
}

function sorted(fields: StockFields) {
  return [...TYPED_FIELDS.map((name) => fields[name]), fields.warranty, fields.images];
}

function fieldsOf({
  price,
  location,
  damage,
  coreCharge,
  weight,
  warranty,
  images,
}: StockedPart): StockFields {
  return { price, location, damage, coreCharge, weight, warranty, images };
}

function toView(row: Row, problem: Problem | undefined): RowView {
  const { part, errors, images, uploads, isTaken, isForbidden = false } = row;
  const status = () => {
    if (isTaken) return "taken";
    if (errors) return "invalid";
    if (isOpen(row)) return problem ? "unsaved" : "saving";
    return part ? "saved" : "idle";
  };
  return { status: status(), isOwn: !isTaken, part, isForbidden, errors, images, uploads };
}

function toBody(entryId: string, fields: StockFields | null, part: StockedPart | undefined): URLSearchParams {
  const body = new URLSearchParams();
  if (part) body.set("version", part.version);
  if (fields) {
    for (const name of [...TYPED_FIELDS, WARRANTY] as const) body.set(rowField(entryId, name), fields[name]);
    for (const imageUrl of fields.images) body.append(rowField(entryId, "images"), imageUrl);
  }
  return body;
}

/** @returns the answer, or why there is none */
async function post(url: string, body: URLSearchParams): Promise<StockResult | Problem> {
  try {
    // Lynx and proxies turn a POST without any field into a GET.
    if ([...body].length === 0) body.set("intent", "remove");
    const response = await withTimeout(fetch)(url, { method: "POST", body, redirect: "manual" });
    if (response.type === "opaqueredirect" || response.status === 401) return "signed-out";
    if (response.status === 404) return "gone";
    const result: unknown = await response.json();
    return isRecord(result) && typeof result.outcome === "string" ? (result as StockResult) : "offline";
  } catch {
    return "offline";
  }
}

type Kept = Record<string, { wanted: StockFields | null; sent?: Row["sent"]; version?: string }>;

function readKept(storageKey: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (!isRecord(kept)) return {};
    // A row that an earlier version of this page has kept lacks the fields that are new since.
    const complete = (fields: StockFields | null) => fields && { ...EMPTY_ROW, ...fields };
    return Object.fromEntries(
      Object.entries(kept as Kept).map(([entryId, { wanted, sent, version }]) => [
        entryId,
        { wanted: complete(wanted), sent: sent && { fields: complete(sent.fields) }, version },
      ]),
    );
  } catch {
    return {};
  }
}
