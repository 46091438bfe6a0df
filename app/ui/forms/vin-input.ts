import { hasMatchingCheckDigit, isValidVin, normalizeVin, VIN_LENGTH, VIN_MESSAGES } from "~/vin/validate";

/** Cleans a VIN field on input, keeping the cursor after the same character; returns the new value. */
export function cleanVin(input: HTMLInputElement): string {
  const cursor = normalizeVin(input.value.slice(0, input.selectionStart ?? undefined)).length;
  const clean = normalizeVin(input.value);
  if (input.value !== clean) {
    input.value = clean;
    input.setSelectionRange(cursor, cursor);
  }
  return clean;
}

/** The hint below the field: the progress, or that the check digit does not match, which is not an error. Empty for none. */
export function vinHint(vin: string): string {
  if (!vin) return "";
  if (vin.length < VIN_LENGTH) return `${vin.length} of ${VIN_LENGTH} characters`;
  if (!isValidVin(vin)) return VIN_MESSAGES.malformed;
  return hasMatchingCheckDigit(vin)
    ? ""
    : "Please double-check this VIN: one character may be wrong. If it's right, continue.";
}
