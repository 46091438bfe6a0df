import pLimit from "p-limit";
import sharp from "sharp";
import { config } from "~/config.server";
import { openPictureStore } from "~/models/image.server";
import { drawCar } from "./drawings";
import type { SampleDismantledVehicle, SampleRetailVehicle } from "./vehicles";

type SampleVehicle = SampleDismantledVehicle | SampleRetailVehicle;

/**
 * Draws and keeps the pictures of those sample vehicles that have one, two at a time. Needs the SVG loader, so it
 * works only where `blockForeignLoaders` has not been called.
 * @returns the pictures' addresses by stock number
 */
export async function keepSamplePictures(vehicles: readonly SampleVehicle[]): Promise<Map<string, string>> {
  const store = openPictureStore({ directory: config.UPLOADS_DIR });
  const keep = async (vehicle: SampleVehicle): Promise<[string, string]> => {
    const stored = await store.storePicture(await drawSamplePicture(vehicle));
    if (stored.ok) return [vehicle.stockNumber, stored.url];
    throw new Error(`The sample picture of ${vehicle.stockNumber} was refused: ${stored.sentence}`);
  };
  const pictured = vehicles.filter((vehicle) => vehicle.picture);
  return new Map(await pLimit(2).map(pictured, keep));
}

/** A sample vehicle's picture as a PNG of 1200 by 900, ready for the picture store: a quarter less than a photo's, and twice as fast to keep. */
function drawSamplePicture(vehicle: SampleVehicle): Promise<Buffer> {
  const drawing = drawCar({
    bodyStyle: vehicle.bodyStyle,
    color: vehicle.exteriorColor,
    // Only the retail sample has a price; the others stand in the yard, whole or not.
    dismantled: "price" in vehicle ? undefined : (vehicle.look ?? "whole"),
    seed: vehicle.vin,
  });
  // The picture is read again at once, so it is hardly compressed.
  return sharp(Buffer.from(drawing)).resize(1200).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}
