import type { ActionFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { loadNewSale, loadSaleForm, writeSale } from "~/sales/staff/editor.server";
import { as, type By } from "./act";
import { CLERK } from "./sales";

/** What a page's loader and action are called with, as its router would. */
export function pageArgs(
  address: string,
  { params = {}, now, body }: { params?: Record<string, string>; now: Date; body?: Record<string, string> },
): StaffRequestArgs<ActionFunctionArgs> {
  const url = new URL(address, "http://yard.example");
  const sent = body && { method: "POST", body: new URLSearchParams(body) };
  const session = { user: { _id: "marta-of-the-desk" } };
  return {
    ...{ request: new Request(url, sent), params, now, session },
  } as unknown as StaffRequestArgs<ActionFunctionArgs>;
}

/** The page of a sale's form: that of a draft, or of a new one with its query. */
export function openSaleForm(address: string, by: By = CLERK) {
  const id = idIn(address);
  const args = pageArgs(address, { now: by.now, ...(id ? { params: { id } } : {}) });
  return as(by, () => (id ? loadSaleForm(args) : loadNewSale(args)));
}

/** What the form sends as it was opened, paid in cash to the cent. */
export function fieldsOfSale({ values, key, version, told }: Awaited<ReturnType<typeof openSaleForm>>) {
  const { lines, payments: _, ...head } = values;
  const fields: Record<string, string> = { ...head, key, version, told: told.join("\r\n") };
  lines.forEach((line, index) => {
    for (const [name, value] of Object.entries(line)) fields[`lines[${index}].${name}`] = value;
  });
  return { ...fields, "payments[0].method": "cash" };
}

/** Sends a sale's form; where it leads, or what it answers. */
export async function sendSaleForm(address: string, body: Record<string, string>, by: By = CLERK) {
  const id = idIn(address);
  const args = pageArgs(address, { now: by.now, body, ...(id ? { params: { id } } : {}) });
  const answer = await as(by, () => writeSale(args));
  return answer instanceof Response ? (answer.headers.get("Location") ?? "") : JSON.stringify(answer);
}

function idIn(address: string): string | undefined {
  return /^\/admin\/sales\/([\w-]{10,})\/edit/.exec(address)?.[1];
}
