import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { type QrCode, renderQrCode } from "~/seo/qr-code.server";
import { vehiclePath } from "~/vehicles/inventory";
import { findPublicRetailSlice, toRetailCard } from "~/vehicles/retail.server";
import type { PublicRetailVehicle, RetailCardVehicle } from "~/vehicles/retail-vehicles";

/** What a vehicle's page shows besides the vehicle. */
export interface RelatedVehicle {
  /** The page's public URL, and the short one to print with its QR code; absent without `PUBLIC_URL`. */
  publicPage?: { url: string; printedUrl: string; qrCode: QrCode };
  /** For a sold vehicle, the newest vehicles of its make that are for sale. */
  similar?: { total: number; vehicles: RetailCardVehicle[] };
}

/** One row. */
const SIMILAR_LIMIT = 3;

export async function findRelated(vehicle: PublicRetailVehicle): Promise<RelatedVehicle> {
  const url = toAbsoluteUrl(config.PUBLIC_URL, vehiclePath(vehicle));
  const printedUrl = toAbsoluteUrl(config.PUBLIC_URL, vehiclePath({ _id: vehicle._id }));
  return {
    ...(url && printedUrl ? { publicPage: { url, printedUrl, qrCode: renderQrCode(printedUrl) } } : {}),
    ...(vehicle.status === "sold" && vehicle.make ? { similar: await findSimilar(vehicle.make) } : {}),
  };
}

async function findSimilar(make: string) {
  const { records, total } = await findPublicRetailSlice(
    { make, sort: "newest", page: 1 },
    { limit: SIMILAR_LIMIT },
  );
  return { total, vehicles: records.map(toRetailCard) };
}
