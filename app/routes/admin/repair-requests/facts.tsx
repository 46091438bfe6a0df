import { formatMileage } from "~/models/format";
import type { ContactMethod } from "~/models/repair-request";
import type { RepairRequest } from "~/models/repair-request-schema";
import type { Shown } from "~/models/request-shown.server";
import { emailLink, phoneLink, type RequestGroup, selectableVin } from "~/ui/request-facts";
import { UrgencyBadge } from "./urgency";

const CONTACT_BY: Record<ContactMethod, string> = { phone: "Phone", email: "Email" };

/** Every field of a repair request (specification, section 3): what the customer gave, nothing in its place. */
export function repairRequestGroups(request: Shown<RepairRequest>): RequestGroup[] {
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
    {
      title: "Request",
      facts: [["Record", request._id]],
    },
  ];
}

// A bare number is a figure; `about 90k` stays as the customer put it.
function mileageOf(given: string | undefined): string | undefined {
  return given && /^\d{1,9}$/.test(given) ? formatMileage(Number(given)) : given;
}
