import { z } from "zod";
import { checkSelection, type PartSelection } from "~/parts/catalog";
import { MAX_MESSAGE_LENGTH } from "~/values/text";
import { type VehicleInfo, vehicleInfoSchema } from "~/vin/schema";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import type { WizardStep } from "./part";
import type { PartRequest } from "./part-requests";
import { contactStepSchema, partStepSchema, typedVehicleSchema, vinStepSchema } from "./part-schema";

/** The fields of each step. */
export const STEP_FIELDS = {
  1: ["vin", "year", "make", "model", "trim", "engineSize"],
  2: ["categoryId", "subcategoryId", "partId"],
  3: ["name", "phone", "email", "additionalInfo"],
  4: [],
} as const satisfies Record<WizardStep, readonly string[]>;

type StepField = (typeof STEP_FIELDS)[WizardStep][number];
export type StepValues = Partial<Record<StepField, string>>;

/** What a visitor has entered in the wizard so far, as a draft stores it. */
export const wizardAnswersSchema = z.object({
  /** As typed, valid or not, so that going back does not lose anything. */
  typed: z
    .partialRecord(z.enum([...STEP_FIELDS[1], ...STEP_FIELDS[2], ...STEP_FIELDS[3]]), z.string())
    .default({}),
  /** The result of decoding `decode.vin`. */
  decode: z
    .object({
      vin: z.string(),
      /** `limited`: not decoded, because this visitor's address had too many VINs decoded. */
      outcome: z.enum(["decoded", "incomplete", "failed", "unavailable", "limited"]),
      vehicleInfo: vehicleInfoSchema,
      possibleYears: z.array(z.number()).optional(),
    })
    .optional(),
  /** The dismantled vehicle that the visitor wants the part from. */
  donor: z.object({ id: z.string(), stockNumber: z.string(), name: z.string() }).optional(),
});

export type WizardAnswers = z.output<typeof wizardAnswersSchema>;
export type DonorVehicle = NonNullable<WizardAnswers["donor"]>;

/** The vehicle that the request is for. */
export interface RequestedVehicle {
  /** Empty if the visitor did not have it. */
  vin: string;
  year: string;
  make: string;
  model: string;
  trim?: string | undefined;
  engineSize?: string | undefined;
}

/** The completed steps' values, and the first incomplete step; 4 if all are complete. */
export interface WizardProgress {
  vehicle?: RequestedVehicle;
  part?: PartSelection;
  contact?: z.output<typeof contactStepSchema>;
  firstOpenStep: WizardStep;
}

/** Which steps are complete. A step opens when all steps before it are valid. */
export function wizardProgress({ typed, decode }: WizardAnswers): WizardProgress {
  const vehicle = requestedVehicle(typed, decode);
  const part = partStepSchema(checkSelection).safeParse(typed).data;
  const contact = contactStepSchema.safeParse(withoutEmpty(typed)).data;
  const firstOpenStep = !vehicle ? 1 : !part ? 2 : !contact ? 3 : 4;
  return {
    ...(vehicle ? { vehicle } : {}),
    ...(part ? { part } : {}),
    ...(contact ? { contact } : {}),
    firstOpenStep,
  };
}

/** Merges newly typed values into the answers, truncated to a length beyond any valid one. */
export function withTyped(answers: WizardAnswers, typed: StepValues): WizardAnswers {
  const bounded = Object.entries(typed).map(([field, text]) => [field, text.slice(0, maxTypedLength(field))]);
  return { ...answers, typed: withConsistentSelection({ ...answers.typed, ...Object.fromEntries(bounded) }) };
}

/** The answers without the donor vehicle. */
export function withoutDonor({ donor: _removed, ...answers }: WizardAnswers): WizardAnswers {
  return answers;
}

/** The id of the catalog's entry that was chosen in step 2; undefined for none. */
export function chosenEntryId(typed: StepValues): string | undefined {
  const check = checkSelection(typed);
  return check.ok ? (check.selection.part?.id ?? check.selection.subcategory.id) : undefined;
}

/** The decode result for the VIN that is now in the answers, if decoding it was tried. */
export function currentDecode({ typed, decode }: WizardAnswers): WizardAnswers["decode"] {
  const vin = vinStepSchema.safeParse(typed).data?.vin;
  return decode && decode.vin === vin && decode.outcome !== "limited" ? decode : undefined;
}

/** The answers for another part for the same vehicle and customer. */
export function answersForAnotherPart({ vin, vehicleInfo, customerInfo }: PartRequest): WizardAnswers {
  const { name, phone, email } = customerInfo;
  const contact = definedValues({ name, phone, email });
  if (!vin)
    return {
      typed: { ...definedValues({ ...vehicleInfo, year: vehicleInfo.year?.toString() }), ...contact },
    };
  const year = Number(vehicleInfo.year) || undefined;
  return {
    typed: { vin, ...contact },
    decode: { vin, outcome: "decoded", vehicleInfo: { ...vehicleInfo, year } },
  };
}

function definedValues(values: StepValues): StepValues {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== undefined));
}

function requestedVehicle(typed: StepValues, decode: WizardAnswers["decode"]): RequestedVehicle | undefined {
  const described = typedVehicleSchema.safeParse(withoutEmpty(typed)).data;
  if (!typed.vin?.trim()) return described;
  const vin = vinStepSchema.safeParse(typed).data?.vin;
  if (!vin || decode?.vin !== vin) return undefined;
  if (decode.outcome !== "decoded") return described;
  const { year, make, model, trim, engineSize }: VehicleInfo = decode.vehicleInfo;
  return { vin, year: String(year), make: make ?? "", model: model ?? "", trim, engineSize };
}

// The schemas expect empty fields to be missing, as conform passes them.
function withoutEmpty(typed: StepValues): StepValues {
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ""));
}

/** Changing the category clears subcategory and part; changing the subcategory clears the part. */
function withConsistentSelection(typed: StepValues): StepValues {
  const check = checkSelection(typed);
  if (check.ok || typed.categoryId === undefined) return typed;
  const { categoryId, subcategoryId, partId: _cleared, ...rest } = typed;
  return check.field === "partId" ? { ...rest, categoryId, subcategoryId } : { ...rest, categoryId };
}

// Twice the limit, so that text that is too long comes back whole with its error.
function maxTypedLength(field: string): number {
  return field === "additionalInfo" ? 2 * MAX_MESSAGE_LENGTH : 2 * MAX_VEHICLE_TEXT_LENGTH;
}
