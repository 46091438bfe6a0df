import type { FieldMetadata } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { type DragEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { ADD_INTENT, imageField, MAX_IMAGES, moveIntent } from "~/pictures/image-rows";
import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from "~/pictures/upload";
import { VehiclePicture } from "~/site/vehicles/picture";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { truncate } from "~/values/format";
import { type PictureItem, type Pictures, usePictures } from "./use-pictures";
import { type RowDrag, useRowDrag } from "./use-row-drag";

interface PicturesFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this field is in any form
  field: FieldMetadata<any, any, string[]>;
  /** The id of the part of the page that a button without script comes back to. */
  anchor: string;
  /** The errors of the pictures that were posted with the form. */
  problems: readonly string[];
}

/**
 * A vehicle's pictures in a staff form, in order. Without script they are a file field, `image`, and rows whose buttons post the
 * form. Once hydrated, chosen pictures are uploaded at once, and the rows have their URLs; those chosen earlier too.
 */
export function PicturesField({ field, anchor, problems }: PicturesFieldProps) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const pictures = usePictures({ initial: field.initialValue, input });
  const { items, choose } = pictures;
  const hint = `${field.id}-hint`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useEffect(() => {
    if (input.current) chooseFrom(input.current, choose);
  }, []);

  return (
    <div className={`field pictures-field ${problems.length > 0 ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        Photos<span className="field__optional"> (optional)</span>
      </label>
      <p className="field__hint" id={hint}>
        {hydrated
          ? `Up to ${MAX_IMAGES} JPG, PNG, or WebP files. We'll shrink large photos first. The first one shows in lists.`
          : `Up to ${MAX_IMAGES} JPG, PNG, or WebP files of up to 5 MB each. The first one shows in lists.`}
      </p>
      {problems.length > 0 ? (
        <ul className="field__error gap-1 breaks" id={field.errorId}>
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="alert" size={18} /> {problem}
            </li>
          ))}
        </ul>
      ) : null}
      <PictureRows pictures={pictures} formId={field.formId} anchor={anchor} hydrated={hydrated} />
      <DropZone onDrop={hydrated ? choose : undefined}>
        <input
          ref={input}
          className={hydrated ? "pictures-field__input" : "input"}
          type="file"
          multiple
          id={field.id}
          // Without a name the files are not posted again with the form.
          name={hydrated ? undefined : "image"}
          form={field.formId}
          accept={IMAGE_TYPES.join(",")}
          aria-invalid={problems.length > 0 ? true : undefined}
          aria-describedby={problems.length > 0 ? `${hint} ${field.errorId}` : hint}
          onChange={({ currentTarget }) => {
            if (hydrated) chooseFrom(currentTarget, choose);
          }}
        />
        {hydrated ? (
          <div className="cluster">
            <label className="button button--secondary button--small" htmlFor={field.id}>
              <Icon name="camera" size={20} /> {items.length > 0 ? "Add Photos" : "Choose Photos"}
            </label>
            <span className="muted pictures-field__drop">or drop them here</span>
          </div>
        ) : (
          <ArrangeButton intent={ADD_INTENT} formId={field.formId} anchor={anchor}>
            Upload Photos
          </ArrangeButton>
        )}
      </DropZone>
      {pictures.isAwaited ? (
        <p className="pictures-field__awaited" role="status">
          The form will be sent as soon as the photos are uploaded.
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {pictures.announcement}
      </p>
    </div>
  );
}

function chooseFrom(input: HTMLInputElement, choose: Pictures["choose"]): void {
  const files = [...(input.files ?? [])];
  if (files.length === 0) return;
  // Clears the input, so that the same file can be chosen again after an error.
  input.value = "";
  choose(files);
}

