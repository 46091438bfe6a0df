import { type FieldMetadata, type FormMetadata, getInputProps } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SEARCH_PAGE } from "~/search/search";
import { FieldErrors } from "~/ui/forms/fields";
import { VinCamera } from "~/ui/forms/vin-camera";
import { cleanVin, vinHint } from "~/ui/forms/vin-input";
import { Notice } from "~/ui/layout/notice";
import { useHydrated } from "~/ui/layout/use-hydrated";
import type { DecodeProblem } from "~/vin/form-fields";
import { normalizeVin, VIN_LENGTH, VIN_MESSAGES } from "~/vin/validate";
import { useVinDecode, type VinDecode } from "./use-vin-decode";

interface VinDecodeFieldProps {
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and this field is in any form
  field: FieldMetadata<any, any, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  form: FormMetadata<any, string[]>;
  /** Of a stored vehicle without a VIN. */
  optional?: boolean | undefined;
  /** The error of a decode that was posted without script, for the VIN that the form starts with. */
  problem?: DecodeProblem | undefined;
  /** What such a decode says about a car with this VIN that is in stock. */
  inStock?: string | undefined;
}

/**
 * A vehicle form's VIN, the Decode button and its result. Without script the button
 * posts the form with `intent=decode`, for `decodeIntoForm`.
 */
export function VinDecodeField({ kind, field, form, optional, problem, inStock }: VinDecodeFieldProps) {
  const hydrated = useHydrated();
  const vin = toVin(field.value);
  const { decoding, start } = useVinDecode(kind, form.id, vin);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hintId = `${field.id}-hint`;
  const problemId = `${field.id}-problem`;
  const isComplete = vin.length === VIN_LENGTH;
  const posted = vin === toVin(field.initialValue) ? { problem, inStock } : undefined;
  const current = decoding.state === "none" ? posted : decoding;
  const currentProblem = current && "problem" in current ? current.problem : undefined;
  const currentStock = current && "inStock" in current ? current.inStock : undefined;

  // conform has not seen what was typed before hydration.
  useEffect(() => {
    const { current } = input;
    if (current && current.value !== current.defaultValue) {
      current.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, []);

  // What the camera has read is decoded as soon as the field has it.
  const [scanned, setScanned] = useState("");
  useEffect(() => {
    if (scanned === "" || scanned !== vin) return;
    setScanned("");
    void start();
  });

  // A barcode scanner types Enter after the VIN, which must not save the form.
  function decodeOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !isComplete) return;
    event.preventDefault();
    start();
  }

  // The pressed button is removed with the alert.
  function tryAgain() {
    button.current?.focus();
    start();
  }

  return (
    <div className={`field field--vin vin-decode ${field.errors ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        VIN
        {optional ? <span className="field__optional"> (optional)</span> : null}
      </label>
      <div className="grid gap-3 vin-decode__row">
        <input
          className="input"
          // No maxLength: it would cut a pasted VIN before its hyphens are removed.
          {...getInputProps(field, { type: "text", ariaDescribedBy: `${hintId} ${problemId}` })}
          ref={input}
          required={!optional}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onInput={(event) => cleanVin(event.currentTarget)}
          onKeyDown={hydrated ? decodeOnEnter : undefined}
        />
        <button
          ref={button}
          className="button button--secondary"
          disabled={hydrated && !isComplete}
          // A disabled button would lose focus.
          aria-disabled={decoding.state === "busy" || undefined}
          {...(hydrated ? { type: "button", onClick: start } : POSTS_DECODE)}
        >
          {decoding.state === "busy" ? "Decoding..." : "Decode VIN"}
        </button>
      </div>
      <VinCamera inputId={field.id} onRead={setScanned} />
      <div className="small vin-decode__messages">
        <p className="field__hint" id={hintId}>
          {hydrated ? hintsFor(vin, field.errors).map((hint) => <span key={hint}>{hint}</span>) : null}
        </p>
        <p className="bold tone--good" role="status">
          {statusFor(decoding)}
        </p>
      </div>
      <FieldErrors field={field} />
      <div className="vin-decode__problem" id={problemId}>
        {currentStock ? (
          <Notice tone="info" title={currentStock} role="status">
            <p>
              <Link to={`${SEARCH_PAGE}?q=${vin}`}>Look at it first</Link>
            </p>
          </Notice>
        ) : null}
        {currentProblem && !field.errors?.includes(currentProblem.message) ? (
          <Notice tone="error" title={currentProblem.message} role="alert">
            {currentProblem.hint ? <p>{currentProblem.hint}</p> : null}
            {currentProblem.canRetry ? (
              <button
                className="button button--secondary button--small"
                {...(hydrated ? { type: "button", onClick: tryAgain } : POSTS_DECODE)}
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

function toVin(value: unknown): string {
  return typeof value === "string" ? normalizeVin(value) : "";
}

/** Why the button is disabled, unless the field's error says so, and the progress of the VIN. */
function hintsFor(vin: string, errors: string[] = []): string[] {
  const missing = vin.length < VIN_LENGTH ? VIN_MESSAGES.malformed : "";
  const hints = new Set([missing, vinHint(vin)].filter((hint) => hint && !errors.includes(hint)));
  return [...hints];
}

function statusFor(decoding: VinDecode): string {
  if (decoding.state === "busy") return "Looking up the VIN...";
  return decoding.state === "filled" ? `${decoding.vehicle}: filled in below. Please check it.` : "";
}
