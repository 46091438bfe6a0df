import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { useRef } from "react";
import { useErrorTitle } from "./error-title";
import { useFocusOnRefusal } from "./focus-on-refusal";
import { Icon } from "./icon";

// biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its type, and a field here shows any of them
type AnyField = FieldMetadata<any, any, string[]>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyForm = FormMetadata<any, string[]>;

interface FieldFrameProps {
  field: AnyField;
  label: ReactNode;
  hint?: ReactNode;
  /** Marked in words for those who may leave it empty; fields are required unless said. */
  optional?: boolean;
  children?: ReactNode;
  className?: string;
}

/** Label, hint, control and errors of one field, tied together for those who listen. */
function FieldFrame({ field, label, hint, optional, children, className }: FieldFrameProps) {
  return (
    <div className={`field ${field.errors ? "field--wrong" : ""} ${className ?? ""}`}>
      <label className="field__label" htmlFor={field.id}>
        {label}
        {optional ? <span className="field__optional"> (optional)</span> : null}
      </label>
      {hint ? (
        <p className="field__hint" id={hintId(field)}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

/** The errors of a field, where its `aria-describedby` looks for them. */
export function FieldErrors({ field }: { field: AnyField }) {
  if (!field.errors?.length) return null;
  return (
    <p className="field__error" id={field.errorId}>
      <Icon name="alert" size={18} /> {field.errors.join(" ")}
    </p>
  );
}

type TextFieldProps = Omit<FieldFrameProps, "children"> &
  Omit<ComponentProps<"input">, "name" | "id" | "form" | "className">;

/** One line of text. */
export function TextField({ field, label, hint, optional, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <input
        className="input"
        type="text"
        {...wiring(field, hint)}
        defaultValue={typedValue(field)}
        {...input}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Omit<FieldFrameProps, "children"> &
  Omit<ComponentProps<"textarea">, "name" | "id" | "form" | "className">;

/** Several lines of text. */
export function TextArea({ field, label, hint, optional, className, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <textarea
        className="input input--area"
        rows={4}
        {...wiring(field, hint)}
        defaultValue={typedValue(field)}
        {...textarea}
      />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

type SelectFieldProps = Omit<FieldFrameProps, "children"> &
  Omit<ComponentProps<"select">, "name" | "id" | "form" | "className" | "children"> & {
    choices: readonly Choice[];
    /** What stands for "nothing chosen yet". */
    placeholder?: string;
  };

/** One of a list. */
export function SelectField({
  field,
  label,
  hint,
  optional,
  className,
  choices,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <select
        className="input input--select"
        {...wiring(field, hint)}
        defaultValue={typedValue(field)}
        {...select}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface RadioGroupProps {
  field: AnyField;
  legend: ReactNode;
  choices: readonly Choice[];
}

/** One of a few, all in sight. */
export function RadioGroup({ field, legend, choices }: RadioGroupProps) {
  return (
    <fieldset
      className={`field radios ${field.errors ? "field--wrong" : ""}`}
      aria-describedby={field.errors ? field.errorId : undefined}
    >
      <legend className="field__label">{legend}</legend>
      {choices.map((choice, position) => (
        <label key={choice.value} className="radio">
          <input
            type="radio"
            name={field.name}
            form={field.formId}
            // The error summary's link goes to the first.
            id={position === 0 ? field.id : `${field.id}-${choice.value}`}
            value={choice.value}
            defaultChecked={typedValue(field) === choice.value}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  );
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
}

/** A box to tick. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

/** Name of the field that people leave empty and robots fill (see app/doors/honeypot.server.ts). */
export const HONEYPOT_NAME = "companyUrl";

/** A field outside sight and the keyboard's way, for robots. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this field empty
        <input type="text" name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

interface ErrorSummaryProps {
  form: AnyForm;
  /** In the order of the form. */
  fields: readonly AnyField[];
  /** By the field's name: said where the sentence alone, `Please use at most 40 characters`, could be any field's. */
  labels?: Record<string, string> | undefined;
}

/** What is wrong, on top of the form, each with a link to its field; takes the focus when it appears. */
export function ErrorSummary({ form, fields, labels }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const wrong = fields.filter((field) => field.errors?.length);
  const shown = wrong.length > 0 || Boolean(form.errors?.length);
  // Only what a submit found takes the focus: live checks must not pull it from the field being typed in.
  useFocusOnRefusal(summary, form.id, shown && form.status === "error");
  useErrorTitle(shown);
  return shown ? <ErrorSummaryCard form={form} fields={wrong} labels={labels} box={summary} /> : null;
}

interface ErrorSummaryCardProps extends ErrorSummaryProps {
  /** For who gives it the focus. */
  box?: RefObject<HTMLDivElement>;
}

/** The summary as it looks, of the fields that have errors. */
export function ErrorSummaryCard({ form, fields, labels = {}, box }: ErrorSummaryCardProps) {
  return (
    <div
      className="error-summary"
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby={`${form.id}-problems`}
    >
      <h2 className="error-summary__title" id={`${form.id}-problems`}>
        There is a problem
      </h2>
      <ul id={form.errorId}>
        {form.errors?.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {fields.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`}>{naming(labels[field.name], field.errors?.[0])}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function naming(label = "", sentence = ""): string {
  return sentence.toLowerCase().includes(label.toLowerCase()) ? sentence : `${label}: ${sentence}`;
}

function wiring(field: AnyField, hint: ReactNode) {
  const described = [hint ? hintId(field) : "", field.errors ? field.errorId : ""].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

/** What was typed, or what the form starts with. */
function typedValue(field: AnyField): string | undefined {
  const value: unknown = field.initialValue;
  return typeof value === "string" ? value : undefined;
}

function hintId(field: AnyField): string {
  return `${field.id}-hint`;
}
