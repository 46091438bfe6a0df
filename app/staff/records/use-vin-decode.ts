import { useParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { decodeVin } from "~/api/client/vin";
import { useToaster } from "~/ui/layout/toast";
import { vehicleName } from "~/vehicles/inventory";
import { type DecodeProblem, toFormUpdate } from "~/vin/form-fields";
import { isValidVin, VIN_MESSAGES } from "~/vin/validate";

/** The state of decoding the VIN in the field. */
export type VinDecode =
  | { state: "none" }
  | { state: "busy" }
  | { state: "filled"; vehicle: string; inStock?: string | undefined }
  | { state: "failed"; problem: DecodeProblem; inStock?: string | undefined };

/** Decodes a vehicle form's VIN through the API and fills in the form. A new call, or another VIN, aborts the call before. */
export function useVinDecode(
  kind: string,
  formId: string,
  vin: string,
): { decoding: VinDecode; start: () => Promise<void> } {
  const [decoding, setDecoding] = useState<VinDecode>({ state: "none" });
  const [newCall] = useState(latestOnly);
  const toaster = useToaster();
  // The vehicle of an edit page.
  const { id } = useParams();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another VIN cancels the call
  useEffect(
    () => () => {
      newCall();
      setDecoding({ state: "none" });
    },
    [newCall, vin],
  );

  async function start() {
    if (decoding.state === "busy") return;
    if (!isValidVin(vin)) {
      setDecoding({ state: "failed", problem: { message: VIN_MESSAGES.malformed, canRetry: false } });
      return;
    }
    const signal = newCall();
    // The toast on screen may be about another VIN.
    toaster.dismiss();
    setDecoding({ state: "busy" });
    const decode = await decodeVin(vin, { signal, exceptId: id }).catch(() => undefined);
    if (!decode || signal.aborted) return;
    const { values, problem, inStock, toast } = toFormUpdate(kind, decode);
    fillForm(document.forms.namedItem(formId), values);
    setDecoding(
      problem
        ? { state: "failed", problem, inStock }
        : { state: "filled", vehicle: vehicleName({ ...values, year: Number(values.year) }), inStock },
    );
    if (toast) toaster.show(toast);
  }

  return { decoding, start };
}

/** Each call aborts the signal of the call before it. */
function latestOnly(): () => AbortSignal {
  let current = new AbortController();
  return () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };
}

/**
 * Sets the values of a form's controls with the events of typing. conform's `form.update` validates before it writes, so
 * of several calls in a row all but the last are missing from its value.
 */
function fillForm(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form?.elements.namedItem(name);
    if (!isControl(control) || control.value === value) continue;
    // The prototype's setter, because React overrides the element's own and would miss the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function isControl(element: unknown): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
