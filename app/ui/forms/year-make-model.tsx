import { type FormField, TextField } from "./fields";

/** Year, make and model of a car that has no VIN here. Each may stay empty; `optional` says so in its label. */
export function YearMakeModel({
  optional = false,
  ...fields
}: Record<"year" | "make" | "model", FormField> & { optional?: boolean }) {
  const both = { optional, required: false };
  return (
    <>
      <TextField field={fields.year} label="Year" inputMode="numeric" {...both} />
      <TextField field={fields.make} label="Make" {...both} />
      <TextField field={fields.model} label="Model" {...both} />
    </>
  );
}
