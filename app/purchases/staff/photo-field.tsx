import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { IMAGE_TYPES } from "~/pictures/upload";
import { keptPhoto } from "~/purchases/photos";
import { FieldErrors } from "~/ui/forms/fields";

interface PhotoFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  label: string;
  /** The ids of photos that came with a form before, by their hidden fields. */
  kept: Record<string, string>;
  posted: { result: SubmissionResult<string[]> } | undefined;
}

/** A photo that is taken now or chosen. One that has arrived with a form that came back is kept. */
export function PhotoField({ field, label, kept, posted }: PhotoFieldProps) {
  const keptName = keptPhoto(field.name);
  const fromForm = posted?.result.initialValue?.[keptName];
  const id = typeof fromForm === "string" ? fromForm : kept[keptName];
  return (
    <div className={`field ${field.errors ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        {label}
        <span className="field__optional"> (optional)</span>
      </label>
      {id ? <input type="hidden" name={keptName} value={id} /> : null}
      {id ? <p className="field__hint">Photo received. Choose another to replace it.</p> : null}
      <input
        className="input"
        type="file"
        id={field.id}
        name={field.name}
        accept={IMAGE_TYPES.join(",")}
        capture="environment"
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={field.errors ? field.errorId : undefined}
      />
      <FieldErrors field={field} />
    </div>
  );
}
