import type { PublicPart } from "~/parts/parts";
import { findPartPage } from "~/parts/public-part.server";
import { formatPrice } from "~/values/format";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { vehicleName } from "~/vehicles/inventory";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { fullVehicleName } from "./description";
import type { RecordCard } from "./draw-record-card.server";
import { type CardKind, cardImage } from "./record-card.server";
import type { ShareImage } from "./social-card";

/** The preview picture of a vehicle's page. */
export function vehicleCardImage(vehicle: PublicRetailVehicle): ShareImage {
  return cardImage("vehicle", vehicle._id, vehicleCard(vehicle));
}

/** The preview picture of a dismantled vehicle's page. */
export function donorCardImage(vehicle: PublicDismantledVehicle): ShareImage {
  return cardImage("donor", vehicle._id, donorCard(vehicle));
}

/** The preview picture of a part's page. */
export function partCardImage(part: PublicPart): ShareImage {
  return cardImage("part", part._id, partCard(part));
}

/** What the card of a record shows now; undefined if it has no page. */
export async function findCard(kind: CardKind, id: string): Promise<RecordCard | undefined> {
  if (kind === "part") {
    const part = await findPartPage(id, new Date());
    return part && part !== "gone" ? partCard(part) : undefined;
  }
  if (kind === "donor") {
    const donor = await findPublicDismantledVehicle(id);
    return donor && donorCard(donor);
  }
  const vehicle = await findPublicRetailVehicle(id);
  return vehicle && vehicleCard(vehicle);
}

function vehicleCard(vehicle: PublicRetailVehicle): RecordCard {
  const { status, price, imageUrl } = vehicle;
  return { name: fullVehicleName(vehicle), price: priceText(price, status === "sold"), imageUrl };
}

function donorCard(vehicle: PublicDismantledVehicle): RecordCard {
  return { name: fullVehicleName(vehicle), price: "For parts", imageUrl: vehicle.imageUrl };
}

function partCard(part: PublicPart): RecordCard {
  const { status, price, imageUrl } = part;
  return { name: part.part, from: vehicleName(part), price: priceText(price, status === "Sold"), imageUrl };
}

function priceText(price: number | undefined, isSold: boolean): string {
  if (isSold) return "Sold";
  return price ? formatPrice(price) : "Call for price";
}
