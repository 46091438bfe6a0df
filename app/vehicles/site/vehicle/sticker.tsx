import { hoursInSentences, postalAddress } from "~/business/links";
import { pictureSources } from "~/pictures/picture";
import { LogoMark } from "~/ui/layout/logo";
import { useBusiness } from "~/ui/layout/use-business";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import type { RelatedVehicle } from "./related.server";

// Print-only elements are `hidden`, also from screen readers and without CSS; window-sticker.css shows them in print.

/** How many features fit on the sticker. */
export const MAX_PRINTED_FEATURES = 40;

/** The classes of the print layout. */
export function printClasses(vehicle: PublicRetailVehicle): string {
  return [
    "vehicle-sticker",
    printLayout(vehicle),
    pictureSources(vehicle.imageUrl).isPlaceholder ? "vehicle-sticker--no-picture" : undefined,
    vehicle.status === "sold" ? "vehicle-sticker--sold" : undefined,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The layout for the amount of text; a feature takes about as much space as 30 letters of a description. */
function printLayout({ features, description = "" }: PublicRetailVehicle): string | undefined {
  const letters = features.length * 30 + description.length;
  if (letters <= 300) return "vehicle-sticker--poster";
  return letters > 1100 ? "vehicle-sticker--dense" : undefined;
}

/** The business. */
export function StickerHead() {
  const { name, tagline, phone } = useBusiness();
  return (
    <div className="sticker-head" hidden>
      <LogoMark size={52} />
      <p>
        <b>{name}</b>
        <br />
        {tagline}
      </p>
      <p className="sticker-head__phone">{phone}</p>
    </div>
  );
}

/** The page's QR code, how to reach the business, stock number and VIN. */
export function StickerFoot({ vehicle, publicPage }: { vehicle: PublicRetailVehicle } & RelatedVehicle) {
  const business = useBusiness();
  return (
    <div className="sticker-foot" hidden>
      <div className="sticker-foot__contact">
        {publicPage ? <PageCode {...publicPage} sold={vehicle.status === "sold"} /> : null}
        <p>
          <b>Come by, or call</b> <span className="sticker-foot__phone">{business.phone}</span>{" "}
          {postalAddress(business)}
          <br />
          {hoursInSentences(business)}
          <br />
          {business.email}
        </p>
        <p>
          <b>Repairs in our shop</b> {business.warranty.newParts} {business.warranty.usedParts}
        </p>
      </div>
      <p className="sticker-foot__numbers">
        <span>
          Stock # <b>{vehicle.stockNumber}</b>
        </span>{" "}
        {vehicle.vin ? (
          <span>
            VIN <b>{vehicle.vin}</b>
          </span>
        ) : null}
      </p>
    </div>
  );
}

function PageCode({
  printedUrl,
  qrCode,
  sold,
}: NonNullable<RelatedVehicle["publicPage"]> & { sold: boolean }) {
  return (
    <div className="sticker-code">
      <svg
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        role="img"
        aria-label="QR code for this page"
        shapeRendering="crispEdges"
      >
        <path d={qrCode.path} stroke="#000" />
      </svg>
      <p>
        <b>{sold ? "Scan to see what else we have" : "Scan for this vehicle's page"}</b>
        {sold
          ? "Point your phone's camera at the code."
          : "Point your phone's camera at the code for today's price, full details and how to reach us."}
        <span className="sticker-code__url">{printedUrl.replace(/^https?:\/\//, "")}</span>
      </p>
    </div>
  );
}
