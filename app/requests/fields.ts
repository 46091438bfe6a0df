import {
  type Column,
  type Field,
  type Group,
  type Presence,
  type Rules,
  readOnly,
  type ValuesOf,
} from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { email } from "~/collections/fields/email";
import { group } from "~/collections/fields/group";
import { phone } from "~/collections/fields/phone";
import { text } from "~/collections/fields/text";
import { formatMileage } from "~/values/format";
import { lookupTable } from "~/values/lookup-table";
import { keysOf } from "~/values/query-params";
import type { RequestNote } from "./note";
import { LOST_REASONS, type LostReason } from "./work";

/*
 * The fields that requests of every kind share, and the field types that only requests have.
 */

/** A status of a request. */
export interface RequestStatus {
  label: string;
  tone: "green" | "yellow" | "red" | "gray" | "blue" | "violet";
  /** What it means to the customer. */
  meaning: string;
  /** Nothing is left to do. */
  isFinished?: boolean;
}

/** The statuses' labels. */
export function labelsOf<Status extends string>(
  statuses: Readonly<Record<Status, RequestStatus>>,
): Record<Status, string> {
  const named = Object.entries<RequestStatus>(statuses).map(([name, { label }]) => [name, label]);
  return lookupTable(Object.fromEntries(named)) as Record<Status, string>;
}

type Kept<Value, Known extends Presence> = Field<{
  value: Value;
  presence: Known;
  visibility: undefined;
  suffix: "";
  stored: unknown;
}> & { readOnly: true };

/** A field that the site maintains. */
export function kept<Value, Known extends Presence = "maybe">(
  label: string,
  rule: (rules: Rules) => ReturnType<Field["rule"]>,
  column?: Column,
): Kept<Value, Known> {
  return { label, rule, readOnly: true, ...(column ? { column } : {}) };
}

const alwaysAt = (label: string) => kept<string, "always">(label, ({ z }) => z.iso.datetime());
export const sometimesAt = (label: string) => kept<string>(label, ({ z }) => z.iso.datetime().optional());
export const textIfAny = (label: string) => kept<string>(label, ({ z }) => z.string().optional());

/** What every request begins with. */
export function received<Status extends string>(statuses: Readonly<Record<Status, RequestStatus>>) {
  return {
    _id: kept<string, "always">("ID", ({ z }) => z.string(), { name: "id" }),
    createdAt: alwaysAt("Received"),
    status: readOnly(choice("Status", labelsOf(statuses), { required: true })),
  };
}

/** What staff have done with a request. */
export const WORKED = {
  notes: kept<RequestNote[], "always">(
    "Note",
    ({ z }) =>
      z.array(
        z.object({
          author: z.string(),
          timestamp: z.string(),
          content: z.string(),
          from: z.literal("customer").optional(),
        }),
      ),
    { read: (stored) => JSON.parse(stored as string) },
  ),
  /** The promised business hours after it was received. */
  answerDueAt: sometimesAt("Answer due"),
  /** When its status first left pending, or its first note was added: a message to the customer is one. */
  firstAnsweredAt: sometimesAt("First answered"),
  /** The id of the account that it is assigned to. */
  assigneeId: textIfAny("Assigned to"),
  spamAt: sometimesAt("Spam since"),
  /** The customer's id: part of addresses in the staff's API and pages, and never revealed to the sender of the request. */
  customerId: textIfAny("Customer ID"),
  /** The day on which staff want to get back to the customer. */
  followUpOn: kept<string>("Follow up on", ({ z }) => z.iso.date().optional()),
  /** Why it was closed without a sale. */
  lostReason: kept<LostReason>("Lost because", ({ z }) => z.enum(keysOf(LOST_REASONS)).optional()),
  updatedAt: alwaysAt("Changed"),
};

const quoted = group(
  {
    price: kept<number, "always">("Quote", ({ z }) => z.number(), {
      name: "quoteCents",
      read: (cents) => (cents as number) / 100,
    }),
    warranty: textIfAny("Warranty"),
    /** The last day on which the price holds. */
    validUntil: kept<string>("Valid until", ({ z }) => z.iso.date().optional()),
    quotedAt: kept<string, "always">("Quoted", ({ z }) => z.iso.datetime(), { name: "quotedAt" }),
  },
  { prefix: "quote" },
);
export type QuoteRecord = ValuesOf<(typeof quoted)["fields"]>;

