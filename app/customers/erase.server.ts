import { createHash } from "node:crypto";
import { endAlert } from "~/alerts/alert.server";
import { business } from "~/business/business.server";
import { updateRecord } from "~/collections/records.server";
import { toHistoryRecord } from "~/collections/store.server";
import { deleteRecord, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { now } from "~/context.server";
import { db, engine, transaction } from "~/db/connection.server";
import { overwriteDeleted } from "~/db/overwrite.server";
import type { Row } from "~/db/schema";
import { HISTORY_YEARS } from "~/history/change";
import { forgetRecords, recordChange } from "~/history/changes.server";
import {
  findNotErased,
  listDueErasures,
  listErasures,
  noteErasure,
  settleErasures,
} from "~/history/erasures.server";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { purchaseName, SEALED_LABELS } from "~/purchases/purchases";
import { removeKeptItem } from "~/purchases/sealed-items.server";
import { REPAIR_RECORD_YEARS } from "~/requests/estimate";
import { REQUEST_KINDS } from "~/requests/kinds";
import { isOpenRow } from "~/requests/open.server";
import { findRequestRow } from "~/requests/record.server";
import { deleteRequest, removeRequests } from "~/requests/work.server";
import { formatPaymentNumber } from "~/sales/account";
import { sumTaken } from "~/sales/draft.server";
import { formatCreditNumber } from "~/sales/returns";
import { SALE_RECORDS } from "~/sales/sale.server";
import { formatDayInTimeZone } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { CUSTOMER_RECORDS, findCustomerRow, withoutTaken } from "./customer.server";
import { forgetElsewhere } from "./forget.server";
import { findKnownData, type KnownData, type KnownRequest, requestLine } from "./known-data.server";
import { matchRequest } from "./match.server";
import { findKept } from "./merged.server";

/** What deleting a customer's data would do, as the person who decides reads it. */
interface ErasePlan {
  /** What goes, a line each. */
  goes: string[];
  /** What must stay, and why. */
  stays: { what: string[]; reason: string }[];
  /** How many requests are unfinished. */
  open: number;
  /** Whether the customer stays with name, number and address, because of requests that do or of what they owe. */
  isPartial: boolean;
  /** Tells this plan from another: what is confirmed is what was shown. */
  key: string;
}

interface EraseOptions {
  /** Whether unfinished requests go too. */
  withOpen: boolean;
}

/** What deleting a customer's data would do; undefined if there is no such customer. */
export async function planErasure(id: string, options: EraseOptions): Promise<ErasePlan | undefined> {
  const data = await findKnownData(id);
  return data && toPlan(data, sortRequests(data, options));
}

/** `partial`: the customer stays with what belongs to what must stay. `changed`: there is more now than was shown. */
type Erased = { outcome: "erased" | "partial" | "changed" | "not-found"; requests: number };

/** Permanently deletes what the plan with this key says goes. */
export async function eraseCustomer(
  id: string,
  { withOpen, key }: EraseOptions & { key: string },
): Promise<Erased> {
  const erased = await transaction(async (): Promise<Erased> => {
    const data = await findKnownData(id);
    if (!data) return { outcome: "not-found", requests: 0 };
    const sorted = sortRequests(data, { withOpen });
    const plan = toPlan(data, sorted);
    if (plan.key !== key) return { outcome: "changed", requests: 0 };
    await forgetElsewhere(data);
    await removeData(data, sorted, plan);
    return { outcome: plan.isPartial ? "partial" : "erased", requests: sorted.going.length };
  });
  if (erased.outcome === "erased" || erased.outcome === "partial")
    await overwriteDeleted({ withCopies: true });
  return erased;
}

/**
 * Erases what a restore has brought back, because it was erased since the backup was made: a customer goes with what was theirs then,
 * except what the site before the restore still had, because it had become someone else's by the time they were erased.
 * @returns how many records that were at the most
 */
export async function eraseAgain(): Promise<number> {
  const again = await transaction(async () => {
    const due = await listDueErasures();
    if (due.length === 0) return 0;
    const noted = await listErasures();
    const wasNotErased = await findNotErased();
    // A customer goes last, with what else is theirs in the backup.
    const isCustomer = ({ recordKind }: (typeof due)[number]) => recordKind === CUSTOMER_RECORDS.recordKind;
    for (const { recordKind, recordId } of due.filter((one) => !isCustomer(one)))
      await removeAgain(recordKind, recordId);
    // A customer in this backup's trash who wasn't there when they were erased comes out of it first, which undoes a merge: otherwise the
    // other customer would keep their number, and others' history would still mention them. A customer who was merged by then was erased in
    // the same moment.
    const erasedAt = new Map(due.map((erased) => [erased.recordId, erased.erasedAt]));
    for (const customer of due.filter(isCustomer)) {
      const keptId = await findKept(customer.recordId);
      const isWithKept = keptId !== undefined && erasedAt.get(keptId) === customer.erasedAt;
      if (!isWithKept) await restoreFromTrash(CUSTOMER_RECORDS, customer.recordId);
    }
    // The same for a customer who was merged into them then, and is separate today.
    for (const customer of due.filter(isCustomer))
      for (const mergedId of (await findKnownData(customer.recordId))?.mergedIds ?? [])
        if (wasNotErased({ recordKind: CUSTOMER_RECORDS.recordKind, recordId: mergedId }, customer))
          await restoreFromTrash(CUSTOMER_RECORDS, mergedId);
    for (const customer of due.filter(isCustomer)) {
      const data = await findKnownData(customer.recordId);
      if (data) await forgetElsewhere(data);
      if (!data) await removeCustomer(customer.recordId);
      else if (customer.extent === "part") await keepContacts(data);
      else await removeDataAgain(data, (record) => wasNotErased(record, customer));
    }
    await settleErasures(noted);
    return due.length;
  });
  if (again > 0) await overwriteDeleted({ withCopies: true });
  return again;
}

async function removeAgain(recordKind: Row<"erasures">["recordKind"], id: string): Promise<void> {
  if (recordKind === "arrivalAlert") await endAlert(id, now());
  if (recordKind === "sealedItem") await removeKeptItem(id);
  if (recordKind === PURCHASE_RECORDS.recordKind) {
    await deleteRecord(PURCHASE_RECORDS, id);
    await removeFromTrash(PURCHASE_RECORDS, { until: now(), id });
  }
  if (recordKind === SALE_RECORDS.recordKind) {
    const sale = await db.selectFrom("sales").select("status").where("id", "=", id).executeTakeFirst();
    if (sale?.status === "draft" && (await sumTaken(id)) === 0) await removeDraft(id);
  }
  const kind = REQUEST_KINDS.find((one) => one.recordKind === recordKind);
  const row = kind && (await findRequestRow(kind, id));
  if (row) await removeRequest({ kind, row });
}

async function removeDataAgain(
  data: KnownData,
  wasNotErased: (record: Pick<Row<"erasures">, "recordKind" | "recordId">) => boolean,
): Promise<void> {
  const isOthers = ({ kind: { recordKind }, row }: KnownRequest) =>
    wasNotErased({ recordKind, recordId: row.id });
  const own = {
    ...data,
    requests: data.requests.filter((one) => !isOthers(one)),
    alerts: data.alerts.filter(({ id }) => !wasNotErased({ recordKind: "arrivalAlert", recordId: id })),
    sales: data.sales.filter(
      ({ id }) => !wasNotErased({ recordKind: SALE_RECORDS.recordKind, recordId: id }),
    ),
  };
  const sorted = sortRequests(own, { withOpen: true });
  await removeData(own, sorted, toPlan(own, sorted));
  for (const { kind, row } of data.requests.filter(isOthers)) {
    const left = await findRequestRow(kind, row.id);
    if (left?.customerId === null) await matchRequest(kind, left);
  }
}

async function removeData(
  data: KnownData,
  { going }: SortedRequests,
  { isPartial }: Pick<ErasePlan, "isPartial">,
): Promise<void> {
  const { _id: id } = data.customer;
  for (const request of going) await removeRequest(request);
  for (const alert of data.alerts) await endAlert(alert.id, now());
  for (const draft of data.sales.filter(isUnpaidDraft)) await removeDraft(draft.id);
  for (const mergedId of data.mergedIds) await removeCustomer(mergedId);
  if (isPartial) return keepContacts(data);
  await deleteRecord(CUSTOMER_RECORDS, id);
  await removeCustomer(id);
}

interface SortedRequests {
  going: KnownRequest[];
  open: KnownRequest[];
  repairs: KnownRequest[];
}

function sortRequests({ requests }: KnownData, { withOpen }: EraseOptions): SortedRequests {
  const repairs = requests.filter(isKeptRepair);
  const open = requests.filter((one) => isOpenRow(one.kind, one.row) && !repairs.includes(one));
  const staying = [...repairs, ...(withOpen ? [] : open)];
  return { going: requests.filter((one) => !staying.includes(one)), open, repairs };
}

/** Work that was done or approved, within the time that its record is kept. */
function isKeptRepair({ kind, row }: KnownRequest): boolean {
  return kind.recordKind === "repairRequest" && keptUntil(row) > now().toISOString();
}

/** One without any payment: a deposit is money in the drawer and the journal. */
function isUnpaidDraft({ status, depositCents }: KnownData["sales"][number]): boolean {
  return status === "draft" && depositCents === 0;
}

/** The day of an instant at the yard: `Nov 24, 2028`. */
function dayText(at: string): string {
  return formatDayInTimeZone(new Date(at), business.timeZone);
}

/** When the record of a repair may go, after its work was done or its estimate was approved; empty if it needn't be kept. */
function keptUntil({ status, updatedAt, keptUntil }: KnownRequest["row"]): string {
  const done = new Date(updatedAt);
  done.setUTCFullYear(done.getUTCFullYear() + REPAIR_RECORD_YEARS);
  const ends = [...(status === "completed" ? [done.toISOString()] : []), ...(keptUntil ? [keptUntil] : [])];
  const [last = ""] = ends.sort().reverse();
  return last;
}

function toPlan(data: KnownData, { going, open, repairs }: SortedRequests): ErasePlan {
  const { alerts, unconfirmedEmails, mail, parts, mergedIds, sales, creditNotes, payments, boughtFrom } =
    data;
  const { customer, creditCents, owedCents } = data;
  const staying = data.requests.filter((one) => !going.includes(one));
  const deposits = sales.filter(({ depositCents }) => depositCents !== 0);
  const isPartial = staying.length > 0 || owedCents > 0 || deposits.length > 0;
  const sold = parts.filter(({ status }) => status === "Sold");
  const about = mail.filter(({ causeKind }) => causeKind !== "dataRequest");
  const others = mail.length - about.length;
  const receipts = mail.filter(({ causeKind }) => causeKind === "sale").length;
  const openStaying = open.filter((one) => staying.includes(one));
  return {
    goes: [
      isPartial
        ? "The customer's business, address, language, prices, tax number and notes"
        : "The customer, with every number, address and note",
      ...going.map(
        (one) => `${one.kind.nouns[0]} ${requestLine(one)}, with its notes, its quote and the email about it`,
      ),
      ...alerts.map(({ email, make, model }) => `The arrival alert of ${email} for ${make} ${model}`),
      ...sales
        .filter(isUnpaidDraft)
        .map((draft) => `The draft of sale ${formatSaleNumber(draft)}, and what it holds for them`),
      ...(creditCents > 0 && !isPartial
        ? [`Their store credit of ${formatExactPrice(creditCents / 100)}`]
        : []),
      ...(mergedIds.length > 0 ? ["The customers in the trash that were merged into this one"] : []),
      "The history of all this, except a line that it was removed, without a name",
      "History with their phone number or email address on something that is another customer's now",
    ],
    stays: [
      {
        what: openStaying.map((one) => `${one.kind.nouns[0]} ${requestLine(one)}`),
        reason: "The customer is still waiting for us. Finish or cancel it and come back, or delete it too.",
      },
      {
        what: repairs.map(
          (one) => `${one.kind.nouns[0]} ${requestLine(one)}, until ${dayText(keptUntil(one.row))}`,
        ),
        reason: `A repair shop has to keep records of work that was done or approved for ${REPAIR_RECORD_YEARS} years.`,
      },
      {
        what: sold.map(
          ({ stockNumber, soldTo }) =>
            `The sale of the part with stock # ${stockNumber}${soldTo ? `, sold to ${soldTo}` : ""}`,
        ),
        reason: "Tax law requires a business to keep its sales records.",
      },
      {
        what: sales
          .filter(({ status }) => status !== "draft")
          .map((sale) => `Sale ${formatSaleNumber(sale)}, with the name and address on its receipt`),
        reason: "A completed sale never changes, and tax law requires a business to keep it.",
      },
      {
        what: [
          ...creditNotes.map(
            ({ number }) => `Credit note ${formatCreditNumber(number)}, with the name on it`,
          ),
          ...payments.map(({ number }) => `Payment ${formatPaymentNumber(number)}, with the name on it`),
        ],
        reason: "They belong to sales that stay, and never change either.",
      },
      {
        what: receipts > 0 ? ["The email with their receipts"] : [],
        reason: "It's deleted automatically after 90 days.",
      },
      ...purchasesThatStay(boughtFrom),
      {
        what: deposits.map(
          (draft) =>
            `The draft of sale ${formatSaleNumber(draft)}, with a deposit of ${formatExactPrice(draft.depositCents / 100)}`,
        ),
        reason:
          "What happens to this money isn't settled. Complete the deal, or mark it as fallen through, and come back.",
      },
      {
        what: isPartial ? ["The customer's name, numbers and addresses"] : [],
        reason: [
          ...(staying.length > 0 || deposits.length > 0
            ? ["They belong to what stays, and you need them to find it."]
            : []),
          ...(owedCents > 0 ? [`They owe ${formatExactPrice(owedCents / 100)} on account.`] : []),
        ].join(" "),
      },
      {
        what: others > 0 ? ["The email about the data request itself"] : [],
        reason: "It proves that the request was answered. It's deleted automatically after 90 days.",
      },
      {
        what:
          unconfirmedEmails.length > 0
            ? [`Arrival alerts and email about data requests of ${unconfirmedEmails.join(" and ")}`]
            : [],
        reason:
          "Only a request says this is their address, and it may be someone else's. If it's theirs, add it to the customer first, then come back.",
      },
      {
        what:
          customer.phones.length + customer.emails.length === 0
            ? ["History that names them on something that is another customer's now"]
            : [],
        reason: `A name alone doesn't tell who it is about. It's deleted automatically after ${HISTORY_YEARS} years.`,
      },
      {
        what: [
          "Backups that were made before today, what a restore or a move by command has set aside, rows of an import of the last 30 days, bills they signed for a purchase that now names another seller, and printouts and exports outside this site",
        ],
        reason: engine.isShared
          ? "They're deleted automatically, or out of our reach here. After a backup is restored, delete this again."
          : "They're deleted automatically, or out of our reach here. A backup restored on this site has this deleted again; on another machine, delete it again yourself.",
      },
    ].filter(({ what }) => what.length > 0),
    open: open.length,
    isPartial,
    key: keyOf(data, going),
  };
}

/** What stays of someone who sold the yard something. */
function purchasesThatStay(boughtFrom: KnownData["boughtFrom"]): ErasePlan["stays"] {
  const { sellerIdYears: years } = business.buying;
  return [
    {
      what: boughtFrom.map(({ purchase, isInTrash, sealed }) =>
        [
          `The purchase of ${purchaseName(purchase)}`,
          ...(isInTrash ? ["in the trash"] : []),
          "with the seller's name, phone and address",
          ...(sealed.some(({ kind }) => kind === "signature") ? ["and the signature"] : []),
        ].join(", "),
      ),
      reason:
        "The law requires a yard to keep a record of who it bought from. It's deleted with the purchase, which an owner may delete.",
    },
    {
      what: boughtFrom
        .filter(({ isInBook }) => isInBook)
        .map(({ purchase }) => `The line of ${purchaseName(purchase)} in the book`),
      reason: "The law requires a yard to keep the book, and no line of it ever changes.",
    },
    {
      what: boughtFrom.flatMap(({ obtainedCar }) =>
        obtainedCar ? [`"Obtained From" of the car with stock # ${obtainedCar}`] : [],
      ),
      reason: "The monthly NMVTIS report requires it. It's deleted with the car.",
    },
    {
      what: boughtFrom.flatMap(({ purchase, sealed }) =>
        sealed.flatMap(({ kind, until }) =>
          until
            ? [`${SEALED_LABELS[kind]} of the seller of ${purchaseName(purchase)}, until ${dayText(until)}`]
            : [],
        ),
      ),
      reason: `Settings, Buying Cars, keeps them for ${years === 1 ? "1 year" : `${years} years`}, encrypted. They're deleted automatically.`,
    },
  ];
}

function keyOf(
  { version, alerts, mergedIds, sales, creditNotes, payments, boughtFrom }: KnownData,
  going: readonly KnownRequest[],
): string {
  const all = [
    version,
    ...going.map(({ row }) => `${row.id} ${row.updatedAt}`),
    ...alerts.map(({ id }) => id),
    ...mergedIds,
    ...sales.map(({ id, updatedAt }) => `${id} ${updatedAt}`),
    ...[...creditNotes, ...payments].map(({ id }) => id),
    ...boughtFrom.map(({ purchase, sealed }) => `${purchase._id} ${purchase.updatedAt} ${sealed.length}`),
  ];
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url").slice(0, 27);
}

/** Permanently, skipping the trash. */
async function removeRequest({ kind, row }: Pick<KnownRequest, "kind" | "row">): Promise<void> {
  if (row.deletedAt === null) await deleteRequest(kind, row.id);
  await removeRequests(kind, { until: now(), id: row.id });
  await noteErasure(kind.recordKind, row.id, { at: now() });
}

/** Permanently, with what it holds for them. */
async function removeDraft(id: string): Promise<void> {
  await deleteRecord(SALE_RECORDS, id);
  await removeFromTrash(SALE_RECORDS, { until: now(), id });
  await noteErasure(SALE_RECORDS.recordKind, id, { at: now() });
}

/** From the trash, permanently. */
async function removeCustomer(id: string): Promise<void> {
  await removeFromTrash(CUSTOMER_RECORDS, { until: now(), id, isErasure: true });
  await noteErasure(CUSTOMER_RECORDS.recordKind, id, { at: now() });
}

/** Leaves a customer what is needed to finish what stays and to find it, and forgets the rest with its history. */
async function keepContacts({ customer }: KnownData): Promise<void> {
  const { _id: id, name, phones, emails } = customer;
  await updateRecord(CUSTOMER_RECORDS, id, await withoutTaken({ name, phones, emails }, id));
  const row = await findCustomerRow(id);
  if (!row) return;
  await forgetRecords(CUSTOMER_RECORDS.recordKind, [id]);
  await noteErasure(CUSTOMER_RECORDS.recordKind, id, { at: now(), extent: "part" });
  await recordChange({
    record: toHistoryRecord(CUSTOMER_RECORDS, row),
    action: "changed",
    after: { deleted: "Their data, except what must stay" },
  });
}
