import { FIND_PAGE, type FindInput } from "~/parts/finder";

interface FindFormProps {
  /** What was searched for. */
  input?: FindInput;
  /** Whether the car can be chosen in separate fields. */
  withCar?: boolean;
  /** A search that finds something. */
  example?: string | undefined;
}

/** The search for a part of a car: one field, and without script too. */
export function FindForm({ input = {}, withCar = false, example }: FindFormProps) {
  const { q, category, year, make, model, vin } = input;
  return (
    <search className="screen-only site-search">
      <form className="grid gap-2" action={FIND_PAGE}>
        <label className="field__label" htmlFor="find-part">
          Which part, for which car?
        </label>
        <div className="cluster gap-2 site-search__line">
          <input
            className="input"
            id="find-part"
            name="q"
            type="search"
            maxLength={200}
            placeholder={example}
            defaultValue={q}
          />
          {category ? <input type="hidden" name="category" value={category} /> : null}
          <button className="button" type="submit">
            Find Parts
          </button>
        </div>
        {withCar ? (
          <details className="site-search__car" open={Boolean(year || make || model || vin)}>
            <summary>Choose the car, or use its VIN</summary>
            <div className="grid gap-3 site-search__fields">
              <CarField name="year" label="Year" value={year?.toString()} inputMode="numeric" maxLength={4} />
              <CarField name="make" label="Make" value={make} />
              <CarField name="model" label="Model" value={model} />
              {/* Room for dashes. */}
              <CarField name="vin" label="VIN" value={vin} />
            </div>
          </details>
        ) : null}
      </form>
    </search>
  );
}

interface CarFieldProps {
  name: "year" | "make" | "model" | "vin";
  label: string;
  value: string | undefined;
  inputMode?: "numeric";
  maxLength?: number;
}

function CarField({ name, label, value, inputMode, maxLength = 60 }: CarFieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={`find-${name}`}>
        {label}
      </label>
      <input
        className="input"
        id={`find-${name}`}
        name={name}
        inputMode={inputMode}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
      />
    </div>
  );
}
