import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { forwardToCanonical } from "~/http/canonical-path.server";
import { retryAfterHeader } from "~/http/form.server";
import { type PageHandle, STATIC } from "~/http/page-handle";
import type { FormResult } from "~/http/public-form";
import { INQUIRY_ABOUTS, type InquiryAbout } from "~/requests/inquiry";
import { vehicleCardImage } from "~/seo/card-facts.server";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import type { ShareImage } from "~/seo/social-card";
import { vehicleJsonLd } from "~/seo/vehicle-json-ld";
import { inTown, publicPage } from "~/site/layout/public-page";
import { VEHICLE_FAILURE_TITLE, VehicleFailure } from "~/site/vehicles/failure";
import { Icon } from "~/ui/layout/icon";
import { failureTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { getChoiceParam } from "~/values/query-params";
import { idInSegment } from "~/values/record-path";
import { vehiclePath } from "~/vehicles/inventory";
import { INVALID_VEHICLE_ID, VEHICLE_NOT_FOUND } from "~/vehicles/messages";
import { wasRemoved } from "~/vehicles/removed.server";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { VehicleBar } from "./actions";
import { VehicleDetail } from "./detail";
import { InquiryNotSent } from "./inquiry";
import { findSentInquiry, sendInquiry } from "./inquiry-action.server";
import type { SentInquiry } from "./inquiry-result";
import { InquirySent } from "./inquiry-sent";
import { findRelated, type RelatedVehicle } from "./related.server";
import { VEHICLE_REMOVED, VehicleRemoved } from "./removed";
import { SimilarVehicles } from "./similar";

interface VehicleData extends RelatedVehicle {
  vehicle: PublicRetailVehicle;
  /** For people who share its link. */
  picture: ShareImage;
  sent: SentInquiry | undefined;
  about: InquiryAbout;
}

export const handle: PageHandle = { ...STATIC, searchParams: ["sent", "about"] };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  if (!loaded) return failureTitle(isRemoved(error) ? VEHICLE_REMOVED : VEHICLE_FAILURE_TITLE, matches);
  const { vehicle } = loaded;
  const name = fullVehicleName(vehicle);
  const path = vehiclePath(vehicle);
  const trail = [
    { name: "Home", path: "/" },
    { name: "Pre-Owned Vehicles", path: "/inventory" },
    { name, path },
  ];
  return publicPage(matches, (site) => ({
    path,
    title: [name, vehicle.status === "sold" ? ", Sold" : " for Sale", inTown(site.business)],
    description: vehicleDescription(vehicle, site.business),
    picture: loaded.picture,
    jsonLd: [vehicleJsonLd(vehicle, site), breadcrumbJsonLd(site, trail)],
  }));
};

/** One vehicle; a sold one keeps its page. A confirmation is for one visitor, so it is not cached. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idInSegment(params.id);
  if (!isValidId(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicRetailVehicle(id);
  if (!vehicle) {
    throw (await wasRemoved(id))
      ? data(VEHICLE_REMOVED, { status: 410 })
      : data(VEHICLE_NOT_FOUND, { status: 404 });
  }
  forwardToCanonical({ request, context }, vehiclePath(vehicle));
  const sent = await findSentInquiry(request, id);
  const picture = vehicleCardImage(vehicle);
  const about = getChoiceParam(new URL(request.url).searchParams, "about", INQUIRY_ABOUTS) ?? "question";
  const loaded: VehicleData = { vehicle, picture, sent, about, ...(await findRelated(vehicle)) };
  return data(
    loaded,
    sent && { headers: { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } },
  );
}

export const headers: HeadersFunction = (responses) => ({
  ...Object.fromEntries(responses.loaderHeaders),
  ...retryAfterHeader(responses),
});

export const action = sendInquiry;

export default function Vehicle() {
  const { vehicle, publicPage, similar, sent, about } = useLoaderData<typeof loader>();
  if (sent) return <InquirySent vehicle={vehicle} sent={sent} />;
  return (
    <div className="page">
      <back-to-list>
        <nav className="tap-links screen-only small below-5 breadcrumb" aria-label="Back">
          <a href="/inventory">
            <Icon name="arrow-left" size={20} />
            Back to Inventory
          </a>
        </nav>
      </back-to-list>
      <VehicleDetail vehicle={vehicle} publicPage={publicPage} similar={similar} about={about} />
      {vehicle.make && similar?.total ? (
        <SimilarVehicles make={vehicle.make} vehicles={similar.vehicles} />
      ) : null}
      {vehicle.status === "sold" ? null : <VehicleBar vehicle={vehicle} />}
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const result = useActionData<FormResult>();
  // It was removed while the visitor typed.
  const notSent = result ? <InquiryNotSent result={result} /> : null;
  if (isRemoved(error)) return <VehicleRemoved>{notSent}</VehicleRemoved>;
  return (
    <VehicleFailure error={error} back={{ to: "/inventory", label: "Return to Inventory" }}>
      {notSent}
    </VehicleFailure>
  );
}

function isRemoved(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410;
}
