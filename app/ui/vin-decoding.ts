import { useEffect, useState } from "react";
import { recallOrDecode } from "~/api-client";
import { vehicleName } from "~/models/vehicle";
import { answerDecode, type DecodeProblem } from "~/models/vehicle-decode";
import { type InventoryType, isValidVin, VIN_SENTENCES } from "~/models/vin";
import { latestOnly } from "./arrival";
import { useToaster } from "./toast";

/** The last decode of the VIN that stands in the field. */
export type Decoding =
  | { state: "none" }
  | { state: "busy" }
  | { state: "filled"; vehicle: string }
  | { state: "failed"; problem: DecodeProblem };

/**
 * Decodes the VIN of a vehicle form by the API and types what it hears into the form's fields. Only the latest call
 * counts, and none at all once another VIN stands in the field.
 */
export function useVinDecoding(
  kind: InventoryType,
  formId: string,
  vin: string,
): { decoding: Decoding; start: () => Promise<void> } {
  const [decoding, setDecoding] = useState<Decoding>({ state: "none" });
  const [newCall] = useState(latestOnly);
  const toaster = useToaster();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another VIN is what ends a call
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
      setDecoding({ state: "failed", problem: { sentence: VIN_SENTENCES.malformed, retry: false } });
      return;
    }
    const signal = newCall();
    // What was said of another VIN is over.
    toaster.dismiss();
    setDecoding({ state: "busy" });
    const decode = await recallOrDecode(vin, { signal }).catch(() => undefined);
    if (!decode || signal.aborted) return;
    const { fills, problem, toast } = answerDecode(kind, decode);
    typeInto(document.forms.namedItem(formId), fills);
    setDecoding(
      problem
        ? { state: "failed", problem }
        : { state: "filled", vehicle: vehicleName({ ...fills, year: Number(fills.year) }) },
    );
    if (toast) toaster.show(toast);
  }

  return { decoding, start };
}

/**
 * Writes values into the controls of a form as typing would: whoever listens hears of it, conform's checks among them.
 * (conform's own `form.update` checks the form before it writes, so of several calls in a row all but the last are
 * missing from its value.)
 */
function typeInto(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form?.elements.namedItem(name);
    if (!isControl(control) || control.value === value) continue;
    // React puts a setter of its own before the element's, and takes no notice of what goes through it.
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
