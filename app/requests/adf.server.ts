import { now } from "~/context.server";
import { queueMailToList } from "~/mail/outbox.server";
import { type AdfLead, renderAdf } from "./adf";
import { inquiryLead, serviceLead } from "./adf-lead.server";
import type { RepairRequest } from "./repair-requests";
import type { VehicleInquiry } from "./vehicle-inquiries";

/** Queues a vehicle inquiry for each lead system in ADF_EMAIL. */
export async function queueInquiryLead(request: VehicleInquiry): Promise<void> {
  const lead = inquiryLead(request);
  await queueLead(lead, { kind: "vehicleInquiry", id: request._id });
}

/** Queues a repair request or callback for each lead system in ADF_EMAIL. */
export async function queueServiceLead(request: RepairRequest): Promise<void> {
  const lead = serviceLead(request);
  await queueLead(lead, { kind: "repairRequest", id: request._id });
}

async function queueLead(
  lead: AdfLead,
  cause: { kind: "vehicleInquiry" | "repairRequest"; id: string },
): Promise<void> {
  // Lead systems read only the text part, so there is no other.
  const mail = { subject: `ADF lead ${lead.reference}`, text: renderAdf(lead), html: "", cause };
  await queueMailToList("leads", mail, now());
}
