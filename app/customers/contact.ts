import type { Row } from "~/db/schema";
import { toNormalForm } from "~/values/normalize";
import { isPhoneNumber, phoneDigits } from "~/values/phone";

/** A phone number or an email address as it is compared: ten digits, or lowercase. */
export type ContactKey = Pick<Row<"customerContacts">, "kind" | "key">;

/** The key of a phone number in any format; undefined for anything else, such as the same digit ten times. */
export function phoneKey(phone: string | null | undefined): ContactKey | undefined {
  if (!phone || !isPhoneNumber(phone)) return undefined;
  const key = phoneDigits(phone);
  return /^(\d)\1*$/.test(key) ? undefined : { kind: "phone", key };
}

/** The key of an email address; undefined for none. */
export function emailKey(email: string | null | undefined): ContactKey | undefined {
  const key = email && toNormalForm(email, "NFC").trim().toLowerCase();
  return key ? { kind: "email", key } : undefined;
}

/** The keys of these numbers and addresses, the numbers first, each once. */
export function contactKeys({
  phones,
  emails,
}: {
  phones: readonly (string | null | undefined)[];
  emails: readonly (string | null | undefined)[];
}): ContactKey[] {
  const keys = [...phones.map(phoneKey), ...emails.map(emailKey)].filter((key) => key !== undefined);
  return keys.filter((key, index) => keys.findIndex((other) => isSameContact(key, other)) === index);
}

/** Whether both are one number, or one address, however they were typed. */
export function isSameContact(one: ContactKey, other: ContactKey): boolean {
  return one.kind === other.kind && one.key === other.key;
}
