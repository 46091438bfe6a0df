import { openingHours } from "~/business/links";
import { ABOUT_LABELS, INQUIRY_MESSAGES, type InquiryAbout } from "~/requests/inquiry";
import { responsePromise } from "~/requests/part";
import type { SentRequest } from "~/requests/sent.server";
import { fullVehicleName } from "~/seo/description";
import { SentScreen } from "~/site/layout/sent-screen";
import { Price } from "~/site/vehicles/chips";
import { Plate } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { vehiclePath } from "~/vehicles/inventory";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import type { SentInquiry } from "./inquiry-result";

interface InquirySentProps {
  vehicle: PublicRetailVehicle;
  sent: SentInquiry;
}

/** The confirmation of an inquiry. It has its own URL, so that the form's script opens it. */
export function InquirySent({ vehicle, sent: { own } }: InquirySentProps) {
  const business = useBusiness();
  const path = vehiclePath(vehicle);
  const isSold = vehicle.status === "sold";
  return (
    <SentScreen
      title={own?.about === "test-drive" ? "We got your request" : INQUIRY_MESSAGES.sent}
      lead={own ? `You'll hear back ${responsePromise(business)}.` : "We already have this one."}
      noun="Inquiry"
      own={own}
      facts={[
        [
          own ? ABOUT_LABELS[own.about] : "About",
          <a key="vehicle" href={path}>
            {fullVehicleName(vehicle)}
          </a>,
        ],
        ["Stock #", <Plate key="stock">{vehicle.stockNumber}</Plate>],
        ...(isSold ? [] : [["Price", <Price key="price" price={vehicle.price} />] as const]),
      ]}
      steps={own ? [...STEPS[own.about](own), `Come by anytime we're open: ${openingHours(business)}.`] : []}
    >
      <p className="cluster">
        {isSold ? null : (
          <>
            <a className="button button--secondary" href={`${path}#inquiry`}>
              Ask Something Else About This Vehicle
            </a>{" "}
          </>
        )}
        <a className="button button--secondary" href="/inventory">
          See What Else Is for Sale
        </a>
      </p>
    </SentScreen>
  );
}

const STEPS: Record<InquiryAbout, (own: SentRequest) => [JSX.Element, JSX.Element]> = {
  question: (own) => [
    <>We look at the vehicle and its paperwork.</>,
    <>
      <strong>We'll answer{byTime(own)}</strong>, by {own.by}.
    </>,
  ],
  "test-drive": (own) => [
    <>We get the vehicle ready to drive.</>,
    <>
      <strong>We'll set a day and time with you{byTime(own)}</strong>, by {own.by}. Bring your driver's
      license.
    </>,
  ],
};

function byTime({ due }: SentRequest): string {
  return due ? ` by ${due}` : "";
}
