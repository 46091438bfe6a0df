import { DISMANTLED_STATUSES } from "~/models/dismantled-vehicle";
import { PART_REQUEST_STATUSES } from "~/models/part-request";
import { REPAIR_REQUEST_STATUSES } from "~/models/repair-request";
import { RETAIL_STATUSES } from "~/models/retail-vehicle";
import type { Operation } from "./operation";
import {
  clash,
  flood,
  id,
  invalid,
  list,
  made,
  notFound,
  problem,
  removed,
  staffFilters,
} from "./operation-parts";

/** What staff alone may call (specification, section 7). */
export const staffOperations: readonly Operation[] = [
  ...staffVehicles("dismantled", DISMANTLED_STATUSES),
  ...staffVehicles("retail", RETAIL_STATUSES),
  {
    id: "listPartRequests",
    method: "get",
    path: "/admin/part-requests",
    tag: "Staff: requests",
    summary: "Part requests",
    auth: "bearer",
    parameters: staffFilters(PART_REQUEST_STATUSES),
    answers: list("PartRequests"),
  },
  {
    id: "getPartRequest",
    method: "get",
    path: "/admin/part-requests/{id}",
    tag: "Staff: requests",
    summary: "One part request",
    auth: "bearer",
    parameters: [id],
    answers: { 200: { description: "The record.", record: "PartRequest" }, ...notFound },
  },
  {
    id: "updatePartRequest",
    method: "put",
    path: "/admin/part-requests/{id}",
    tag: "Staff: requests",
    summary: "Change status and notes; what is left out stays",
    auth: "bearer",
    parameters: [id],
    body: "PartRequestUpdate",
    answers: { 200: { description: "The record.", record: "PartRequest" }, ...invalid, ...notFound },
  },
  {
    id: "listRepairRequests",
    method: "get",
    path: "/admin/repair-requests",
    tag: "Staff: requests",
    summary: "Repair requests",
    auth: "bearer",
    parameters: staffFilters(REPAIR_REQUEST_STATUSES),
    answers: list("RepairRequests"),
  },
  {
    id: "getRepairRequest",
    method: "get",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "One repair request",
    auth: "bearer",
    parameters: [id],
    answers: { 200: { description: "The record.", record: "RepairRequest" }, ...notFound },
  },
  {
    id: "updateRepairRequest",
    method: "put",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "Change status and notes; what is left out stays",
    auth: "bearer",
    parameters: [id],
    body: "RepairRequestUpdate",
    answers: { 200: { description: "The record.", record: "RepairRequest" }, ...invalid, ...notFound },
  },
  {
    id: "deleteRepairRequest",
    method: "delete",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "Remove a repair request",
    auth: "bearer",
    parameters: [id],
    answers: removed,
  },
  {
    id: "uploadPicture",
    method: "post",
    path: "/admin/upload",
    tag: "Staff: pictures",
    summary: "Keep a picture; its `url` is what a vehicle's `imageUrl` takes",
    description: "A picture that no vehicle uses is removed after a day.",
    auth: "bearer",
    body: "picture",
    answers: {
      201: { description: "Kept.", record: "Picture" },
      400: problem("The form is broken, or holds no picture."),
      ...flood,
    },
  },
];

function staffVehicles(kind: "dismantled" | "retail", statuses: readonly string[]): Operation[] {
  const Kind = kind === "retail" ? "Retail" : "Dismantled";
  const path = `/admin/${kind}-vehicles`;
  const tag = "Staff: vehicles";
  const record = `Staff${Kind}Vehicle` as const;
  const body = `${Kind}VehicleBody` as const;
  return [
    {
      id: `listStaff${Kind}Vehicles`,
      method: "get",
      path,
      tag,
      summary: `Every ${kind} vehicle, with staff's notes`,
      auth: "bearer",
      parameters: staffFilters(statuses),
      answers: list(`${record}s`),
    },
    {
      id: `create${Kind}Vehicle`,
      method: "post",
      path,
      tag,
      summary: `Add a ${kind} vehicle`,
      auth: "bearer",
      body,
      answers: { ...made(record), ...clash },
    },
    {
      id: `update${Kind}Vehicle`,
      method: "put",
      path: `${path}/{id}`,
      tag,
      summary: `Replace a ${kind} vehicle's fields; an optional one that is left out is cleared`,
      auth: "bearer",
      parameters: [id],
      body,
      answers: { 200: { description: "The record.", record }, ...invalid, ...notFound, ...clash },
    },
    {
      id: `delete${Kind}Vehicle`,
      method: "delete",
      path: `${path}/{id}`,
      tag,
      summary: `Remove a ${kind} vehicle`,
      auth: "bearer",
      parameters: [id],
      answers: removed,
    },
  ];
}
