import pLimit from "p-limit";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { COMMAND_LINE } from "~/history/change";
import { openPictureStore } from "~/pictures/store.server";
import { dayInTimeZone } from "~/values/format";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { dismantledVehicleSchema } from "~/vehicles/dismantled-schema";
import { createVehicle } from "~/vehicles/inventory.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { retailVehicleSchema } from "~/vehicles/retail-schema";
import { renderCarPicture } from "./car-picture";
import { seedSampleRequests } from "./sample-requests.server";
import { type SampleVehicle, sampleDismantledVehicles, sampleRetailVehicles } from "./sample-vehicles";

/**
 * Fills an empty site with the sample inventory and requests, through the same schemas and picture store as real data.
 * `pictures: false` skips the pictures, which take most of the time.
 * @returns how many vehicles were stored
 */
export async function seedSampleData({ now = new Date(), pictures = true } = {}): Promise<number> {
  await migrate({ sqlite, db });
  const today = dayInTimeZone(business.timeZone, now);
  const dismantled = sampleDismantledVehicles(today);
  const retail = sampleRetailVehicles(today);
  const imageUrls = new Map(
    pictures ? [...(await storePictures(dismantled, "yard")), ...(await storePictures(retail, "lot"))] : [],
  );
  const options = { now, by: COMMAND_LINE };
  // The oldest first, so that ids sort by arrival.
  for (const { fields } of dismantled.toReversed()) {
    const imageUrl = imageUrls.get(fields.stockNumber);
    await createVehicle(DISMANTLED_STORE, { ...dismantledVehicleSchema.parse(fields), imageUrl }, options);
  }
  for (const { fields } of retail.toReversed()) {
    const imageUrl = imageUrls.get(fields.stockNumber);
    const vehicle = { ...retailVehicleSchema.parse(fields), imageUrl };
    await createVehicle(RETAIL_STORE, vehicle, options);
  }
  await seedSampleRequests(now);
  return dismantled.length + retail.length;
}

/** Renders and stores the pictures, two at a time, and returns each one's URL with its vehicle's stock number. */
async function storePictures(
  vehicles: readonly SampleVehicle[],
  place: "yard" | "lot",
): Promise<[stockNumber: string, url: string][]> {
  const store = openPictureStore({ directory: config.UPLOADS_DIR });
  const storeOne = async ({ bodyStyle, fields }: SampleVehicle): Promise<[string, string]> => {
    const color = fields.exteriorColor?.toString();
    const stored = await store.storePicture(renderCarPicture({ bodyStyle, color, place, seed: fields.vin }));
    if (stored.ok) return [fields.stockNumber, stored.url];
    throw new Error(`The picture of sample vehicle ${fields.stockNumber} was rejected: ${stored.message}`);
  };
  return pLimit(2).map(
    vehicles.filter(({ hasPicture }) => hasPicture),
    storeOne,
  );
}
