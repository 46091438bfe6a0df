import { z } from "zod";
import { parseDecimal } from "~/values/decimal";
import { dollarsSchema, toCents } from "~/values/money";
import { isBlank, optionalLine, optionalMessage, requiredLine } from "~/values/text";
import { yesOrNo } from "~/values/yes-or-no";
import { type EstimateLine, LINE_KIND_NAMES, MAX_LINES } from "./estimate";

const MAX_PRICE = 100_000;
const MESSAGES = {
  kind: "Please choose what the line is for",
  description: "Please describe the line",
  quantity: "Please enter hours or a quantity up to 999.99, such as 1.5",
  price: "Please enter a price, such as 120 or 89.50",
  taxRate: "Please enter a tax rate in percent from 0 to 30, such as 8.125",
  noTaxRate: "Lines are marked as taxed: please enter the tax rate, or 0",
  noLines: "Please add at least one line",
  tooManyLines: `Please use at most ${MAX_LINES} lines`,
  complaint: "Please enter what the customer wants done",
  noCar: "Please enter the plate or the VIN",
  odometer: "Please enter the odometer reading, or why it's unknown",
} as const;

const lineSchema = z.object({
  kind: z.enum(LINE_KIND_NAMES, MESSAGES.kind),
  description: requiredLine(MESSAGES.description, 200),
  quantity: z.string(MESSAGES.quantity).transform((typed, context) => {
    const hundredths = parseDecimal(typed, 2);
    if (hundredths !== undefined && hundredths > 0 && hundredths <= 99_999) return hundredths;
    context.addIssue({ code: "custom", message: MESSAGES.quantity });
    return z.NEVER;
  }),
  price: dollarsSchema(MESSAGES.price, { min: 0, max: MAX_PRICE }),
  taxed: yesOrNo,
});

/** A line whose tax may be what is usual (`isUsuallyTaxed`). */
type TypedLine = Omit<EstimateLine, "isTaxed"> & { isTaxed: boolean | undefined };

/** A row of the form with nothing typed in it isn't a line. */
const rowSchema = z.unknown().transform((row, context): TypedLine | undefined => {
  const typed = (row ?? {}) as Record<string, unknown>;
  if (isBlank(typed.description) && isBlank(typed.price)) return undefined;
  const { data, error } = lineSchema.safeParse(typed);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  if (!data) return z.NEVER;
  const { price, taxed, ...line } = data;
  return { ...line, priceCents: toCents(price), isTaxed: taxed };
});

const typedSchema = z.object({
  lines: z
    .array(rowSchema)
    .max(MAX_LINES, MESSAGES.tooManyLines)
    .default([])
    .transform((lines) => lines.filter((line) => line !== undefined)),
  taxRate: z
    .string()
    .default("")
    .transform((typed, context) => {
      if (isBlank(typed)) return undefined;
      const thousandths = parseDecimal(typed.trim().replace(/%$/, "").trim(), 3);
      if (thousandths !== undefined && thousandths <= 30_000) return thousandths;
      context.addIssue({ code: "custom", message: MESSAGES.taxRate });
      return z.NEVER;
    }),
  complaint: optionalMessage(2000),
  plate: optionalLine(20),
  vin: optionalLine(40),
  odometer: optionalLine(60),
});

/**
 * The form of an estimate, with its figures as they are stored.
 * @param isSending a draft may lack what an estimate must say
 */
export function estimateFormSchema({ isSending }: { isSending: boolean }) {
  const schema = isSending
    ? typedSchema
        .refine(({ lines }) => !isEmpty(lines), lacking("lines", MESSAGES.noLines))
        .refine(
          ({ lines, taxRate }) => taxRate !== undefined || !isTaxed(lines),
          lacking("taxRate", MESSAGES.noTaxRate),
        )
        .refine(({ complaint }) => complaint, lacking("complaint", MESSAGES.complaint))
        .refine(({ plate, vin }) => plate || vin, lacking("plate", MESSAGES.noCar))
        .refine(({ odometer }) => odometer, lacking("odometer", MESSAGES.odometer))
    : typedSchema;
  return schema.transform(({ taxRate = 0, ...estimate }) => ({ ...estimate, taxRate }));
}
export type EstimateFields = z.output<ReturnType<typeof estimateFormSchema>>;

/** What an estimate lacks is reported along with the other errors, not only once those are fixed. */
function lacking(field: string, error: string) {
  return { path: [field], error, when: () => true };
}

/** Lines with errors of their own aren't an array. */
function isEmpty(lines: readonly TypedLine[]): boolean {
  return Array.isArray(lines) && lines.length === 0;
}

function isTaxed(lines: readonly TypedLine[]): boolean {
  return Array.isArray(lines) && lines.some((line) => line.isTaxed);
}

/** A checkbox of a form, which is left out unless it is checked. */
const box = z
  .string()
  .optional()
  .transform((value) => value === "yes");

/** What a customer types to approve an estimate. */
export const approvalFormSchema = z.object({
  name: requiredLine("Please type your name", 100),
  agrees: z.literal("yes", "Please check that you approve the work"),
  oldParts: box,
});
export type ApprovalFields = Pick<z.output<typeof approvalFormSchema>, "name" | "oldParts">;

/** What staff type to record an approval that they were given. */
export const recordedApprovalSchema = z
  .object({
    name: requiredLine("Please enter who approved it", 100),
    how: z.enum(["phone", "counter", "writing"], "Please choose how"),
    phone: optionalLine(40),
    oldParts: box,
  })
  .refine(({ how, phone }) => how !== "phone" || phone !== undefined, {
    path: ["phone"],
    error: "Please enter the number you talked on",
  });
export type RecordedApproval = z.output<typeof recordedApprovalSchema>;
