import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { dayInTimeZone } from "~/values/format";
import { formatReference } from "~/values/id";
import type { AdfLead } from "./adf";
import { ABOUT_LABELS } from "./inquiry";
import { API_DEFAULTS } from "./repair";
import type { RepairRequest } from "./repair-requests";
import type { VehicleInquiry } from "./vehicle-inquiries";

/** A vehicle inquiry as a lead. */
export function inquiryLead({ _id, createdAt, customerInfo, vehicleInfo, inquiry }: VehicleInquiry): AdfLead {
  const { year, make, model, stockNumber, vin, trim, price } = vehicleInfo;
  return {
    reference: formatReference("VI", _id),
    receivedAt: createdAt,
    vehicle: {
      interest: inquiry.about === "test-drive" ? "test-drive" : "buy",
      year: year ?? "",
      make: make ?? "",
      model: model ?? "",
      vin,
      stock: stockNumber,
      trim,
      price,
    },
    customer: {
      ...customerInfo,
      comments: [ABOUT_LABELS[inquiry.about], inquiry.message].filter(Boolean).join("\n"),
    },
    vendor: vendor(),
    provider: { ...provider(), service: "Vehicle inquiry" },
  };
}

/**
 * A repair request or callback as a lead. ADF requires a year, a make and a model, so what the customer left out gets the API's defaults,
 * and the comments say so.
 */
export function serviceLead(request: RepairRequest): AdfLead {
  const { _id, createdAt, customerInfo, vehicleInfo, serviceInfo, contactMethod } = request;
  const { year, make, model, vin, trim, mileage, engineSize } = vehicleInfo;
  const isNamed = year !== undefined && make !== undefined && model !== undefined;
  const service = request.isSimplifiedRequest ? "Callback request" : "Repair request";
  return {
    reference: formatReference("RR", _id),
    receivedAt: createdAt,
    vehicle: {
      year: year ?? dayInTimeZone(business.timeZone, new Date(createdAt)).slice(0, 4),
      make: make ?? API_DEFAULTS.vehicle,
      model: model ?? API_DEFAULTS.vehicle,
      vin,
      trim,
      odometer: mileage,
    },
    customer: {
      ...customerInfo,
      comments: labeled([
        ["Request", service],
        ["Contact by", contactMethod],
        ["Service", serviceInfo.serviceType],
        ["Other service", serviceInfo.otherServiceType],
        ["Urgency", serviceInfo.urgency],
        ["Engine", engineSize],
        ["Message", serviceInfo.message],
        ["Description", serviceInfo.description],
        ["Vehicle", isNamed ? undefined : "The customer didn't name it fully; the gaps are filled in."],
      ]),
    },
    vendor: vendor(),
    provider: { ...provider(), service },
  };
}

function vendor() {
  const { name, email, phone, address } = business;
  return { name, url: config.PUBLIC_URL, email, phone, address };
}

function provider() {
  return { name: `${business.name} website` };
}

/** `Service: Brakes`, one per line, without those that have no value. */
function labeled(facts: readonly [label: string, value: string | undefined][]): string {
  return facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join("\n");
}
