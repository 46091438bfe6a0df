import { sql } from "kysely";
import { business } from "~/business/business.server";
import { findRecord } from "~/collections/records.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { withoutLinkKeys } from "~/mail/outbox.server";
import { notifiedAddresses } from "~/mail/settings.server";
import { type BoughtFrom, listBoughtFrom } from "~/purchases/bought-from.server";
import type { EstimateRecord } from "~/requests/estimate";
import { listEstimatesOf, toEstimateRecord } from "~/requests/estimate.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { toRequest } from "~/requests/record.server";
import { type AnyRequest, type RequestCollection, type RequestRow, subjectOf } from "~/requests/request";
import { listOwedOf } from "~/sales/account.server";
import { sumTaken } from "~/sales/draft.server";
import { formatReference } from "~/values/id";
import { foldText } from "~/values/normalize";
import { contactKeys } from "./contact";
import { CUSTOMER_RECORDS } from "./customer.server";
import type { Customer } from "./customers";
import { listUnconfirmed } from "./unconfirmed.server";

/*
 * Everything that is stored about one person, wherever it is: what a download of their data has, and what deleting it removes.
 */

/** A request of a person, with the row that it is made of. */
export interface KnownRequest {
  kind: RequestCollection;
  row: RequestRow;
  request: AnyRequest;
  /** The estimates that the customer was sent. */
  estimates: EstimateRecord[];
}

/** All that is known about a customer. */
export interface KnownData {
  customer: Customer;
  version: string;
  /** The customers that were merged into this one and are still in the trash. */
  mergedIds: string[];
  /** Every request of theirs, also those in the trash, and spam with their number or address; the newest first. */
  requests: KnownRequest[];
  /** The arrival alerts that their addresses asked for. */
  alerts: Pick<
    Row<"arrivalAlerts">,
    "id" | "email" | "make" | "model" | "yearFrom" | "yearTo" | "askedAt" | "confirmedAt"
  >[];
  /**
   * The email about their requests, alerts and sales, without the keys of its links, except what staff and lead systems got: that says who
   * they are, and may name others' requests. It isn't looked up by an address from a request, which may be anyone's, even ours: the
   * recipient of a copy would read what others were sent.
   */
  mail: Pick<
    Row<"outbox">,
    "id" | "createdAt" | "to" | "subject" | "text" | "causeKind" | "status" | "sentAt"
  >[];
  /** The addresses in their requests that nobody has confirmed: what was requested from or mailed to these isn't part of this. */
  unconfirmedEmails: string[];
  /** The parts that are held for one of their requests, or were sold after it. */
  parts: Pick<Row<"parts">, "id" | "stockNumber" | "status" | "heldFor" | "soldTo" | "soldAt">[];
  /** What they bought, drafts among it, also those in the trash. */
  sales: (Pick<Row<"sales">, "id" | "number" | "status" | "soldOn" | "totalCents" | "updatedAt"> & {
    /** The deposit of a draft, in cents. */
    depositCents: number;
  })[];
  /** What they brought back, and what they paid on account: both name them, and stay with the sales. */
  creditNotes: Pick<Row<"creditNotes">, "id" | "number" | "creditedOn" | "totalCents">[];
  payments: Pick<Row<"accountPayments">, "id" | "number" | "takenOn" | "amountCents">[];
  /** What the yard bought of them, also what is in the trash. */
  boughtFrom: BoughtFrom[];
  /** What they have of store credit, in cents. */
  creditCents: number;
  /** What they owe on account, in cents. */
  owedCents: number;
}

