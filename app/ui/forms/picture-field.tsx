import type { FieldMetadata } from "@conform-to/react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { parsePublicId } from "~/pictures/picture";
import { IMAGE_TYPES } from "~/pictures/upload";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { VehiclePicture } from "~/ui/vehicles/picture";
import { Checkbox } from "./fields";
import { type PictureUpload, usePictureUpload } from "./use-picture-upload";

interface PictureFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this field is in any form
  field: FieldMetadata<any, any, string[]>;
  /** The error of the picture that was posted with the form. */
  problem?: string | undefined;
}

/**
 * A vehicle's picture in a staff form. Without script it is a file field, `image`, and a checkbox, `removeImage`. Once
 * hydrated, a chosen picture is uploaded at once and `imageUrl` has its URL; one chosen earlier is posted with the form.
 */
export function PictureField({ field, problem }: PictureFieldProps) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const initial = typeof field.initialValue === "string" ? field.initialValue : "";
  // The `imageUrl` at hydration if a file had been chosen by then; the response to the post has another one.
  const [initialWithFile, setInitialWithFile] = useState<string>();
  const uploads = hydrated && initialWithFile !== initial;
  const upload = usePictureUpload({ initial, problem, input });
  const { imageUrl, choose } = upload;
  const error = upload.problem ?? problem;
  const hint = `${field.id}-hint`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useEffect(() => {
    if (input.current?.files?.length) setInitialWithFile(initial);
  }, []);

  return (
    <div className={`field picture-field ${error ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        Photo<span className="field__optional"> (optional)</span>
      </label>
      <input type="hidden" name={field.name} form={field.formId} value={imageUrl} />
      <DropZone onDrop={uploads ? choose : undefined}>
        <CurrentPicture imageUrl={imageUrl} />
        <div className="picture-field__choice">
          <p className="field__hint" id={hint}>
            {uploads
              ? "JPG, PNG, or WebP. We'll shrink large photos first."
              : "JPG, PNG, or WebP, up to 5 MB."}
          </p>
          <input
            ref={input}
            className={uploads ? "picture-field__input" : "input"}
            type="file"
            id={field.id}
            // Without a name the file is not posted again with the form.
            name={uploads ? undefined : "image"}
            form={field.formId}
            accept={IMAGE_TYPES.join(",")}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${hint} ${field.errorId}` : hint}
            onChange={({ currentTarget }) => {
              if (uploads) chooseFrom(currentTarget, choose);
            }}
          />
          {uploads ? (
            <Buttons id={field.id} upload={upload} />
          ) : (
            imageUrl && (
              <Checkbox label="Remove this photo" name="removeImage" form={field.formId} value="yes" />
            )
          )}
        </div>
      </DropZone>
      <UploadProgress upload={upload} />
      {error ? (
        <p className="field__error" id={field.errorId} role={upload.problem ? "alert" : undefined}>
          <Icon name="alert" size={18} /> {error}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {upload.announcement}
      </p>
    </div>
  );
}

function chooseFrom(input: HTMLInputElement, choose: PictureUpload["choose"]): void {
  const file = input.files?.[0];
  // Clears the input, so that the same file can be chosen again after an error.
  input.value = "";
  choose(file);
}

/** Accepts a dropped picture once hydrated. */
function DropZone({
  onDrop,
  children,
}: {
  onDrop: PictureUpload["choose"] | undefined;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  if (!onDrop) return <div className="picture-field__drop-zone">{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      className={`picture-field__drop-zone ${isOver ? "picture-field__drop-zone--over" : ""}`}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

function CurrentPicture({ imageUrl }: { imageUrl: string }) {
  if (parsePublicId(imageUrl) === undefined)
    return (
      <span className="picture-field__none">
        <Icon name="camera" size={32} />
      </span>
    );
  return (
    <VehiclePicture
      className="picture-field__picture"
      imageUrl={imageUrl}
      name="The vehicle as the site shows it"
      sizes="(min-width: 768px) 20rem, 80vw"
    />
  );
}

function Buttons({ id, upload: { imageUrl, remove } }: { id: string; upload: PictureUpload }) {
  return (
    <div className="cluster">
      <label className="button button--secondary button--small" htmlFor={id}>
        <Icon name="camera" size={20} /> {imageUrl ? "Replace Photo" : "Choose Photo"}
      </label>
      {imageUrl ? (
        <button type="button" className="button button--quiet button--small" onClick={remove}>
          <Icon name="trash" size={20} /> Remove<span className="visually-hidden"> picture</span>
        </button>
      ) : (
        <span className="picture-field__drop">or drop one here</span>
      )}
    </div>
  );
}

interface UploadProgressProps {
  upload: Pick<PictureUpload, "sent" | "isAwaited" | "cancel">;
}

/** The progress of an upload, and its Cancel button. */
export function UploadProgress({ upload: { sent, isAwaited, cancel } }: UploadProgressProps) {
  const row = useRef<HTMLDivElement>(null);
  // The submit button is further down, so scroll to the reason for the delay.
  useEffect(() => {
    if (isAwaited) row.current?.scrollIntoView({ block: "center" });
  }, [isAwaited]);
  if (sent === undefined) return null;
  const isSent = sent >= 1;
  return (
    <div className="picture-field__progress" ref={row}>
      <progress aria-label="Uploading the photo" max={1} {...(isSent ? {} : { value: sent })} />
      <span className="picture-field__percent">{isSent ? "Preparing…" : `${Math.floor(sent * 100)}%`}</span>
      <button type="button" className="button button--quiet button--small" onClick={cancel}>
        Cancel<span className="visually-hidden"> upload</span>
      </button>
      {isAwaited ? <p role="status">The form will be sent as soon as the photo is uploaded.</p> : null}
    </div>
  );
}
