import { toNormalForm } from "./normalize";

/** The number of digits in a phone number. */
const PHONE_DIGITS = 10;
/** Fewer are a year or the end of a number. */
const SEARCHED_DIGITS = 7;

/** A phone number as it is stored and displayed, `(555) 555-5555`; anything else is returned as typed, trimmed. */
export function formatPhone(input: string): string {
  const digits = phoneDigits(input);
  if (!isPhoneNumber(input)) return input.trim();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * The field's value while someone types: `(555) 55` and so on. A number in another format (`+44…`, an extension) stays as
 * typed, because cutting it to ten digits would change it.
 */
export function formatPhoneWhileTyping(input: string): string {
  const digits = phoneDigits(input);
  if (digits.length === 0 || digits.length > PHONE_DIGITS || !hasOnlyPhoneCharacters(input)) return input;
  // No area code starts with 0 or 1, so this may be the start of a country code.
  if (hasForeignCode(input) || /^[01]/.test(digits)) return input;
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The digits of a number in any common format, without the country code 1: `+1 555.555.5555` → `5555555555`. */
export function phoneDigits(input: string): string {
  const digits = toNormalForm(input, "NFKC").replace(/\D/g, "");
  return digits.length === PHONE_DIGITS + 1 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** True for ten digits in any common format, with or without the country code 1. */
export function isPhoneNumber(input: string): boolean {
  return (
    hasOnlyPhoneCharacters(input) && !hasForeignCode(input) && phoneDigits(input).length === PHONE_DIGITS
  );
}

/**
 * True for what is searched as a phone number: at least its last seven digits, in the groups in which people write them. Two years
 * (`2012 2014`) and a size after years (`2010-2012 4.6`) are words.
 */
export function isPhoneSearch(input: string): boolean {
  const isGrouped = /^\D*(?:1(?:\D+|(?=\d{10}\D*$)))?(?:\d{3}\D*)?\d{3}\D*\d{1,4}\D*$/.test(
    toNormalForm(input, "NFKC"),
  );
  return (
    hasOnlyPhoneCharacters(input) &&
    (isGrouped || hasForeignCode(input)) &&
    phoneDigits(input).length >= SEARCHED_DIGITS
  );
}

/** True for `+` without a complete US number after it: `+44…`, or a US number that is still being typed. */
function hasForeignCode(input: string): boolean {
  return (
    /^\s*\+/.test(toNormalForm(input, "NFKC")) &&
    !/^1\d{10}$/.test(toNormalForm(input, "NFKC").replace(/\D/g, ""))
  );
}

// Letters mean an extension or a vanity number, which is not ten digits.
function hasOnlyPhoneCharacters(input: string): boolean {
  return /^[\d\s().+/\p{Pd}]*$/u.test(toNormalForm(input, "NFKC"));
}
