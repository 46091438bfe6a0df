import { openingHours, postalAddress } from "~/models/business";
import { pictureSources } from "~/models/image";
import { wholeVehicleName } from "~/models/page-description";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { useBusiness } from "~/ui/business";
import { LogoMark } from "~/ui/logo";
import type { BesideVehicle } from "./beside.server";

// What the paper has and the screen has not is `hidden`, so that no screen and no reader comes across it even without
// css; the print styles (styles/pages/window-sticker.css) show it.

/** Most features that have room on the paper. */
export const FEATURES_ON_PAPER = 40;

/** The classes that the paper's layout goes by. */
export function paperClasses(vehicle: PublicRetailVehicle): string {
  const { length } = wholeVehicleName(vehicle);
  const room = roomOn(vehicle);
  const plain = pictureSources(vehicle.imageUrl).isPlaceholder;
  const classes = {
    poster: room === "roomy" && !plain,
    name: room === "roomy" && plain,
    large: room !== "full" && plain,
    full: room === "full",
    plain,
    "long-name": length > 34 && length <= 80,
    "longest-name": length > 80,
    sold: vehicle.status === "sold",
  };
  const applying = Object.entries(classes).filter(([, applies]) => applies);
  return ["vehicle-sticker", ...applying.map(([name]) => `vehicle-sticker--${name}`)].join(" ");
}

/** Whose car it is. */
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

/** The way back to the page, and to us; then the numbers that name this very car. */
export function StickerFoot({ vehicle, outside }: { vehicle: PublicRetailVehicle } & BesideVehicle) {
  const business = useBusiness();
  return (
    <div className="sticker-foot" hidden>
      <div className="sticker-foot__ways">
        {outside ? <PageCode {...outside} sold={vehicle.status === "sold"} /> : null}
        <p>
          <b>Come by, or call</b>
          <span className="sticker-foot__phone">{business.phone}</span>
          {postalAddress(business)}
          <br />
          {openingHours(business)}. {business.hours.weekends}.
          <br />
          {business.email}
        </p>
        <p>
          <b>Repairs in our shop</b>
          {business.warranty.newParts} {business.warranty.usedParts}
        </p>
      </div>
      <p className="sticker-foot__numbers">
        <span>
          Stock # <b>{vehicle.stockNumber}</b>
        </span>
        <span>
          VIN <b>{vehicle.vin}</b>
        </span>
      </p>
    </div>
  );
}

function PageCode({ address, code, sold }: NonNullable<BesideVehicle["outside"]> & { sold: boolean }) {
  return (
    <div className="sticker-code">
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code of this page's address"
        shapeRendering="crispEdges"
      >
        <path d={code.path} stroke="#000" />
      </svg>
      <p>
        <b>{sold ? "Scan to see what else we have" : "Scan for this vehicle's page"}</b>
        {sold
          ? "Point your phone's camera at the code."
          : "Point your phone's camera at the code: today's price, every detail, and how to reach us."}
        <span className="sticker-code__address">{address.replace(/^https?:\/\//, "")}</span>
      </p>
    </div>
  );
}

/**
 * How much there is to read, so that the picture gets what the words leave, and many words are small ones. A feature
 * takes as much room as 30 letters of a description.
 */
function roomOn({ features, description = "" }: PublicRetailVehicle): "roomy" | "usual" | "full" {
  const letters = features.length * 30 + description.length;
  return letters <= 300 ? "roomy" : letters <= 1100 ? "usual" : "full";
}
