import { FilterSelect } from "~/ui/lists/filter-fields";
import type { MakeChoice } from "~/vehicles/list-query";

interface MakeAndModelProps {
  query: { make?: string | undefined; model?: string | undefined };
  makes: readonly MakeChoice[];
  /** Offer this make's models only; undefined, as without script, offers all models, grouped by make. */
  onlyOf: string | undefined;
}

export function MakeAndModel({ query, makes, onlyOf }: MakeAndModelProps) {
  const offered = onlyOf === undefined ? makes : makes.filter(({ make }) => make === onlyOf);
  // The URL may name a make or model that is sold out, and the list may still be loading.
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
