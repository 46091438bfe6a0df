import { compactText, foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";

/** The text that a search of customers covers: also each phone number's bare digits. @param fields of a record, or its columns */
export function customerSearchText(fields: Readonly<Record<string, unknown>>): string {
  const { name, business, phones, emails, street, city, taxExemptNumber } = fields;
  const numbers = toLines(phones).flatMap((phone) => [phone, phoneDigits(phone)]);
  const texts = [name, business, ...numbers, ...toLines(emails), street, city, taxExemptNumber];
  const words = texts.filter((text): text is string => typeof text === "string" && text !== "");
  return ` ${[...new Set(words.flatMap((text) => [foldText(text), compactText(text)]))].join(" ")} `;
}

/** An array of a record, JSON of its column. */
function toLines(value: unknown): string[] {
  return Array.isArray(value) ? value : typeof value === "string" ? JSON.parse(value) : [];
}
