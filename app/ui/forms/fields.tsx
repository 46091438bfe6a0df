import type { ComponentProps, ReactNode, RefObject } from "react";
import { Fragment, useRef } from "react";
import { Icon } from "~/ui/layout/icon";
import { InPageLink } from "~/ui/layout/in-page-link";
import { SUMMARY_TITLE } from "./error-title";
import { useFocusOnError } from "./focus-on-error";
import { useErrorTitle } from "./use-error-title";

/** What these components need of a field; conform's metadata has it. */
export interface FormField {
  id: string;
  name: string;
  formId: string;
  errors?: string[] | undefined;
  errorId: string;
  /** What was typed, or the form's default. */
  initialValue?: unknown;
}

/** What a summary needs of a form; conform's metadata has it. */
interface AnyForm {
  id: string;
  errorId: string;
  errors?: string[] | undefined;
  status?: "success" | "error" | undefined;
}

interface FieldFrameProps {
  field: FormField;
  label: ReactNode;
  hint?: ReactNode;
  /** Adds "(optional)"; fields are `required` by default, which `noValidate` forms only say to screen readers. */
  optional?: boolean;
  children?: ReactNode;
  className?: string;
}

/** Label, hint, control and errors of one field. */
function FieldFrame({ field, label, hint, optional, children, className }: FieldFrameProps) {
  return (
    <div className={`field ${field.errors ? "field--invalid" : ""} ${className ?? ""}`}>
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

/** The errors of a field, with the id that its `aria-describedby` names. */
export function FieldErrors({ field }: { field: FormField }) {
  if (!field.errors?.length) return null;
  return <FieldError id={field.errorId}> {field.errors.join(" ")}</FieldError>;
}

/** The markup of a field's error. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <Icon name="alert" size={18} />
      {children}
    </p>
  );
}

type TextFieldProps = Omit<FieldFrameProps, "children"> &
  Omit<ComponentProps<"input">, "name" | "id" | "form" | "className">;

/** A field of one line, with its label, its hint and its errors. */
export function TextField({ field, label, hint, optional, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <input
        className="input"
        type="text"
        {...controlProps(field, hint)}
        required={!optional}
        defaultValue={typedValue(field)}
        {...input}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Omit<FieldFrameProps, "children"> &
  Omit<ComponentProps<"textarea">, "name" | "id" | "form" | "className">;

/** The same of several lines. */
export function TextArea({ field, label, hint, optional, className, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <textarea
        className="input input--area"
        rows={4}
        {...controlProps(field, hint)}
        required={!optional}
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
    /** The option for "nothing chosen yet". */
    placeholder?: string;
  };

/** The same as a list to choose from. */
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
        {...controlProps(field, hint)}
        // Without a placeholder it always has a value.
        required={!optional && placeholder !== undefined}
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
  field: FormField;
  legend: ReactNode;
  choices: readonly Choice[];
}

/** One choice of a few, all in sight. The spaces are for text browsers. */
export function RadioGroup({ field, legend, choices }: RadioGroupProps) {
  return (
    <fieldset
      className={`field radios ${field.errors ? "field--invalid" : ""}`}
      aria-describedby={field.errors ? field.errorId : undefined}
    >
      <legend className="field__label">{legend}</legend>{" "}
      {choices.map((choice, position) => (
        <Fragment key={choice.value}>
          <label className="radio">
            <input
              type="radio"
              name={field.name}
              form={field.formId}
              // The error summary links to the first radio.
              id={position === 0 ? field.id : `${field.id}-${choice.value}`}
              value={choice.value}
              required
              defaultChecked={typedValue(field) === choice.value}
            />
            <span>{choice.label}</span>
          </label>{" "}
        </Fragment>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  );
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
}

/** A checkbox, with its label next to it. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

interface ErrorSummaryProps {
  form: AnyForm;
  /** In the form's order. */
  fields: readonly FormField[];
  /** By field name; shown before a message such as `Please use at most 40 characters` that does not name its field. */
  labels?: Record<string, string> | undefined;
}

/** The errors above the form, each with a link to its field; takes the focus when it appears. */
export function ErrorSummary({ form, fields, labels }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const invalid = fields.filter((field) => field.errors?.length);
  const hasErrors = invalid.length > 0 || Boolean(form.errors?.length);
  // After a submit only: live checks must not take the focus from the field being typed in.
  useFocusOnError(summary, form.id, hasErrors && form.status === "error");
  useErrorTitle(hasErrors);
  return hasErrors ? (
    <ErrorSummaryCard form={form} fields={invalid} labels={labels} boxRef={summary} />
  ) : null;
}

interface ErrorSummaryCardProps extends ErrorSummaryProps {
  /** To focus the summary. */
  boxRef?: RefObject<HTMLDivElement>;
  /** Empty where script adds the heading (ui/elements/check-in-place.ts). */
  title?: string;
}

/** The summary's markup, for the fields that have errors. */
export function ErrorSummaryCard({
  form,
  fields,
  labels = {},
  boxRef,
  title = SUMMARY_TITLE,
}: ErrorSummaryCardProps) {
  return (
    <div
      className="error-summary"
      ref={boxRef}
      tabIndex={-1}
      role="alert"
      aria-labelledby={title ? `${form.id}-problems` : undefined}
    >
      {title ? (
        <h2 className="error-summary__title" id={`${form.id}-problems`}>
          {title}
        </h2>
      ) : null}
      <ul id={form.errorId}>
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {fields.map((field) => (
          <li key={field.id}>
            <InPageLink to={field.id}>{withLabel(labels[field.name], field.errors?.[0])}</InPageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function withLabel(label = "", message = ""): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

function controlProps(field: FormField, hint: ReactNode) {
  const describedBy = [hint ? hintId(field) : "", field.errors ? field.errorId : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
}

/** What was typed, or the form's default. */
function typedValue(field: FormField): string | undefined {
  const value: unknown = field.initialValue;
  return typeof value === "string" ? value : undefined;
}

function hintId(field: FormField): string {
  return `${field.id}-hint`;
}