/** A price for what was asked for, in dollars, until staff have quoted one. */
export const QUOTE = {
  ...quoted,
  readOnly: true,
  optional: true,
  recordRule: (rules) => quoted.recordRule?.(rules).optional() ?? rules.z.undefined(),
} as const satisfies Field as Group<(typeof quoted)["fields"], "maybe"> & { readOnly: true };

const appointed = group({
  startsAt: kept<string, "always">("Appointment", ({ z }) => z.iso.datetime(), { name: "appointmentAt" }),
  minutes: kept<number, "always">("Length in minutes", ({ z }) => z.number().int(), {
    name: "appointmentMinutes",
  }),
  setAt: kept<string, "always">("Appointment set", ({ z }) => z.iso.datetime(), { name: "appointmentSetAt" }),
});
export type AppointmentRecord = ValuesOf<(typeof appointed)["fields"]>;

/** When the customer's car is expected, unless staff have set no appointment. */
export const APPOINTMENT = {
  ...appointed,
  readOnly: true,
  optional: true,
  recordRule: (rules) => appointed.recordRule?.(rules).optional() ?? rules.z.undefined(),
} as const satisfies Field as Group<(typeof appointed)["fields"], "maybe"> & { readOnly: true };

/** What a contact form says about a wrong name, phone number or email address. */
interface ContactMessages {
  name: string;
  /** For anything that isn't text. */
  phoneMissing: string;
  phone: string;
  emailMissing: string;
  email: string;
}

/** Who to answer. @param messages those of its form @param required which of the two must be given */
export function contact<const Phone extends boolean = false, const Email extends boolean = false>(
  messages: ContactMessages,
  required: { phone?: Phone; email?: Email } = {},
) {
  type RequiredIf<Is extends boolean> = Is extends true ? string : undefined;
  const { phoneMissing, emailMissing } = messages;
  return {
    name: text("Name", { required: messages.name }),
    phone: phone("Phone", {
      required: (required.phone ? phoneMissing : undefined) as RequiredIf<Phone>,
      missing: phoneMissing,
      message: messages.phone,
    }),
    email: email("Email", {
      required: (required.email ? emailMissing : undefined) as RequiredIf<Email>,
      missing: emailMissing,
      message: messages.email,
    }),
  };
}

/** A year or a mileage as the customer wrote it: text or a number. Stored as text, so that searches find it. */
export function asWritten(label: string, max: number) {
  return {
    label,
    rule: ({ z, optionalLine }) => z.union([z.number(), optionalLine(max)], "Please enter text"),
    recordRule: ({ z }) => z.union([z.string(), z.number()]).optional(),
    column: { write: String },
  } as const satisfies Field as Field<{
    value: string | number;
    presence: "maybe";
    visibility: undefined;
    suffix: "";
    stored: string | null;
  }>;
}

/** A mileage: a plain number is formatted, `about 90k` stays as the customer wrote it. */
export function mileageAsWritten() {
  return {
    ...asWritten("Mileage", 40),
    format: (given: string | number) =>
      /^\d{1,9}$/.test(String(given)) ? formatMileage(Number(given)) : String(given),
  };
}

export type VehicleName = Partial<
  Record<"year" | "make" | "model" | "trim" | "engineSize", string | number | undefined>
>;

/** A vehicle on one line: `2003 Honda Accord EX 2.4L I4`. */
export function vehicleName({ year, make, model, trim, engineSize }: VehicleName): string {
  return [year, make, model, trim, engineSize].filter(Boolean).join(" ");
}

/** A VIN of 17 characters, or empty text without one. */
export function requestVin() {
  return {
    label: "VIN",
    input: "vin",
    rule: ({ optionalVinSchema }) => optionalVinSchema,
    column: { write: (given) => given || null, empty: "" },
  } as const satisfies Field as Field<{
    value: string;
    presence: "always";
    visibility: undefined;
    suffix: "";
    stored: string | null;
  }>;
}
