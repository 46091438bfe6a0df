import type { Collection } from "~/collections/collection";
import { formatFieldValue } from "~/collections/form";
import type { Fact } from "~/ui/layout/facts";
import { formatDateTime } from "~/values/format";

/** The fields of a record as staff read them, in the form's order, and when it was added; without pictures and long texts. */
export function recordFacts(
  { fields }: Pick<Collection, "fields">,
  record: object,
  { timeZone, without = [] }: { timeZone: string; without?: readonly string[] },
): Fact[] {
  const { createdAt, ...values } = record as Record<string, unknown> & { createdAt: string };
  const facts = Object.entries(fields).flatMap(([name, field]): Fact[] =>
    !field.input || field.input === "pictures" || field.input === "long" || without.includes(name)
      ? []
      : [[toSentenceCase(field.shortLabel ?? field.label), formatFieldValue(field, values[name])]],
  );
  return [...facts, ["Added", formatDateTime(createdAt, timeZone)]];
}

/** The long texts of a record, each under its heading. */
export function recordTexts({ fields }: Pick<Collection, "fields">, record: object): [string, string][] {
  const values = record as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, field]): [string, string][] =>
    field.input === "long" ? [[field.label, toText(values[name])]] : [],
  );
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** `Date Acquired` as `Date acquired`; `VIN` stays. */
function toSentenceCase(label: string): string {
  return label.replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
