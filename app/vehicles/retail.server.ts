import { toCard } from "~/collections/collection";
import { findPublicSlice, openPublicList } from "~/collections/lists.server";
import { findPublicRecord } from "~/collections/records.server";
import type {
  AllFields,
  DerivedColumns,
  InvalidFields,
  RecordWrite,
  StoredCollection,
} from "~/collections/store.server";
import { type Condition, compareColumn } from "~/db/conditions.server";
import { isReferredTo } from "~/db/references.server";
import type { Row } from "~/db/schema";
import type { RequestedRange } from "~/lists/window";
import { refuseWhileOnSale } from "~/sales/holding.server";
import { toCents } from "~/values/money";
import { findOtherOfVin } from "./in-stock.server";
import { recordAddedAsSold, recordSoldByHand } from "./leaving.server";
import { type RetailQuery, readRetailQuery } from "./list-query";
import { forgetRemoval, recordRemoval } from "./removed.server";
import {
  type PublicRetailVehicle,
  RETAIL_VEHICLES,
  type RetailCardVehicle,
  type RetailVehicle,
  type RetailVehicleFields,
} from "./retail-vehicles";
import { findPublicPage, staffSearch, vehicleConditions, vehicleSearchText } from "./search.server";
import { suggestStockNumber } from "./stock-number.server";

export interface RetailTypes {
  row: Row<"retailVehicles">;
  fields: RetailVehicleFields;
  record: RetailVehicle;
  publicRecord: PublicRetailVehicle;
  publicQuery: RetailQuery;
}

/** The vehicles for sale, and how they are searched. The page of one that was deleted answers 410. */
export const RETAIL_RECORDS: StoredCollection<RetailTypes> = {
  ...RETAIL_VEHICLES,
  readQuery: readRetailQuery,
  publicConditions: (query) => vehicleConditions("retailVehicles", query, { limits: ownConditions }),
  searchConditions: staffSearch("retailVehicles", pricedWithin),
  searchText: vehicleSearchText,
  findTwin: findOtherOfVin,
  startValues: async () => ({ stockNumber: await suggestStockNumber("retail") }),
  isStatusFixed: ({ saleId }) => saleId !== null,
  deriveColumns: refuseOnSale,
  afterCreate: recordAddedAsSold,
  afterUpdate: recordSoldByHand,
  isUsed: (id) =>
    isReferredTo(id, [
      ["saleLines", "vehicleId"],
      ["carCosts", "vehicleId"],
      ["purchases", "vehicleId"],
      ["buyersGuides", "vehicleId"],
      ["vehicleInquiries", "vehicleId"],
    ]),
  afterDelete: recordRemoval,
  afterRestore: forgetRemoval,
};

/** Rejects a status that contradicts the sale that has the vehicle. */
async function refuseOnSale(
  { status }: AllFields<RetailTypes>,
  { stored }: RecordWrite<RetailTypes>,
): Promise<DerivedColumns<RetailTypes> | InvalidFields> {
  if (!stored || stored.saleId === null || status === stored.status) return {};
  return { invalid: { status: [await refuseWhileOnSale(stored.saleId)] } };
}

/** The conditions of the filters that only this list has. */
function ownConditions(query: RetailQuery): Condition[] {
  const { priceFrom, priceTo, mileageTo, condition, fuel, drive } = query;
  return [
    ...pricedWithin({ priceFrom, priceTo }),
    ...compareColumn("mileage", "<=", mileageTo),
    ...compareColumn("condition", "=", condition),
    ...compareColumn("fuelType", "=", fuel),
    ...compareColumn("driveType", "=", drive),
  ];
}

/** One page of the vehicles for sale. */
export const findRetailPage = (query: RetailQuery) => findPublicPage(RETAIL_RECORDS, query);

/** A range of the vehicles for sale that match the filters. */
export const findPublicRetailSlice = (query: RetailQuery, range: RequestedRange) =>
  findPublicSlice(RETAIL_RECORDS, query, range);

/** One vehicle; a sold one keeps its page. */
export const findPublicRetailVehicle = (id: string) => findPublicRecord(RETAIL_RECORDS, id);

/** Every vehicle for sale, newest first. */
export const openRetailList = () => openPublicList(RETAIL_RECORDS, readRetailQuery(new URLSearchParams()));

/** The vehicle without its long fields, for a card. */
export function toRetailCard(vehicle: PublicRetailVehicle): RetailCardVehicle {
  return toCard(RETAIL_VEHICLES, vehicle);
}

/** A price of 0 counts as none. */
function pricedWithin({ priceFrom, priceTo }: Pick<RetailQuery, "priceFrom" | "priceTo">): Condition[] {
  const [from, to] = [priceFrom, priceTo].map((dollars) => dollars && toCents(dollars));
  return [
    ...compareColumn("priceCents", ">=", to === undefined ? from : from || 1),
    ...compareColumn("priceCents", "<=", to),
  ];
}
