import { formFields } from "~/collections/collection";
import { contactKeys, isSameContact } from "./contact";
import { CUSTOMERS, type Customer, type CustomerFields, MAX_CONTACTS } from "./customers";

/** The fields that two customers have as one: what the kept one has, else the other's; all numbers, addresses and notes of both. */
export function mergeFields(kept: Customer, other: Customer): CustomerFields {
  const filled = Object.fromEntries(
    formFields(CUSTOMERS).map(([name]) => [name, fieldOf(kept, name) ?? fieldOf(other, name)]),
  );
  const [phones, emails] = [join("phones"), join("emails")];
  const left = [...phones.slice(MAX_CONTACTS), ...emails.slice(MAX_CONTACTS)];
  const notes = [kept.notes, other.notes, left.length > 0 ? `Also: ${left.join(", ")}` : undefined];
  return {
    ...filled,
    name: kept.name,
    phones: phones.slice(0, MAX_CONTACTS),
    emails: emails.slice(0, MAX_CONTACTS),
    notes: notes.filter(Boolean).join("\n\n") || undefined,
  };

  function join(name: "phones" | "emails"): string[] {
    const keysOf = (text: string) => contactKeys({ phones: [], emails: [], [name]: [text] });
    const isKnown = (text: string) =>
      kept[name].some(
        (known) =>
          known === text || keysOf(known).some((key) => keysOf(text).some((one) => isSameContact(key, one))),
      );
    return [...kept[name], ...other[name].filter((text) => !isKnown(text))];
  }
}

function fieldOf(customer: Customer, name: string): unknown {
  return (customer as unknown as Record<string, unknown>)[name];
}
