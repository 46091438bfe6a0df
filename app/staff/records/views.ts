import type { Collection } from "~/collections/collection";
import { CUSTOMERS } from "~/customers/customers";
import { CUSTOMER_VIEW } from "~/customers/staff/customer-view";
import { FITMENTS } from "~/interchange/fitments";
import { FITMENT_VIEW } from "~/interchange/staff/fitment-view";
import { PARTS } from "~/parts/parts";
import { PART_VIEW } from "~/parts/staff/part-view";
import { SALES } from "~/sales/sales";
import { SALE_VIEW } from "~/sales/staff/sale-view";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { DISMANTLED_VIEW } from "~/vehicles/staff/dismantled-view";
import { RETAIL_VIEW } from "~/vehicles/staff/retail-view";
import type { RecordView } from "./view";

/** The collections whose staff pages show more than their definitions say, by their tables. */
const VIEWS: Readonly<Record<string, unknown>> = {
  [DISMANTLED_VEHICLES.table]: DISMANTLED_VIEW,
  [RETAIL_VEHICLES.table]: RETAIL_VIEW,
  [PARTS.table]: PART_VIEW,
  [CUSTOMERS.table]: CUSTOMER_VIEW,
  [FITMENTS.table]: FITMENT_VIEW,
  [SALES.table]: SALE_VIEW,
};

/** How the pages of a collection show a record; empty if there is nothing special. */
export function viewOf({ table }: Pick<Collection, "table">): RecordView<StaffRecord> {
  return (VIEWS[table] ?? {}) as RecordView<StaffRecord>;
}

/** Any record, as staff get it. */
export type StaffRecord = { _id: string; createdAt: string; updatedAt: string } & Record<string, unknown>;
