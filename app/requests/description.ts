import type { MailCauseKind } from "~/db/schema";
import { formatPrice } from "~/values/format";
import type { ReferencePrefix } from "~/values/id";
import { ABOUT_LABELS } from "./inquiry";
import type { VehicleInquiry } from "./inquiry-schema";
import type { PartRequest } from "./part-schema";
import { CONTACT_BY } from "./repair";
import type { RepairRequest } from "./repair-schema";

/** A label, and what the customer gave; an empty value is left out where it is shown. */
export type SentFact = [label: string, value: string | undefined];

/** A request of any kind in words, for mail and for the customer's own page. */
export interface RequestDescription {
  prefix: ReferencePrefix;
  id: string;
  /** In the middle of a sentence: `part request`. */
  name: string;
  causeKind: MailCauseKind;
  staffPath: string;
  email: string | undefined;
  /** What the request is for. */
  subject: SentFact[];
  /** Who sent it, and their free text. */
  sender: SentFact[];
}

export function describePartRequest(request: PartRequest): RequestDescription {
  const { _id, vin, vehicleInfo, partDetails, customerInfo } = request;
  return {
    prefix: "PR",
    id: _id,
    name: "part request",
    causeKind: "partRequest",
    staffPath: `/admin/parts-requests/${_id}`,
    email: customerInfo.email,
    subject: [
      ["Vehicle", vehicleName(vehicleInfo)],
      ["VIN", vin],
      ["Category", partDetails.system],
      ["Part", partDetails.component],
      ["Other part", partDetails.otherComponent],
    ],
    sender: [
      ["Name", customerInfo.name],
      ["Phone", customerInfo.phone],
      ["Message", partDetails.additionalInfo],
    ],
  };
}

export function describeRepairRequest(request: RepairRequest): RequestDescription {
  const { _id, vehicleInfo, serviceInfo, customerInfo } = request;
  const { street, city, state, zipCode } = customerInfo.address;
  const mileage = vehicleInfo.mileage;
  return {
    prefix: "RR",
    id: _id,
    name: request.isSimplifiedRequest ? "callback request" : "repair request",
    causeKind: "repairRequest",
    staffPath: `/admin/repair-requests/${_id}`,
    email: customerInfo.email,
    subject: [
      ["Vehicle", vehicleName(vehicleInfo)],
      ["VIN", vehicleInfo.vin],
      ["Mileage", mileage === undefined ? undefined : String(mileage)],
      ["Service", serviceInfo.serviceType],
      ["Other service", serviceInfo.otherServiceType],
    ],
    sender: [
      ["Name", customerInfo.name],
      ["Contact by", CONTACT_BY[request.contactMethod]],
      ["Phone", customerInfo.phone],
      ["Address", [street, city, state, zipCode].filter(Boolean).join(", ")],
      ["Urgency", serviceInfo.urgency],
      ["Message", serviceInfo.message],
      ["Description", serviceInfo.description],
    ],
  };
}

export function describeVehicleInquiry(request: VehicleInquiry): RequestDescription {
  const { _id, vehicleInfo, inquiry, customerInfo } = request;
  return {
    prefix: "VI",
    id: _id,
    name: "vehicle inquiry",
    causeKind: "vehicleInquiry",
    staffPath: `/admin/vehicle-inquiries/${_id}`,
    email: customerInfo.email,
    subject: [
      ["About", ABOUT_LABELS[inquiry.about]],
      ["Vehicle", vehicleName(vehicleInfo)],
      ["Stock #", vehicleInfo.stockNumber],
      ["Price", vehicleInfo.price ? formatPrice(vehicleInfo.price) : undefined],
    ],
    sender: [
      ["Name", customerInfo.name],
      ["Phone", customerInfo.phone],
      ["Message", inquiry.message],
    ],
  };
}

function vehicleName(vehicle: Partial<PartRequest["vehicleInfo"]>): string {
  const { year, make, model, trim, engineSize } = vehicle;
  return [year, make, model, trim, engineSize].filter(Boolean).join(" ");
}