/** All that is known about a customer; undefined if there is none with this id. */
export async function findKnownData(id: string): Promise<KnownData | undefined> {
  const found = await findRecord(CUSTOMER_RECORDS, id);
  if (!found) return undefined;
  const { item: customer, version } = found;
  const mergedIds = await listMerged(id);
  const requests = await listRequests(customer, [id, ...mergedIds]);
  const ours = emailKeys([business.email, business.privacyEmail, ...notifiedAddresses()]);
  const emails = emailKeys(customer.emails).filter((key) => !ours.includes(key));
  const unconfirmedEmails = (await listUnconfirmed(customer)).filter(
    (text) => text.includes("@") && !emailKeys([text]).some((key) => ours.includes(key)),
  );
  const alerts = await db
    .selectFrom("arrivalAlerts")
    .select(["id", "email", "make", "model", "yearFrom", "yearTo", "askedAt", "confirmedAt"])
    .where("email", "in", emails)
    .orderBy("id")
    .execute();
  const ids = requests.map(({ row }) => row.id);
  const said = emailKeys([...customer.emails, ...requests.map(({ row }) => row.customerEmail ?? "")]);
  const parts = await db
    .selectFrom("parts")
    .select(["id", "stockNumber", "status", "heldFor", "soldTo", "soldAt"])
    .where("heldRequestId", "in", ids)
    .execute();
  const sales = await db
    .selectFrom("sales")
    .select(["id", "number", "status", "soldOn", "totalCents", "updatedAt"])
    .where("customerId", "in", [id, ...mergedIds])
    .orderBy("id")
    .execute();
  const creditNotes = await db
    .selectFrom("creditNotes")
    .select(["id", "number", "creditedOn", "totalCents"])
    .where("customerId", "in", [id, ...mergedIds])
    .orderBy("number")
    .execute();
  const payments = await db
    .selectFrom("accountPayments")
    .select(["id", "number", "takenOn", "amountCents"])
    .where("customerId", "in", [id, ...mergedIds])
    .orderBy("number")
    .execute();
  const mail = await db
    .selectFrom("outbox")
    .select(["id", "createdAt", "to", "subject", "text", "causeKind", "status", "sentAt"])
    .where((eb) =>
      eb.or([
        eb.and([
          eb("causeId", "in", ids),
          eb("accountId", "is", null),
          eb(sql<string>`lower("to")`, "in", said),
        ]),
        eb(
          "causeId",
          "in",
          [...alerts, ...sales].map((one) => one.id),
        ),
        // A data request isn't a record.
        eb.and([
          eb("causeKind", "=", "dataRequest"),
          eb.or([
            eb(sql<string>`lower("to")`, "in", emails),
            eb(sql<string>`lower("replyTo")`, "in", emails),
          ]),
        ]),
      ]),
    )
    .orderBy("id")
    .execute();
  const saleIds = sales.map((sale) => sale.id);
  const { name, phones } = customer;
  const boughtFrom = await listBoughtFrom({ requestIds: ids, saleIds, name, phones });
  const credits = await db
    .selectFrom("storeCredits")
    .select("amountCents")
    .where("customerId", "in", [id, ...mergedIds])
    .execute();
  const creditCents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const owed = await Promise.all([id, ...mergedIds].map((one) => listOwedOf(one)));
  const owedCents = owed.flat().reduce((sum, sale) => sum + sale.owedCents, 0);
  return {
    ...{ customer, version, mergedIds, requests, alerts, unconfirmedEmails },
    ...{ parts, creditNotes, payments, boughtFrom, creditCents, owedCents },
    sales: await Promise.all(
      sales.map(async (sale) => ({
        ...sale,
        depositCents: sale.status === "draft" ? await sumTaken(sale.id) : 0,
      })),
    ),
    mail: mail.map((one) => ({ ...one, text: withoutLinkKeys(one.text) })),
  };
}

/** Addresses as they are compared. */
function emailKeys(emails: readonly string[]): string[] {
  return contactKeys({ phones: [], emails }).map(({ key }) => key);
}

/** Also those that were merged into a merged one. */
async function listMerged(id: string): Promise<string[]> {
  const found: string[] = [];
  for (let ids = [id]; ids.length > 0; ) {
    const rows = await db
      .selectFrom("customerMerges")
      .select("mergedId")
      .where("keptId", "in", ids)
      .execute();
    ids = rows.map(({ mergedId }) => mergedId).filter((one) => !found.includes(one));
    found.push(...ids);
  }
  return found;
}

/**
 * The requests of these customers, and those without a customer, such as spam, that have one of their addresses, or their name and one of
 * their numbers. A number alone isn't proof: anyone who knows it can send a request with it.
 */
async function listRequests(
  { name, phones, emails }: Customer,
  customerIds: string[],
): Promise<KnownRequest[]> {
  const keys = emailKeys(emails);
  const ofEach = await Promise.all(
    REQUEST_KINDS.map(async (kind) => {
      const found = (await db
        .selectFrom(kind.table)
        .selectAll()
        .where((eb) =>
          eb.or([
            eb("customerId", "in", customerIds),
            eb.and([
              eb("customerId", "is", null),
              eb.or([
                // As every form stores a number, and as a customer has it.
                eb("customerPhone", "in", phones),
                eb(sql<string>`lower("customerEmail")`, "in", keys),
              ]),
            ]),
          ]),
        )
        .execute()) as RequestRow[];
      const rows = found.filter(
        ({ customerId, customerName, customerEmail }) =>
          customerId !== null ||
          keys.includes(customerEmail?.toLowerCase() ?? "") ||
          foldText(customerName) === foldText(name),
      );
      const estimates = await listEstimatesOf(rows.map(({ id }) => id));
      return rows.map((row) => ({
        kind,
        row,
        request: toRequest(kind, row) as AnyRequest,
        estimates: (estimates.get(row.id) ?? [])
          .filter(({ state }) => state !== "draft")
          .map(toEstimateRecord),
      }));
    }),
  );
  return ofEach.flat().sort((one, other) => (one.row.createdAt < other.row.createdAt ? 1 : -1));
}

/** A request on one line: `PR-7K3Q9D, Radiator, 2003 Honda Accord`. */
export function requestLine({ kind, row, request }: KnownRequest): string {
  return [formatReference(kind.prefix, row.id), subjectOf(kind, request)].filter(Boolean).join(", ");
}
