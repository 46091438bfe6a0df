import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import { type PageHandle, STATIC } from "~/http/page-handle";
import type { FormResult } from "~/http/public-form";
import { imageAlt } from "~/pictures/images";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { shareImage } from "~/seo/share-image";
import { vehicleJsonLd, vehiclePath } from "~/seo/vehicle-json-ld";
import { publicPage } from "~/site/layout/public-page";
import { VEHICLE_FAILURE_TITLE, VehicleFailure } from "~/site/vehicles/failure";
import { Icon } from "~/ui/layout/icon";
import { failureTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { INVALID_VEHICLE_ID, VEHICLE_NOT_FOUND } from "~/vehicles/messages";
import { wasRemoved } from "~/vehicles/removed.server";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { VehicleDetail } from "./detail";
import { InquiryNotSent } from "./inquiry";
import { findSentInquiry, sendInquiry } from "./inquiry-action.server";
import type { SentInquiry } from "./inquiry-result";
import { findRelated, type RelatedVehicle } from "./related.server";
import { VEHICLE_REMOVED, VehicleRemoved } from "./removed";
import { SimilarVehicles } from "./similar";

interface VehicleData extends RelatedVehicle {
  vehicle: PublicRetailVehicle;
  sent: SentInquiry | undefined;
}

export const handle: PageHandle = { ...STATIC, searchParams: ["sent"] };

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
    title: name,
    description: vehicleDescription(vehicle, site.business),
    picture: shareImage(vehicle.imageUrl, imageAlt(name, vehicle.images, 0)),
    jsonLd: [vehicleJsonLd(vehicle, site), breadcrumbJsonLd(site, trail)],
  }));
};

/** One vehicle; a sold one keeps its page. A confirmation is for one visitor, so it is not cached. */
export async function loader({ request, params: { id } }: LoaderFunctionArgs) {
  if (!isValidId(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicRetailVehicle(id);
  if (!vehicle) {
    throw (await wasRemoved(id))
      ? data(VEHICLE_REMOVED, { status: 410 })
      : data(VEHICLE_NOT_FOUND, { status: 404 });
  }
  const sent = await findSentInquiry(request, id);
  const loaded: VehicleData = { vehicle, sent, ...(await findRelated(vehicle)) };
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
  const { vehicle, publicPage, similar, sent } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <back-to-list>
        <nav className="tap-links breadcrumb" aria-label="Back">
          <a href="/inventory">
            <Icon name="arrow-left" size={20} />
            Back to Inventory
          </a>
        </nav>
      </back-to-list>
      <VehicleDetail vehicle={vehicle} publicPage={publicPage} similar={similar} sent={sent} />
      {vehicle.make && similar?.total ? (
        <SimilarVehicles make={vehicle.make} vehicles={similar.vehicles} />
      ) : null}
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
