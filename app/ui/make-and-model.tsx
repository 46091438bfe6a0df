import type { MakeChoice } from "~/models/vehicle-search";
import { FilterSelect } from "./filter-fields";

interface MakeAndModelProps {
  query: { make?: string | undefined; model?: string | undefined };
  makes: readonly MakeChoice[];
  /** With script, only this make's models are offered; without, all of them in groups. */
  onlyOf: string | undefined;
}

export function MakeAndModel({ query, makes, onlyOf }: MakeAndModelProps) {
  const offered = onlyOf === undefined ? makes : makes.filter(({ make }) => make === onlyOf);
  // An address may ask for what is sold out by now, or the choices may still be under way.
  const lacksMake = query.make !== undefined && !makes.some(({ make }) => make === query.make);
  const lacksModel =
    query.model !== undefined &&
    !offered.some(({ models }) => models.some(({ model }) => model === query.model));
  return (
    <>
      <FilterSelect
        name="make"
        label="Make"
        value={query.make}
        any="Any make"
        choices={makes.map(({ make, count }) => [make, `${make} (${count})`])}
      >
        {lacksMake ? <option value={query.make}>{query.make}</option> : null}
      </FilterSelect>
      <FilterSelect name="model" label="Model" value={query.model} any="Any model">
        {offered.map(({ make, models }) => (
          <optgroup key={make} label={make}>
            {models.map(({ model, count }) => (
              <option key={model} value={model}>
                {model} ({count})
              </option>
            ))}
          </optgroup>
        ))}
        {lacksModel ? <option value={query.model}>{query.model}</option> : null}
      </FilterSelect>
    </>
  );
}
