import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { type Business, postalAddress } from "~/models/business";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { findPublicRetailVehicle } from "~/models/retail-vehicle.server";
import { businessThing } from "~/models/structured-data";
import { vehicleName } from "~/models/vehicle";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { useBusiness } from "~/ui/business";
import { Plate } from "~/ui/chip";
import { CallLink, ContactLines, DirectionsLink } from "~/ui/contact-lines";
import { Icon } from "~/ui/icon";
import { MapCard } from "~/ui/map-card";
import { Notice } from "~/ui/notice";
import { publicPage } from "~/ui/public-page";
import { SignCard } from "~/ui/sign-card";
import { Price, publicStatusBadge } from "~/ui/vehicle-chips";
import { VehiclePicture } from "~/ui/vehicle-picture";

export const handle = SAME_FOR_EVERYONE;

/** A vehicle that the address names is what the visitor brings along: the page is one and the same. */
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/contact",
    title: "Contact",
    description: `Phone, email, hours and a map of the way to ${site.business.name}, ${postalAddress(site.business)}.`,
    things: [businessThing(site)],
  }));

/** `?vehicle={id}&about=inquiry|test-drive` names the vehicle that the visitor comes from (decisions, section 5). */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const id = asked.get("vehicle");
  const vehicle = id ? await findPublicRetailVehicle(id) : undefined;
  return {
    about: asked.get("about") === "test-drive" ? ("test-drive" as const) : ("inquiry" as const),
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
        <Notice tone="info" className="contact__notice">
          <p>
            We could not find that vehicle. Call us about it, or{" "}
            <Link to="/inventory">see what is for sale</Link>.
          </p>
        </Notice>
      ) : null}
      <div className="contact">
        <SignCard title="Get in Touch" titleId="get-in-touch">
          <ContactLines business={business} lines={["address", "phone", "email", "text", "hours"]} />
          <div className="contact__actions">
            {vehicle ? null : <CallLink business={business} />}
            <DirectionsLink business={business} className="button button--secondary contact__directions" />
          </div>
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

const INQUIRY_WORDS: Record<About, { title: string; subject: string; body: string }> = {
  inquiry: {
    title: "About this vehicle",
    subject: "Question about",
    body: "I have a question about this vehicle:",
  },
  "test-drive": {
    title: "Schedule a test drive",
    subject: "Test drive of",
    body: "I would like to test drive this vehicle:",
  },
};

function VehicleInquiry({ business, vehicle, about }: InquiryProps) {
  const name = vehicleName(vehicle);
  return (
    <SignCard className="inquiry" title={INQUIRY_WORDS[about].title} titleId="inquiry">
      <div className="inquiry__parts">
        <VehiclePicture
          className="inquiry__picture"
          imageUrl={vehicle.imageUrl}
          name={name}
          sizes="(min-width: 768px) 18rem, 90vw"
          priority="first"
        />
        <div className="inquiry__words">
          <h3>
            <Link to={`/inventory/${vehicle._id}`}>{name}</Link>
          </h3>
          <p className="cluster">
            <Price price={vehicle.price} />
            <Plate>Stock # {vehicle.stockNumber}</Plate>
            {publicStatusBadge(vehicle.status)}
          </p>
          <p>
            {vehicle.status === "sold"
              ? "This one is sold. Ask us for another like it."
              : "Call us, or send an email that already names the vehicle."}
          </p>
          <p className="cluster">
            <CallLink business={business} />
            <a className="button button--secondary" href={inquiryEmail({ business, vehicle, about })}>
              <Icon name="mail" size={22} /> Write an Email
            </a>
          </p>
        </div>
      </div>
    </SignCard>
  );
}

/** `mailto:` address with subject and text. Percent-encoded: mail programs show a form's "+" as a plus sign. */
function inquiryEmail({ business, vehicle, about }: InquiryProps): string {
  const { subject, body } = INQUIRY_WORDS[about];
  const name = `${vehicleName(vehicle)}, stock # ${vehicle.stockNumber}`;
  const text = ["Hello,", "", body, name, "", "My phone number:", "", ""].join("\r\n");
  return `mailto:${business.email}?subject=${encodeURIComponent(`${subject} ${name}`)}&body=${encodeURIComponent(text)}`;
}
