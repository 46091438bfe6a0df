import { useSearchParams } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "~/ui/layout/icon";
import { AMOUNT_PATTERN, getIgnoredText } from "~/values/query-params";

interface FilterFieldProps extends Omit<ComponentProps<"input">, "value" | "name" | "id"> {
  name: string;
  label: string;
  value: string | number | undefined;
  error?: string | undefined;
}

/** A text field of a filter form. */
export function FilterField({ name, label, value, error, ...input }: FilterFieldProps) {
  return (
    <LabeledField name={name} label={label} error={error}>
      <input
        className="input"
        id={filterId(name)}
        name={name}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId(name) : undefined}
        {...input}
      />
    </LabeledField>
  );
}

/** A field for a whole number, checked by the browser; without its check, the page says what the list ignores. */
export function AmountField({ name, label, value }: Pick<FilterFieldProps, "name" | "label" | "value">) {
  const [params] = useSearchParams();
  const ignored = getIgnoredText(params, name, value);
  return (
    <FilterField
      name={name}
      label={label}
      value={value ?? ignored}
      error={ignored && "Enter a number, such as 12,500"}
      inputMode="numeric"
      pattern={AMOUNT_PATTERN}
      title="A number, such as 12,500"
    />
  );
}

/** A field for a model year. */
export function YearField({ name, label, value }: Pick<FilterFieldProps, "name" | "label" | "value">) {
  return (
    <FilterField
      name={name}
      label={label}
      value={value}
      inputMode="numeric"
      pattern=" *\d{4} *"
      title="A four-digit year, such as 2014"
    />
  );
}

interface FilterSelectProps {
  name: string;
  label: string;
  value: string | undefined;
  /** Value and label of each choice, or groups of options as children. */
  choices?: readonly (readonly [value: string, label: string])[];
  /** The label of the empty option, which filters nothing. */
  any?: string;
  children?: ReactNode;
}

/** A select of a filter form. */
export function FilterSelect({ name, label, value, choices = [], any, children }: FilterSelectProps) {
  return (
    <LabeledField name={name} label={label}>
      <select className="input input--select" id={filterId(name)} name={name} defaultValue={value ?? ""}>
        {any === undefined ? null : <option value="">{any}</option>}
        {choices.map(([choice, choiceLabel]) => (
          <option key={choice} value={choice}>
            {choiceLabel}
          </option>
        ))}
        {children}
      </select>
    </LabeledField>
  );
}

interface LabeledFieldProps extends Pick<FilterFieldProps, "name" | "label" | "error"> {
  children: ReactNode;
}

function LabeledField({ name, label, error, children }: LabeledFieldProps) {
  return (
    <div className={`field ${error ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={filterId(name)}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="field__error" id={errorId(name)}>
          <Icon name="alert" size={18} /> {error}
        </p>
      ) : null}
    </div>
  );
}

function filterId(name: string): string {
  return `filter-${name}`;
}

function errorId(name: string): string {
  return `${filterId(name)}-error`;
}
