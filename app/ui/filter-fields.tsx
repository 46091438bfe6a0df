import type { ComponentProps, ReactNode } from "react";

interface FilterFieldProps extends Omit<ComponentProps<"input">, "value" | "name" | "id"> {
  name: string;
  label: string;
  value: string | number | undefined;
}

/** One line to type a filter in. */
export function FilterField({ name, label, value, ...input }: FilterFieldProps) {
  return (
    <Labelled name={name} label={label}>
      <input
        className="input"
        id={filterId(name)}
        name={name}
        defaultValue={value}
        autoComplete="off"
        {...input}
      />
    </Labelled>
  );
}

interface FilterSelectProps {
  name: string;
  label: string;
  value: string | undefined;
  /** Value and label of each choice, or groups of options as children. */
  choices?: readonly (readonly [value: string, label: string])[];
  /** What stands for "no filter". */
  any?: string;
  children?: ReactNode;
}

/** A line for a whole number: the browser says so where it is none, and the list would have to ignore it. */
export function AmountField({ name, label, value }: Pick<FilterFieldProps, "name" | "label" | "value">) {
  return (
    <FilterField
      name={name}
      label={label}
      value={value}
      inputMode="numeric"
      pattern="[$\d,. ]*"
      title="A number, such as 12,500"
    />
  );
}

/** A line for a model year. */
export function YearField({ name, label, value }: Pick<FilterFieldProps, "name" | "label" | "value">) {
  return (
    <FilterField
      name={name}
      label={label}
      value={value}
      inputMode="numeric"
      pattern=" *\d{4} *"
      title="A year of four digits, such as 2014"
    />
  );
}

/** One of several. */
export function FilterSelect({ name, label, value, choices = [], any, children }: FilterSelectProps) {
  return (
    <Labelled name={name} label={label}>
      <select className="input input--select" id={filterId(name)} name={name} defaultValue={value ?? ""}>
        {any === undefined ? null : <option value="">{any}</option>}
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
        {children}
      </select>
    </Labelled>
  );
}

function Labelled({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={filterId(name)}>
        {label}
      </label>
      {children}
    </div>
  );
}

function filterId(name: string): string {
  return `filter-${name}`;
}
