import type { z } from "zod";
import { toSentences } from "~/values/sentences";
import type { businessSchema } from "./schema";

/** The contents of `business.json`. */
export type BusinessFile = z.infer<typeof businessSchema>;

/** The keys of the business file that every page may show. */
export type PublicFact =
  | "name"
  | "tagline"
  | "foundedYear"
  | "owner"
  | "operationsManager"
  | "team"
  | "services"
  | "milestones"
  | "phone"
  | "email"
  | "privacyEmail"
  | "address"
  | "coordinates"
  | "timeZone"
  | "hours"
  | "answerHours"
  | "warranty"
  | "partWarranties"
  | "returnPolicy"
  | "shipping"
  | "marketplace"
  | "look";

/** The facts that every page may show. */
export type Business = Pick<BusinessFile, PublicFact>;

/** The postal address on one line. */
export function postalAddress({ address }: Pick<Business, "address">): string {
  return `${address.street}, ${address.city}, ${address.state} ${address.zipCode}`;
}

/** Who handles complaints after a sale: the operations manager, or the owner, unless the business file says otherwise. */
export function complaintsOf({
  buyersGuide,
  operationsManager,
  owner,
  phone,
}: Pick<BusinessFile, "buyersGuide" | "operationsManager" | "owner" | "phone">): {
  name: string;
  phone: string;
} {
  return buyersGuide.complaints ?? { name: operationsManager ?? owner, phone };
}

/** The phone number in international form: `+15555550142`. */
export function internationalPhone({ phone }: Pick<Business, "phone">): string {
  return `+1${phone.replace(/\D/g, "")}`;
}

/** The `tel:` URL of the phone. */
export function phoneHref(business: Pick<Business, "phone">): string {
  return `tel:${internationalPhone(business)}`;
}

/** The URL of directions to the business in Google Maps. */
export function directionsHref(business: Pick<Business, "address" | "name">): string {
  const destination = encodeURIComponent(`${business.name}, ${postalAddress(business)}`);
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

/** The URL of an OpenStreetMap embed around the business, about a kilometer across; undefined if its location isn't set. */
export function mapEmbedHref({ coordinates }: Pick<Business, "coordinates">): string | undefined {
  if (!coordinates) return undefined;
  const { latitude, longitude } = coordinates;
  const box = [longitude - 0.008, latitude - 0.005, longitude + 0.008, latitude + 0.005]
    .map(degrees)
    .join(",");
  const marker = `${degrees(latitude)},${degrees(longitude)}`;
  return `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(box)}&layer=mapnik&marker=${encodeURIComponent(marker)}`;
}

/** "Monday to Friday 8am to 5pm" */
export function openingHours({ hours }: Pick<Business, "hours">): string {
  return hours.text;
}

/** "Monday to Friday 8am to 5pm. Weekends are text only." */
export function hoursInSentences({ hours: { text, weekends } }: Pick<Business, "hours">): string {
  return toSentences([text, weekends]);
}

function degrees(value: number): string {
  return value.toFixed(5);
}
