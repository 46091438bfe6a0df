import { CONTACT_BY } from "~/requests/repair";
import type { RepairRequest } from "~/requests/repair-schema";
import type { RequestView } from "~/requests/view.server";
import { emailLink, phoneLink, type RequestGroup, selectableVin } from "~/ui/requests/facts";
import { formatMileage } from "~/values/format";
import { UrgencyBadge } from "./row";

/** Every field of a repair request: without API defaults. */
export function repairRequestGroups(request: RequestView<RepairRequest>): RequestGroup[] {
  const { customerInfo, vehicleInfo, serviceInfo } = request;
  return [
    {
      title: "Service",
      facts: [
        ["Service type", serviceInfo.serviceType],
        ["Other service type", serviceInfo.otherServiceType],
        ["Urgency", serviceInfo.urgency && <UrgencyBadge urgency={serviceInfo.urgency} />],
        ["Form", request.isSimplifiedRequest ? "Callback (simplified)" : "Full service request"],
      ],
      texts: [
        ["Message", serviceInfo.message],
        ["Description", serviceInfo.description],
      ],
    },
    {
      title: "Customer",
      facts: [
        ["Name", customerInfo.name],
        ["Contact by", CONTACT_BY[request.contactMethod]],
        ["Phone", phoneLink(customerInfo.phone)],
        ["Email", emailLink(customerInfo.email)],
        ["Street", customerInfo.address.street],
        ["City", customerInfo.address.city],
        ["State", customerInfo.address.state],
        ["ZIP code", customerInfo.address.zipCode],
      ],
    },
    {
      title: "Vehicle",
      facts: [
        ["VIN", selectableVin(vehicleInfo.vin)],
        ["Year", vehicleInfo.year],
        ["Make", vehicleInfo.make],
        ["Model", vehicleInfo.model],
        ["Trim", vehicleInfo.trim],
        ["Mileage", mileageOf(vehicleInfo.mileage)],
        ["Engine size", vehicleInfo.engineSize],
      ],
    },
  ];
}

// A plain number is formatted; `about 90k` stays as the customer wrote it.
function mileageOf(given: string | number | undefined): string | number | undefined {
  return given !== undefined && /^\d{1,9}$/.test(String(given)) ? formatMileage(Number(given)) : given;
}
