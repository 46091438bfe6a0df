import { Link } from "@remix-run/react";
import { ABOUT_LABELS } from "~/requests/inquiry";
import type { VehicleInquiry } from "~/requests/inquiry-schema";
import type { RequestView } from "~/requests/view.server";
import { emailLink, phoneLink, type RequestGroup, selectableVin } from "~/ui/requests/facts";
import { formatPrice } from "~/values/format";

/** Every field of a vehicle inquiry, and links to the vehicle. */
export function vehicleInquiryGroups(request: RequestView<VehicleInquiry>): RequestGroup[] {
  const { customerInfo, vehicleInfo, inquiry, vehicleId } = request;
  return [
    {
      title: "Inquiry",
      facts: [["About", ABOUT_LABELS[inquiry.about]]],
      texts: [["Message", inquiry.message]],
    },
    {
      title: "Customer",
      facts: [
        ["Name", customerInfo.name],
        ["Phone", phoneLink(customerInfo.phone)],
        ["Email", emailLink(customerInfo.email)],
      ],
    },
    {
      title: "Vehicle",
      facts: [
        ["Stock #", <StockNumber key="stock" id={vehicleId} stockNumber={vehicleInfo.stockNumber} />],
        ["VIN", selectableVin(vehicleInfo.vin)],
        ["Year", vehicleInfo.year],
        ["Make", vehicleInfo.make],
        ["Model", vehicleInfo.model],
        ["Trim", vehicleInfo.trim],
        ["Price then", vehicleInfo.price ? formatPrice(vehicleInfo.price) : "Call for price"],
      ],
    },
  ];
}

/** The stock number with links to the vehicle, as long as there is one. */
function StockNumber({ id, stockNumber }: { id: string | undefined; stockNumber: string }) {
  if (id === undefined) return `${stockNumber} (deleted since)`;
  return (
    <>
      <Link className="tap request-facts__link" to={`/admin/retail-vehicles/${id}/edit`}>
        {stockNumber}
      </Link>
      <a className="tap screen-only request-facts__link request-facts__link--aside" href={`/inventory/${id}`}>
        Public page<span className="visually-hidden"> of {stockNumber}</span>
      </a>
    </>
  );
}
