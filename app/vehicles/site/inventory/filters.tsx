import { COMMON_FILTER_LABELS, type FilterLabels } from "~/site/lists/filter-chips";
import { AmountField, FilterSelect } from "~/ui/lists/filter-fields";
import { formatMileage, formatPrice } from "~/values/format";
import type { RetailQuery } from "~/vehicles/list-query";
import {
  CONDITION_LABELS,
  CONDITIONS,
  FUEL_TYPE_LABELS,
  FUEL_TYPES,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_DRIVE_TYPES,
} from "~/vehicles/retail";

/** The filters that only vehicles for sale have. */
export function RetailFilterFields({ query }: { query: RetailQuery }) {
  return (
    <>
      <div className="grid pair gap-3">
        <AmountField name="priceFrom" label="Min price" value={query.priceFrom} />
        <AmountField name="priceTo" label="Max price" value={query.priceTo} />
      </div>
      <AmountField name="mileageTo" label="Max mileage" value={query.mileageTo} />
      <FilterSelect
        name="condition"
        label="Condition"
        value={query.condition}
        any="Any condition"
        choices={CONDITIONS.map((condition) => [condition, CONDITION_LABELS[condition]])}
      />
      <FilterSelect
        name="fuel"
        label="Fuel"
        value={query.fuel}
        any="Any fuel"
        choices={FUEL_TYPES.map((fuel) => [fuel, FUEL_TYPE_LABELS[fuel]])}
      />
      <FilterSelect
        name="drive"
        label="Drive"
        value={query.drive}
        any="Any drive"
        choices={RETAIL_DRIVE_TYPES.map((drive) => [drive, RETAIL_DRIVE_TYPE_LABELS[drive]])}
      />
    </>
  );
}

export const RETAIL_FILTER_LABELS: FilterLabels = {
  ...COMMON_FILTER_LABELS,
  priceFrom: (price: number) => `${formatPrice(price)} and up`,
  priceTo: (price: number) => `Up to ${formatPrice(price)}`,
  mileageTo: (mileage: number) => `Up to ${formatMileage(mileage)}`,
  condition: (condition: keyof typeof CONDITION_LABELS) => `${CONDITION_LABELS[condition]} condition`,
  fuel: (fuel: keyof typeof FUEL_TYPE_LABELS) => FUEL_TYPE_LABELS[fuel],
  drive: (drive: keyof typeof RETAIL_DRIVE_TYPE_LABELS) => RETAIL_DRIVE_TYPE_LABELS[drive],
};
