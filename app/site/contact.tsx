import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Business, postalAddress } from "~/business/links";
import { type PageHandle, STATIC } from "~/http/page-handle";
import { SELL_CAR_PAGE } from "~/requests/offered-car";
import { businessJsonLd } from "~/seo/json-ld";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { vehicleName, vehiclePath } from "~/vehicles/inventory";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { CallLink, ContactLines, DirectionsLink } from "./layout/contact-lines";
import { MapCard } from "./layout/map-card";
import { inTown, publicPage } from "./layout/public-page";
import { SignCard } from "./layout/sign-card";
import { Price, publicStatusBadge } from "./vehicles/chips";
import { VehiclePicture } from "./vehicles/picture";

export const handle: PageHandle = { ...STATIC, searchParams: ["vehicle", "about"] };

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/contact",
    title: ["Contact and Hours", `: Used Auto Parts${inTown(site.business)}`],
    description: `Phone, email, hours and directions to ${site.business.name}, ${postalAddress(site.business)}.`,
    jsonLd: [businessJsonLd(site)],
  }));

/** `?vehicle={id}&about=inquiry|test-drive` names the vehicle that the visitor asks about. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("vehicle");
  const vehicle = id ? await findPublicRetailVehicle(id) : undefined;
  return {
    about: searchParams.get("about") === "test-drive" ? ("test-drive" as const) : ("inquiry" as const),
    vehicle: vehicle ?? null,
    vehicleIsUnknown: Boolean(id) && !vehicle,
  };
}

export default function Contact() {
  const business = useBusiness();
  const { about, vehicle, vehicleIsUnknown } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <h1>Contact</h1>
      {vehicle ? <VehicleInquiry business={business} vehicle={vehicle} about={about} /> : null}
      {vehicleIsUnknown ? (
        <Notice tone="info" className="above-5">
          <p>
            We couldn't find that vehicle. Give us a call, or <a href="/inventory">see what's for sale</a>.
          </p>
        </Notice>
      ) : null}
      <div className="grid gap-6 above-6 start contact">
        <SignCard title="Get in Touch" titleId="get-in-touch">
          <ContactLines business={business} lines={["address", "phone", "email", "text", "hours"]} />
          <div className="grid gap-3 contact__actions">
            {vehicle ? null : <CallLink business={business} />}
            {/* On a phone, where the location's card, which has the same, is further down. */}
            <DirectionsLink business={business} className="button button--secondary until-768" />
          </div>
          <p>
            <a className="tap" href={SELL_CAR_PAGE}>
              Sell us your car
            </a>
          </p>
        </SignCard>
        <MapCard business={business} />
      </div>
    </div>
  );
}

type About = "inquiry" | "test-drive";

interface InquiryProps {
  business: Business;
  vehicle: PublicRetailVehicle;
  about: About;
}

const INQUIRY_TEXT: Record<About, { title: string; subject: string; body: string }> = {
  inquiry: {
    title: "About This Vehicle",
    subject: "Question about",
    body: "I have a question about this vehicle:",
  },
  "test-drive": {
    title: "Schedule a Test Drive",
    subject: "Test drive:",
    body: "I'd like to test-drive this vehicle:",
  },
};

function VehicleInquiry({ business, vehicle, about }: InquiryProps) {
  const name = vehicleName(vehicle);
  return (
    <SignCard className="above-6" title={INQUIRY_TEXT[about].title} titleId="inquiry">
      <div className="grid beside gap-5">
        <VehiclePicture
          className="picture"
          imageUrl={vehicle.imageUrl}
          name={name}
          sizes="(min-width: 768px) 18rem, 90vw"
          priority="first"
        />
        <div className="grid lines inquiry__text">
          <h3>
            <a href={vehiclePath(vehicle)}>{name}</a>
          </h3>
          <p className="cluster">
            {vehicle.status === "sold" ? null : <Price price={vehicle.price} />}
            <Plate>Stock # {vehicle.stockNumber}</Plate>
            {publicStatusBadge(vehicle.status)}
          </p>
          <p>
            {vehicle.status === "sold"
              ? "This one's sold. Ask us about another like it."
              : "Call us, or send an email with the vehicle already filled in."}
          </p>
          <p className="cluster">
            <CallLink business={business} />
            <a className="button button--secondary" href={inquiryEmail({ business, vehicle, about })}>
              <Icon name="mail" size={22} /> Send an Email
            </a>
          </p>
        </div>
      </div>
    </SignCard>
  );
}

/** A `mailto:` URL with subject and body, percent-encoded because mail programs would show "+" as a plus sign. */
function inquiryEmail({ business, vehicle, about }: InquiryProps): string {
  const { subject, body } = INQUIRY_TEXT[about];
  const name = `${vehicleName(vehicle)}, stock # ${vehicle.stockNumber}`;
  const text = ["Hello,", "", body, name, "", "My phone number:", "", ""].join("\r\n");
  return `mailto:${business.email}?subject=${encodeURIComponent(`${subject} ${name}`)}&body=${encodeURIComponent(text)}`;
}
