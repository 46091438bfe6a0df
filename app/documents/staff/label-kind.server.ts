import { forbidden } from "~/accounts/require-staff.server";
import { mayOpen, type Role } from "~/accounts/roles";
import type { LabelKind } from "~/documents/labels";
import { LABELED } from "./label-inventories";
import { readKind } from "./label-options";

/** The kind of label in the URL. @throws Response 403 if the role may not see what it is for */
export function requireKind(params: URLSearchParams, role: Role): LabelKind {
  const kind = readKind(params);
  if (!mayOpen(role, LABELED[kind].path)) throw forbidden(role);
  return kind;
}
