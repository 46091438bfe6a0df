import type { PartRequest } from "~/requests/part-schema";
import type { RequestView } from "~/requests/view.server";
import { emailLink, phoneLink, type RequestGroup, selectableVin } from "~/ui/requests/facts";

/** Every field of a part request, in the order in which staff work with it. */
export function partRequestGroups(request: RequestView<PartRequest>): RequestGroup[] {
  const { customerInfo, vehicleInfo, partDetails } = request;
  return [
    {
      title: "Part",
      facts: [
        ["System", partDetails.system],
        ["Component", partDetails.component],
        ["Other component", partDetails.otherComponent],
      ],
      texts: [["Additional info", partDetails.additionalInfo]],
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
        ["VIN", selectableVin(request.vin)],
        ["Year", vehicleInfo.year],
        ["Make", vehicleInfo.make],
        ["Model", vehicleInfo.model],
        ["Trim", vehicleInfo.trim],
        ["Engine size", vehicleInfo.engineSize],
      ],
    },
  ];
}