/** Accepts dropped pictures once hydrated. */
function DropZone({ onDrop, children }: { onDrop: Pictures["choose"] | undefined; children: ReactNode }) {
  const zone = useRef<HTMLDivElement>(null);
  const mark = (isOver: boolean) => zone.current?.classList.toggle("pictures-field__drop-zone--over", isOver);
  if (!onDrop) return <div className="grid gap-3 lines pictures-field__drop-zone">{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      ref={zone}
      className="grid gap-3 lines pictures-field__drop-zone"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        mark(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) mark(false);
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        mark(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

interface PictureRowsProps {
  pictures: Pictures;
  formId: string;
  anchor: string;
  hydrated: boolean;
}

function PictureRows({ pictures, formId, anchor, hydrated }: PictureRowsProps) {
  const { items, move } = pictures;
  const list = useRef<HTMLOListElement>(null);
  const drag = useRowDrag({ list, onMove: move });
  const focused = useRef<{ key: string; direction: Direction }>();

  // A moved row loses the focus; at the end of the list its button is disabled, and the other one takes it.
  useEffect(() => {
    if (!focused.current) return;
    const { key, direction } = focused.current;
    focused.current = undefined;
    const index = items.findIndex((item) => item.key === key);
    const buttons = list.current?.children[index]?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [];
    const [pressed, other] = direction === "up" ? buttons : [...buttons].reverse();
    (pressed?.disabled ? other : pressed)?.focus();
  }, [items]);

  if (items.length === 0) return null;
  let row = -1;
  return (
    <ol className="grid gap-2" ref={list}>
      {items.map((item, index) => {
        const common = { item, index, ...drag.rowProps(index) };
        if (item.upload) return <UploadRow key={item.key} {...common} pictures={pictures} />;
        row += 1;
        return (
          <StoredRow
            key={item.key}
            {...common}
            row={row}
            count={items.length}
            formId={formId}
            anchor={anchor}
            drag={hydrated ? drag : undefined}
            onMove={
              hydrated
                ? (direction) => {
                    focused.current = { key: item.key, direction };
                    move(index, index + (direction === "up" ? -1 : 1));
                  }
                : undefined
            }
          />
        );
      })}
    </ol>
  );
}

type Direction = "up" | "down";

/** A longer text is cut off while its row is closed. */
const MAX_SUMMARY_LENGTH = 40;

interface StoredRowProps extends ReturnType<RowDrag["rowProps"]> {
  item: PictureItem;
  /** Its place in the list, from 0. */
  index: number;
  /** Its place among the stored pictures, which its fields are numbered by. */
  row: number;
  count: number;
  formId: string;
  anchor: string;
  drag: RowDrag | undefined;
  onMove: ((direction: Direction) => void) | undefined;
}

/** A stored picture. Its box removes it when the form is saved; until then, clearing the box brings it back. */
function StoredRow({ item, index, row, count, formId, anchor, drag, onMove, ...rowProps }: StoredRowProps) {
  const { imageUrl, alt, caption, removed } = item;
  const name = `photo ${index + 1}`;
  const moveButton = (direction: Direction) => (
    <ArrangeButton
      intent={moveIntent(row, direction)}
      formId={formId}
      anchor={anchor}
      className="button button--quiet button--small picture-row__move"
      disabled={direction === "up" ? index === 0 : index === count - 1}
      onPress={onMove && (() => onMove(direction))}
    >
      <Icon name={direction === "up" ? "chevron-up" : "chevron-down"} size={20} />
      <span className="visually-hidden">
        Move {name} {direction}
      </span>
    </ArrangeButton>
  );
  return (
    <li className="grid gap-0 gap-x-3 box relative picture-row" {...rowProps}>
      <input type="hidden" name={imageField(row, "imageUrl")} form={formId} value={imageUrl} />
      <div className="frame picture-row__picture" {...drag?.handleProps(index)}>
        <VehiclePicture imageUrl={imageUrl} name={`Photo ${index + 1}`} sizes="8rem" />
      </div>
      <div className="cluster gap-0 picture-row__actions">
        {moveButton("up")}
        {moveButton("down")}
        <label className="tap relative bold picture-row__removal">
          <input
            type="checkbox"
            name={imageField(row, "removed")}
            form={formId}
            value="yes"
            defaultChecked={removed}
            aria-label={`Remove ${name}`}
          />
          <span className="row gap-1 picture-row__remove">
            <Icon name="trash" size={20} /> Remove
          </span>
          <span className="picture-row__undo" hidden>
            Undo
          </span>
        </label>
      </div>
      <p className="muted picture-row__removed" hidden>
        Photo removed
      </p>
      <details className="picture-row__texts">
        <summary className="arrow row note">
          <span className="breaks">
            Caption and alt text
            <span className="visually-hidden"> of {name}</span>
            {caption || alt ? `: ${truncate(caption || alt, MAX_SUMMARY_LENGTH)}` : null}
          </span>
        </summary>
        <TextInput
          label="Caption"
          context={name}
          name={imageField(row, "caption")}
          formId={formId}
          value={caption}
          hint="Shown below the photo."
        />
        <TextInput
          label="Alt text"
          context={name}
          name={imageField(row, "alt")}
          formId={formId}
          value={alt}
          hint="What it shows, for people who can't see it."
        />
      </details>
    </li>
  );
}

interface TextInputProps {
  label: string;
  /** Which picture, for screen readers. */
  context: string;
  name: string;
  formId: string;
  value: string;
  hint: string;
}

function TextInput({ label, context, name, formId, value, hint }: TextInputProps) {
  return (
    <label className="grid gap-1 picture-row__text">
      <span>
        {label}
        <span className="visually-hidden"> of {context}</span> <span className="field__optional">{hint}</span>
      </span>
      <input className="input" type="text" name={name} form={formId} defaultValue={value} maxLength={200} />
    </label>
  );
}

interface ArrangeButtonProps {
  intent: string;
  formId: string;
  anchor: string;
  className?: string;
  disabled?: boolean;
  /** Replaces the post once hydrated. */
  onPress?: (() => void) | undefined;
  children: ReactNode;
}

/** A button that posts the form to change its pictures, without saving it; the page then opens at its pictures again. */
function ArrangeButton({ intent, formId, anchor, onPress, ...props }: ArrangeButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <button
      type="submit"
      className="button button--secondary button--small"
      name="intent"
      value={intent}
      form={formId}
      formAction={`${pathname}${search}#${anchor}`}
      formNoValidate
      data-move={onPress ? "" : undefined}
      onClick={
        onPress &&
        ((event: MouseEvent) => {
          event.preventDefault();
          onPress();
        })
      }
      {...props}
    />
  );
}

interface UploadRowProps extends ReturnType<RowDrag["rowProps"]> {
  item: PictureItem;
  index: number;
  pictures: Pick<Pictures, "retry" | "cancel">;
}

/** The problems that sending the same file again cannot solve. */
const NOT_RETRYABLE: readonly string[] = [IMAGE_TYPE_MESSAGE, IMAGE_SIZE_MESSAGE];

/** A picture on its way, or one that failed. */
export function UploadRow({ item, index: _index, pictures, ...rowProps }: UploadRowProps) {
  if (!item.upload) return null;
  const { file, sent, problem } = item.upload;
  return (
    <li
      className={`grid gap-0 gap-x-3 box relative picture-row picture-row--upload ${problem ? "field--invalid" : ""}`}
      {...rowProps}
    >
      <span className="frame picture-row__picture muted picture-row__picture--none">
        <Icon name={problem ? "alert" : "camera"} size={28} />
      </span>
      <div className="grid gap-1 picture-row__upload">
        <p className="wide bold breaks">{file.name}</p>
        {problem ? (
          <p className="field__error" role="alert">
            {problem}
          </p>
        ) : (
          <UploadProgress name={file.name} sent={sent} />
        )}
      </div>
      <div className="cluster gap-0 picture-row__actions">
        {problem && !NOT_RETRYABLE.includes(problem) ? (
          <button
            type="button"
            className="button button--quiet button--small"
            onClick={() => pictures.retry(item)}
          >
            Retry<span className="visually-hidden"> {file.name}</span>
          </button>
        ) : null}
        <button
          type="button"
          className="button button--quiet button--small"
          onClick={() => pictures.cancel(item)}
        >
          {problem ? "Dismiss" : "Cancel"}
          <span className="visually-hidden"> {file.name}</span>
        </button>
      </div>
    </li>
  );
}

function UploadProgress({ name, sent }: { name: string; sent: number | undefined }) {
  const isSent = sent !== undefined && sent >= 1;
  const text = sent === undefined ? "Waiting" : isSent ? "Preparing…" : `${Math.floor(sent * 100)}%`;
  return (
    <div className="row gap-3 picture-row__progress">
      <progress aria-label={`Uploading ${name}`} max={1} {...(isSent ? {} : { value: sent ?? 0 })} />
      <span className="picture-row__percent">{text}</span>
    </div>
  );
}
