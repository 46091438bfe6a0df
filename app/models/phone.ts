/** Digits of a phone number (specification, section 9). */
export const PHONE_DIGITS = 10;

/** A phone number as it is kept and shown, `(555) 555-5555`; what is no such number stays as it was typed. */
export function formatPhone(input: string): string {
  const digits = phoneDigits(input);
  if (!isPhoneNumber(input)) return input.trim();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * What the field shows while someone types: `(555) 55` and so on. A number in another form (`+44…`, an
 * extension) stays as typed, for the check to judge: cutting it to ten digits would make another number of it.
 */
export function formatPhoneWhileTyping(input: string): string {
  const digits = phoneDigits(input);
  if (digits.length === 0 || digits.length > PHONE_DIGITS || !hasOnlyPhoneCharacters(input)) return input;
  // A country code may be on its way: no area code starts with 0 or 1.
  if (hasForeignCode(input) || /^[01]/.test(digits)) return input;
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The digits of a number in any common form, without the country code 1: `+1 555.555.5555` → `5555555555`. */
export function phoneDigits(input: string): string {
  const digits = input.normalize("NFKC").replace(/\D/g, "");
  return digits.length === PHONE_DIGITS + 1 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** True for ten digits in any common form, with or without the country code 1. */
export function isPhoneNumber(input: string): boolean {
  return (
    hasOnlyPhoneCharacters(input) && !hasForeignCode(input) && phoneDigits(input).length === PHONE_DIGITS
  );
}

/** True for `+` without a whole number of ours behind it: `+44…`, or one not typed to its end yet. */
function hasForeignCode(input: string): boolean {
  return (
    /^\s*\+/.test(input.normalize("NFKC")) && !/^1\d{10}$/.test(input.normalize("NFKC").replace(/\D/g, ""))
  );
}

// Letters would be an extension or a vanity number: neither is ten digits to dial.
function hasOnlyPhoneCharacters(input: string): boolean {
  return /^[\d\s().+/\p{Pd}]*$/u.test(input.normalize("NFKC"));
}
