import { business } from "~/business.server";
import { config } from "~/config.server";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { createDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import { dayIn } from "~/models/format";
import { openPictureStore } from "~/models/image.server";
import { createRetailVehicle } from "~/models/retail-vehicle.server";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import { drawSamplePicture } from "./pictures.server";
import { seedSampleRequests } from "./requests.server";
import {
  type SampleDismantledVehicle,
  type SampleRetailVehicle,
  sampleDismantledVehicles,
  sampleRetailVehicles,
} from "./vehicles";

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
  // Drawn one after another and stored the oldest first, so that ids sort as the days do.
  for (const sample of dismantled.toReversed()) {
    const fields = dismantledVehicleSchema.parse(sample);
    await createDismantledVehicle({ ...fields, imageUrl: await pictureOf(sample, pictures) }, { now });
  }
  for (const sample of retail.toReversed()) {
    const fields = retailVehicleSchema.parse(sample);
    await createRetailVehicle(
      { ...fields, imageUrl: await pictureOf(sample, pictures) },
      { now, timeZone: business.timeZone },
    );
  }
  await seedSampleRequests(now);
  return dismantled.length + retail.length;
}

async function pictureOf(
  sample: SampleDismantledVehicle | SampleRetailVehicle,
  wanted: boolean,
): Promise<string | undefined> {
  if (!wanted || !sample.picture) return undefined;
  const store = openPictureStore({ directory: config.UPLOADS_DIR });
  const stored = await store.storePicture(await drawSamplePicture(sample));
  if (!stored.ok)
    throw new Error(`The sample picture of ${sample.stockNumber} was refused: ${stored.sentence}`);
  return stored.url;
}
