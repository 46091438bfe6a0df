import pLimit from "p-limit";
import { business } from "~/business/business.server";
import { createRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { actAs, COMMAND_LINE } from "~/context.server";
import { engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import type { VehicleImage } from "~/pictures/image-rows";
import { openUploads } from "~/pictures/open-storage.server";
import { openPictureStore } from "~/pictures/store.server";
import { dayInTimeZone } from "~/values/format";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { type CarView, renderCarPicture } from "./car-picture";
import { sampleParts } from "./sample-parts";
import { seedSampleInquiries, seedSampleOfferedCars, seedSampleRequests } from "./sample-requests.server";
import { seedSampleSales } from "./sample-sales.server";
import { type SampleVehicle, sampleDismantledVehicles, sampleRetailVehicles } from "./sample-vehicles";

/**
 * Fills an empty site with the sample inventory, requests and sales, through the same schemas, functions and picture store as real data.
 * `pictures: false` skips the pictures, which take most of the time.
 * @returns how many vehicles were stored
 */
export async function seedSampleData({ now = new Date(), pictures = true } = {}): Promise<number> {
  await migrate(engine);
  const today = dayInTimeZone(business.timeZone, now);
  const dismantled = sampleDismantledVehicles(today);
  const retail = sampleRetailVehicles(today);
  const images = new Map(
    pictures ? [...(await storePictures(dismantled, "yard")), ...(await storePictures(retail, "lot"))] : [],
  );
  // The oldest first, so that ids sort by arrival.
  for (const { fields } of dismantled.toReversed()) {
    const vehicle = {
      ...bodySchema(DISMANTLED_VEHICLES).parse(fields),
      images: images.get(fields.stockNumber),
    };
    await actAs(COMMAND_LINE, enteredAt(fields, now), () => createRecord(DISMANTLED_RECORDS, vehicle));
  }
  for (const { fields } of retail.toReversed()) {
    const vehicle = { ...bodySchema(RETAIL_VEHICLES).parse(fields), images: images.get(fields.stockNumber) };
    await actAs(COMMAND_LINE, enteredAt(fields, now), () => createRecord(RETAIL_RECORDS, vehicle));
  }
  await storeParts(dismantled, images, now);
  await seedSampleRequests(now);
  await seedSampleInquiries(now);
  await seedSampleOfferedCars(now);
  await seedSampleSales(now);
  return dismantled.length + retail.length;
}

/** How long ago the yard began to use the site. */
const STARTED_DAYS_AGO = 40;

/** When something was entered: on the morning it came, or when the yard began with the site. What is sold of it follows. */
function enteredAt({ dateAcquired }: { dateAcquired: string }, now: Date): Date {
  const started = now.getTime() - STARTED_DAYS_AGO * 86_400_000;
  const came = Date.parse(dateAcquired) + 12 * 3_600_000;
  return new Date(Math.min(now.getTime(), Math.max(started, came)));
}

/** The parts on the shelves. A picture of one shows its donor, because drawing six hundred would take minutes. */
async function storeParts(
  donors: readonly SampleVehicle[],
  images: ReadonlyMap<string, VehicleImage[]>,
  now: Date,
): Promise<void> {
  await transaction(async () => {
    for (const { fields, hasPicture } of sampleParts(donors, business.partWarranties)) {
      const pictures = hasPicture ? images.get(fields.donor)?.slice(0, 1) : undefined;
      const part = { ...bodySchema(PARTS).parse(fields), images: pictures };
      const at = enteredAt(fields, now);
      const created = await actAs(COMMAND_LINE, at, () => createRecord(PART_RECORDS, part));
      if (created.outcome !== "saved") throw new Error(`A sample part was not stored: ${created.outcome}`);
    }
  });
}

/** The pictures of the first vehicles of each list; the others have the first one only, because each takes half a second. */
const ALL_VIEWS: readonly { view: CarView; caption?: string }[] = [
  { view: "side" },
  { view: "front", caption: "Front wheel and headlight" },
  { view: "rear", caption: "Rear quarter" },
  { view: "windows" },
];
const WITH_ALL_VIEWS = 2;

/** Renders and stores the pictures, two at a time, and returns each vehicle's by its stock number. */
async function storePictures(
  vehicles: readonly SampleVehicle[],
  place: "yard" | "lot",
): Promise<[stockNumber: string, images: VehicleImage[]][]> {
  const store = openPictureStore(openUploads());
  const storeOne = async ({ bodyStyle, fields }: SampleVehicle, view: CarView): Promise<string> => {
    const color = fields.exteriorColor?.toString();
    const picture = renderCarPicture({ bodyStyle, color, place, seed: fields.vin, view });
    const stored = await store.storePicture(picture);
    if (stored.ok) return stored.url;
    throw new Error(`The picture of sample vehicle ${fields.stockNumber} was rejected: ${stored.message}`);
  };
  return pLimit(2).map(
    vehicles.filter(({ hasPicture }) => hasPicture),
    async (vehicle, index): Promise<[string, VehicleImage[]]> => {
      const images: VehicleImage[] = [];
      for (const { view, caption } of ALL_VIEWS.slice(0, index < WITH_ALL_VIEWS ? undefined : 1)) {
        images.push({ imageUrl: await storeOne(vehicle, view), alt: "", caption });
      }
      return [vehicle.fields.stockNumber, images];
    },
  );
}
