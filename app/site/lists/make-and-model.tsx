import { FilterSelect } from "~/ui/lists/filter-fields";
import type { MakeChoice } from "~/vehicles/list-query";

interface MakeAndModelProps {
  query: { make?: string | undefined; model?: string | undefined };
  makes: readonly MakeChoice[];
}

/** The models are those of the chosen make; before one is chosen, all of them. */
export function MakeAndModel({ query, makes }: MakeAndModelProps) {
  const offered = query.make === undefined ? makes : makes.filter(({ make }) => make === query.make);
  // The URL may name a make or model that is sold out.
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
