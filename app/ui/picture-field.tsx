import type { FieldMetadata } from "@conform-to/react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { publicIdOf } from "~/models/image";
import { IMAGE_TYPES } from "~/models/image-upload";
import { Checkbox } from "./form";
import { Icon } from "./icon";
import { useScripted } from "./scripted";
import { type PictureUpload, usePictureUpload } from "./use-picture-upload";
import { VehiclePicture } from "./vehicle-picture";

interface PictureFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and the rest of the form is none of this field's business
  field: FieldMetadata<any, any, string[]>;
  /** What was wrong with the picture that came with the form. */
  problem?: string | undefined;
}

/**
 * A vehicle's picture in a staff form. Without script a file field, `image`, and a box that takes the present picture
 * away, `removeImage`; with script the picture is uploaded as soon as it is chosen, and `imageUrl` names it.
 */
export function PictureField({ field, problem }: PictureFieldProps) {
  const scripted = useScripted();
  const input = useRef<HTMLInputElement>(null);
  const initial = typeof field.initialValue === "string" ? field.initialValue : "";
  const upload = usePictureUpload({ initial, problem, input });
  const { imageUrl, choose } = upload;
  const wrong = upload.problem ?? problem;
  const hint = `${field.id}-hint`;

  // A picture that was chosen before script came would otherwise go out with the form, unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when script takes over
  useEffect(() => {
    if (scripted && input.current) takeFrom(input.current, choose);
  }, [scripted]);

  return (
    <div className={`field picture-field ${wrong ? "field--wrong" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        Picture<span className="field__optional"> (optional)</span>
      </label>
      <input type="hidden" name={field.name} form={field.formId} value={imageUrl} />
      <Bay onDrop={scripted ? choose : undefined}>
        <Present imageUrl={imageUrl} />
        <div className="picture-field__choice">
          <p className="field__hint" id={hint}>
            JPG, PNG, or WebP, up to 5 MB.
          </p>
          <input
            ref={input}
            className={scripted ? "picture-field__input" : "input"}
            type="file"
            id={field.id}
            // With script the picture is on the server already: it does not go out a second time with the form.
            name={scripted ? undefined : "image"}
            form={field.formId}
            accept={IMAGE_TYPES.join(",")}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${hint} ${field.errorId}` : hint}
            onChange={({ currentTarget }) => {
              if (scripted) takeFrom(currentTarget, choose);
            }}
          />
          {scripted ? (
            <Buttons id={field.id} upload={upload} />
          ) : (
            <RemoveBox field={field} shown={!!imageUrl} />
          )}
        </div>
      </Bay>
      <UploadProgress upload={upload} />
      {wrong ? (
        <p className="field__error" id={field.errorId} role={upload.problem ? "alert" : undefined}>
          <Icon name="alert" size={18} /> {wrong}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {upload.news}
      </p>
    </div>
  );
}

function takeFrom(input: HTMLInputElement, choose: PictureUpload["choose"]): void {
  const file = input.files?.[0];
  // Emptied, so that the same file can be chosen again after an error.
  input.value = "";
  choose(file);
}

/** The place where the picture stands; with script a new one can be dropped there. */
function Bay({ onDrop, children }: { onDrop: PictureUpload["choose"] | undefined; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  if (!onDrop) return <div className="picture-field__bay">{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way for the mouse; the button inside is for everyone
    <div
      className={`picture-field__bay ${isOver ? "picture-field__bay--over" : ""}`}
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

function Present({ imageUrl }: { imageUrl: string }) {
  if (publicIdOf(imageUrl) === undefined)
    return (
      <span className="picture-field__none">
        <Icon name="camera" size={32} />
      </span>
    );
  return (
    <VehiclePicture
      className="picture-field__present"
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
        <Icon name="camera" size={20} /> {imageUrl ? "Replace Picture" : "Choose Picture"}
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

function RemoveBox({ field, shown }: { field: PictureFieldProps["field"]; shown: boolean }) {
  if (!shown) return null;
  return <Checkbox label="Remove this picture" name="removeImage" form={field.formId} value="yes" />;
}

interface UploadProgressProps {
  upload: Pick<PictureUpload, "sent" | "isAwaited" | "cancel">;
}

/** How far a picture is on its way, and the way to call it back. */
export function UploadProgress({ upload: { sent, isAwaited, cancel } }: UploadProgressProps) {
  const row = useRef<HTMLDivElement>(null);
  // Whoever pressed a button further down sees why nothing has been sent yet.
  useEffect(() => {
    if (isAwaited) row.current?.scrollIntoView({ block: "center" });
  }, [isAwaited]);
  if (sent === undefined) return null;
  const all = sent >= 1;
  return (
    <div className="picture-field__progress" ref={row}>
      <progress aria-label="Uploading the picture" max={1} {...(all ? {} : { value: sent })} />
      <span className="picture-field__share">{all ? "Preparing…" : `${Math.floor(sent * 100)}%`}</span>
      <button type="button" className="button button--quiet button--small" onClick={cancel}>
        Cancel<span className="visually-hidden"> upload</span>
      </button>
      {isAwaited ? <p role="status">The form is sent as soon as the picture is uploaded.</p> : null}
    </div>
  );
}
