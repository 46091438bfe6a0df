import sharp from "sharp";
import { drawCar } from "./drawings";
import type { SampleDismantledVehicle, SampleRetailVehicle } from "./vehicles";

/**
 * A sample vehicle's picture as a PNG of 1600 by 1200, ready for the picture store. Needs the SVG loader, so it
 * works only where `blockForeignLoaders` has not been called.
 */
export function drawSamplePicture(vehicle: SampleDismantledVehicle | SampleRetailVehicle): Promise<Buffer> {
  const drawing = drawCar({
    bodyStyle: vehicle.bodyStyle,
    color: vehicle.exteriorColor,
    // Only the retail sample has a price; the others stand in the yard, whole or not.
    dismantled: "price" in vehicle ? undefined : (vehicle.look ?? "whole"),
    seed: vehicle.vin,
  });
  // The picture is read again at once, so it is hardly compressed.
  return sharp(Buffer.from(drawing)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}
