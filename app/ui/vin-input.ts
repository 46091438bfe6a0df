import { hasMatchingCheckDigit, isValidVin, normalizeVin, VIN_LENGTH, VIN_SENTENCES } from "~/models/vin";

/**
 * Cleans a VIN field while it is typed in (specification, section 5), the cursor staying behind the character it was
 * behind, and gives what stands in it now.
 */
export function cleanVin(input: HTMLInputElement): string {
  const cursor = normalizeVin(input.value.slice(0, input.selectionStart ?? undefined)).length;
  const clean = normalizeVin(input.value);
  if (input.value !== clean) {
    input.value = clean;
    input.setSelectionRange(cursor, cursor);
  }
  return clean;
}

/** How far a VIN is; a check digit that does not match is a hint, never a refusal. Empty where there is nothing to say. */
export function vinHint(vin: string): string {
  if (!vin) return "";
  if (vin.length < VIN_LENGTH) return `${vin.length} of ${VIN_LENGTH} characters`;
  if (!isValidVin(vin)) return VIN_SENTENCES.malformed;
  return hasMatchingCheckDigit(vin)
    ? ""
    : "Please compare this VIN with your vehicle once more: one character may be wrong. If it is right, continue.";
}
