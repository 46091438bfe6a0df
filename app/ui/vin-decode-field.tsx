import { type FieldMetadata, type FormMetadata, getInputProps } from "@conform-to/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { DecodeProblem } from "~/models/vehicle-decode";
import { type InventoryType, normalizeVin, VIN_LENGTH, VIN_SENTENCES } from "~/models/vin";
import { FieldErrors } from "./form";
import { Notice } from "./notice";
import { useScripted } from "./scripted";
import { type Decoding, useVinDecoding } from "./vin-decoding";
import { cleanVin, vinHint } from "./vin-input";

interface VinDecodeFieldProps {
  /** Whose form it is, which decides what its fields take. */
  kind: InventoryType;
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this stands in any form
  field: FieldMetadata<any, any, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  form: FormMetadata<any, string[]>;
  /** What came of a posted decode; it belongs to the VIN that the form starts with. */
  problem?: DecodeProblem | undefined;
}

/**
 * The VIN of a vehicle form, its Decode button, and what came of it (specification, sections 2, 5 and 8). Without
 * script the button posts the form with `intent=decode`, for `decodeIntoForm`.
 */
export function VinDecodeField({ kind, field, form, problem }: VinDecodeFieldProps) {
  const scripted = useScripted();
  const vin = vinOf(field.value);
  const { decoding, start } = useVinDecoding(kind, form.id, vin);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hintId = `${field.id}-hint`;
  const problemId = `${field.id}-problem`;
  const complete = vin.length === VIN_LENGTH;
  const posted = vin === vinOf(field.initialValue) ? problem : undefined;
  const shown =
    decoding.state === "none" ? posted : decoding.state === "failed" ? decoding.problem : undefined;

  // What was typed before script came is not known to conform yet.
  useEffect(() => {
    const { current } = input;
    if (current && current.value !== current.defaultValue) {
      current.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, []);

  // A scanner ends a VIN with the Enter key, which must not save the form.
  function decodeOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !complete) return;
    event.preventDefault();
    start();
  }

  // The alert leaves, and its button with it.
  function tryAgain() {
    button.current?.focus();
    start();
  }

  return (
    <div className={`field field--vin vin-decode ${field.errors ? "field--wrong" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        VIN
      </label>
      <div className="vin-decode__row">
        <input
          className="input"
          // Without a maxLength, which would cut a pasted VIN before its hyphens are out.
          {...getInputProps(field, { type: "text", ariaDescribedBy: `${hintId} ${problemId}` })}
          ref={input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onInput={(event) => cleanVin(event.currentTarget)}
          onKeyDown={scripted ? decodeOnEnter : undefined}
        />
        <button
          ref={button}
          className="button button--secondary"
          disabled={scripted && !complete}
          // Disabled it would lose the focus.
          aria-disabled={decoding.state === "busy" || undefined}
          {...(scripted ? { type: "button", onClick: start } : POSTS_DECODE)}
        >
          {decoding.state === "busy" ? "Decoding..." : "Decode VIN"}
        </button>
      </div>
      <div className="vin-decode__words">
        <p className="field__hint" id={hintId}>
          {scripted ? hintsOf(vin, field.errors).map((hint) => <span key={hint}>{hint}</span>) : null}
        </p>
        <p className="vin-decode__status" role="status">
          {statusOf(decoding)}
        </p>
      </div>
      <FieldErrors field={field} />
      <div className="vin-decode__problem" id={problemId}>
        {shown && !field.errors?.includes(shown.sentence) ? (
          <Notice tone="error" title={shown.sentence} role="alert">
            {shown.retry ? (
              <button
                className="button button--secondary button--small"
                {...(scripted ? { type: "button", onClick: tryAgain } : POSTS_DECODE)}
              >
                Try again
              </button>
            ) : null}
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

const POSTS_DECODE = { type: "submit", name: "intent", value: "decode", formNoValidate: true } as const;

function vinOf(value: unknown): string {
  return typeof value === "string" ? normalizeVin(value) : "";
}

/** Why the button is disabled, unless the field's error says so, and how far the VIN is. */
function hintsOf(vin: string, errors: string[] = []): string[] {
  const missing = vin.length < VIN_LENGTH ? VIN_SENTENCES.malformed : "";
  const hints = new Set([missing, vinHint(vin)].filter((hint) => hint && !errors.includes(hint)));
  return [...hints];
}

function statusOf(decoding: Decoding): string {
  if (decoding.state === "busy") return "Looking the VIN up...";
  return decoding.state === "filled" ? `${decoding.vehicle}: filled in below. Please check it.` : "";
}
