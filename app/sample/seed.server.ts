import { business } from "~/business.server";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { createDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import { dayIn } from "~/models/format";
import { createRetailVehicle } from "~/models/retail-vehicle.server";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import { keepSamplePictures } from "./pictures.server";
import { seedSampleRequests } from "./requests.server";
import { sampleDismantledVehicles, sampleRetailVehicles } from "./vehicles";

/**
 * Fills an empty site with the sample inventory and requests, through the same schemas and the same picture store as
 * the real thing. `pictures: false` leaves the drawings out, which take most of the time.
 * @returns how many vehicles were stored
 */
export async function seedSampleData({ now = new Date(), pictures = true } = {}): Promise<number> {
  await migrate({ sqlite, db });
  const today = dayIn(business.timeZone, now);
  const dismantled = sampleDismantledVehicles(today);
  const retail = sampleRetailVehicles(today);
  const addresses = pictures ? await keepSamplePictures([...dismantled, ...retail]) : undefined;
  // The oldest first, so that ids sort as the days do.
  for (const sample of dismantled.toReversed()) {
    const fields = dismantledVehicleSchema.parse(sample);
    const imageUrl = addresses?.get(sample.stockNumber);
    await createDismantledVehicle({ ...fields, imageUrl }, { now });
  }
  for (const sample of retail.toReversed()) {
    const fields = retailVehicleSchema.parse(sample);
    const imageUrl = addresses?.get(sample.stockNumber);
    await createRetailVehicle({ ...fields, imageUrl }, { now, timeZone: business.timeZone });
  }
  await seedSampleRequests(now);
  return dismantled.length + retail.length;
}
