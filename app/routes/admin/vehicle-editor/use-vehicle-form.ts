import { type FieldMetadata, type FormMetadata, useForm } from "@conform-to/react";
import type { VehicleForm } from "~/models/vehicle-form";
import { checkVehicle, type EditorAnswer, type EditorPage } from "./answer";

export type EditorField = FieldMetadata<unknown, Record<string, unknown>, string[]>;
export type EditorFields<Name extends string> = Record<Name, EditorField>;
export type EditorFormMetadata = FormMetadata<Record<string, unknown>, string[]>;

export const EDITOR_FORM_ID = "vehicle-form";

/** The editor's form with its live check, and its fields by name. */
export function useVehicleForm<Fields extends object>(
  vehicleForm: VehicleForm<Fields>,
  { words, today }: Pick<EditorPage, "words" | "today">,
  answer: EditorAnswer | undefined,
): { form: EditorFormMetadata; fields: EditorFields<keyof Fields & string> } {
  const [form, metadata] = useForm<Record<string, unknown>, Fields>({
    id: EDITOR_FORM_ID,
    lastResult: answer?.result,
    defaultValue: words,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkVehicle(formData, vehicleForm, today),
  });
  const names = Object.keys(vehicleForm.labels);
  const fields = Object.fromEntries(names.map((name) => [name, metadata[name]]));
  return { form, fields: fields as EditorFields<keyof Fields & string> };
}
