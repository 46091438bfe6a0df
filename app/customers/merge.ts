import { formFields } from "~/collections/collection";
import { foldText } from "~/values/normalize";
import { contactKeys, isSameContact } from "./contact";
import { CUSTOMERS, type Customer, type CustomerFields, MAX_CONTACTS } from "./customers";

const ADDRESS = ["street", "city", "state", "zipCode"] as const;

/** The fields of two customers merged: what the kept one has, or else the other's; all numbers, email addresses and notes of both. */
export function mergeFields(kept: Customer, other: Customer): CustomerFields {
  const filled = Object.fromEntries(
    formFields(CUSTOMERS).map(([name]) => [name, fieldOf(kept, name) ?? fieldOf(other, name)]),
  );
  const [phones, emails] = [join("phones"), join("emails")];
  const left = [...phones.slice(MAX_CONTACTS), ...emails.slice(MAX_CONTACTS)];
  const notes = [kept.notes, other.notes, left.length > 0 ? `Also: ${left.join(", ")}` : undefined];
  return {
    ...filled,
    ...mergeAddress(kept, other),
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

/** The kept one's, unless the other's says the same and more: half of each would be a third one. */
function mergeAddress(kept: Customer, other: Customer): Pick<CustomerFields, (typeof ADDRESS)[number]> {
  const isPart = ADDRESS.every((name) => !kept[name] || foldText(kept[name]) === foldText(other[name] ?? ""));
  const { street, city, state, zipCode } = isPart ? other : kept;
  return { street, city, state, zipCode };
}

function fieldOf(customer: Customer, name: string): unknown {
  return (customer as unknown as Record<string, unknown>)[name];
}
