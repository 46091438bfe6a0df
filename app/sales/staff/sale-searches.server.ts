import { uniqueKey } from "~/collections/collection";
import { findStaffPage } from "~/collections/lists.server";
import { findRecords } from "~/collections/records.server";
import { CUSTOMER_RECORDS, findCustomerRow } from "~/customers/customer.server";
import type { Customer } from "~/customers/customers";
import { readStaffQuery, staffListUrl } from "~/lists/staff";
import { PART_RECORDS } from "~/parts/part.server";
import type { Part } from "~/parts/parts";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { listOwedOf } from "~/sales/account.server";
import { findStoreCredit } from "~/sales/complete.server";
import { priceFor } from "~/sales/sale";
import type { Sale } from "~/sales/sales";
import { findPart } from "~/sales/stock.server";
import { formatExactPrice, formatTypedPrice } from "~/values/money";
import { FORM_LINES } from "./sale-form";

/* The searches in a sale's form, for parts and for customers, and what their buttons do. */

/** How many parts or customers a search shows. */
const FOUND = 8;

/** Something that a search of the form has found. */
export interface FoundChoice {
  id: string;
  title: string;
  note: string;
}

/** The note that a search shows less than there is, and the list that has the rest. */
export interface FoundMore {
  total: number;
  list: string;
}

/** The parts that a search finds and that can be sold: an exact stock number first, held ones last. */
export async function searchParts(
  words: string | null,
): Promise<{ parts?: FoundChoice[]; moreParts?: FoundMore | undefined }> {
  if (!words?.trim()) return {};
  const findIn = (status: string) =>
    findStaffPage(PART_RECORDS, readStaffQuery(new URLSearchParams({ q: words, status }), PART_RECORDS.list));
  const pages = [await findIn("Available"), await findIn("On hold")];
  const isWhole = (part: Part) => uniqueKey(part.stockNumber) === uniqueKey(words);
  const parts = pages
    .flatMap(({ entries }) => entries)
    .sort((one, other) => Number(isWhole(other)) - Number(isWhole(one)))
    .slice(0, FOUND)
    .map((part) => ({
      id: part._id,
      title: PART_RECORDS.nameOf(part),
      note: [
        part.price === undefined ? "No price" : formatExactPrice(part.price),
        part.status === "On hold" ? `Held${part.heldFor ? ` for ${part.heldFor}` : ""}` : part.location,
      ]
        .filter(Boolean)
        .join(", "),
    }));
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  const list = staffListUrl(PART_RECORDS.list, { q: words, status: "Available" });
  return { parts, moreParts: parts.length < total ? { total, list } : undefined };
}

/** Customers that a search finds; undefined without a search. */
export async function searchCustomers(words: string | null): Promise<FoundChoice[] | undefined> {
  if (!words?.trim()) return undefined;
  const query = readStaffQuery(new URLSearchParams({ q: words }), CUSTOMER_RECORDS.list);
  const { entries } = await findStaffPage(CUSTOMER_RECORDS, query);
  return entries.slice(0, FOUND).map(toChoice);
}

/**
 * Who a request was matched to. A sale is theirs only once staff have chosen them: anyone can send a request with someone else's number,
 * and a customer has their prices, their credit and a code that opens all their receipts.
 */
export async function findMatched(customerId: string | undefined): Promise<FoundChoice[] | undefined> {
  const found = customerId ? await findRecords(CUSTOMER_RECORDS, [customerId]) : [];
  return found.length > 0 ? found.map(toChoice) : undefined;
}

/** The same for a draft's request. */
export async function findMatchedOf({
  partRequestId,
  repairRequestId,
}: Sale): Promise<FoundChoice[] | undefined> {
  const request = partRequestId
    ? await findRequest(PART_REQUESTS, partRequestId)
    : await findRequest(REPAIR_REQUESTS, repairRequestId ?? "");
  return findMatched(request?.customerId);
}

function toChoice(customer: Customer): FoundChoice {
  return {
    id: customer._id,
    title: CUSTOMER_RECORDS.nameOf(customer),
    note: [...customer.phones, ...customer.emails, customer.city].filter(Boolean).join(", "),
  };
}

/** Who a sale is for, with their discount, and what they have or owe. */
export async function customerNote(id: string): Promise<FoundChoice | undefined> {
  const [customer] = await findRecords(CUSTOMER_RECORDS, [id]);
  if (!customer) return undefined;
  const { wholesalePercent, taxExemptNumber } = customer;
  const [credit, owed] = [await findStoreCredit(id), await listOwedOf(id)];
  const owedCents = owed.reduce((sum, sale) => sum + sale.owedCents, 0);
  return {
    id,
    title: CUSTOMER_RECORDS.nameOf(customer),
    note: [
      wholesalePercent === undefined ? "" : `Pays ${wholesalePercent}% of list`,
      taxExemptNumber ? `Tax exempt, ${taxExemptNumber}` : "",
      credit > 0 ? `Has ${formatExactPrice(credit / 100)} of store credit` : "",
      owedCents > 0 ? `Owes ${formatExactPrice(owedCents / 100)} on account` : "",
    ]
      .filter(Boolean)
      .join(". "),
  };
}

/** The part of a search's Add button as a line, in the first row without one; its core charge follows as it is stored. */
export async function addPartLine(form: FormData, partId: string): Promise<void> {
  const part = await findPart(partId);
  if (!part) return;
  const rows = Array.from({ length: FORM_LINES + 1 }, (_, index) => `lines[${index}]`);
  const row = rows.find(
    (name) => !form.get(`${name}.item`)?.toString().trim() && !form.get(`${name}.price`)?.toString().trim(),
  );
  if (row === undefined) return;
  form.set(`${row}.kind`, "part");
  form.set(`${row}.item`, part.stockNumber);
  form.set(`${row}.quantity`, "1");
  form.set(`${row}.price`, "");
  form.set(`${row}.isTaxed`, "");
}

/** The customer of a search's button, with their exempt number; parts at list price, or at that of the customer before, get theirs. */
export async function chooseCustomer(form: FormData, id: string): Promise<void> {
  const customer = id === "none" ? undefined : await findCustomerRow(id);
  const requestId = form.get("partRequestId") || form.get("repairRequestId");
  const before = { customerId: form.get("customerId"), requestId };
  const former = await findCustomerRow(before.customerId?.toString() ?? "");
  for (const name of contactGivenUp(before)) form.set(name, "");
  form.set("customerId", customer?.id ?? "");
  form.set("taxExemptNumber", customer?.taxExemptNumber ?? "");
  for (let index = 0; index < FORM_LINES; index++) {
    const row = `lines[${index}]`;
    if (form.get(`${row}.kind`) !== "part") continue;
    const part = await findPart(form.get(`${row}.item`)?.toString().trim() ?? "");
    if (!part?.priceCents) continue;
    const usual = [part.priceCents, priceFor(part.priceCents, former?.wholesalePercent)].map(
      formatTypedPrice,
    );
    if (usual.includes(form.get(`${row}.price`)?.toString() ?? "")) form.set(`${row}.price`, "");
  }
}

/**
 * Which contact data of a sale gives way to a chosen customer's. A phone and an address that staff typed stay; what came from another
 * customer or a request doesn't, nor does an email address: receipts go there, and open all of the customer's others.
 */
export function contactGivenUp(before: { customerId?: unknown; requestId?: unknown }): string[] {
  const isTyped = !before.customerId && !before.requestId;
  return ["customerName", "customerEmail", ...(isTyped ? [] : ["customerPhone", "customerAddress"])];
}
