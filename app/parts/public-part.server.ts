import { findPublicRecord } from "~/collections/records.server";
import { selectRecords } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import type { FoundPart } from "./finder";
import { toFound } from "./finder.server";
import { PUBLIC_PART_STATUSES } from "./part";
import { PART_RECORDS } from "./part.server";
import type { PublicPart } from "./parts";

/** The page of a part: the part, `gone` for one that has been scrapped, sold long ago or deleted, undefined for none. */
export async function findPartPage(id: string, now: Date): Promise<PublicPart | "gone" | undefined> {
  const part = await findPublicRecord(PART_RECORDS, id, now);
  if (part) return part;
  const row = await db.selectFrom("parts").select("id").where("id", "=", id).executeTakeFirst();
  return row ? "gone" : undefined;
}

/** The most parts of a vehicle that its page shows. */
const MAX_PARTS_OF_DONOR = 12;

/** The parts on the shelf from a dismantled vehicle, the dearest first and those without a price last, as many as its page shows. */
export async function findPartsOfDonor(donorId: string): Promise<FoundPart[]> {
  const rows = await selectRecords("parts")
    .selectAll()
    .where("donorId", "=", donorId)
    .where("status", "in", PUBLIC_PART_STATUSES)
    .orderBy("priceCents", (order) => order.desc().nullsLast())
    .orderBy("id")
    .limit(MAX_PARTS_OF_DONOR)
    .execute();
  return rows.map((row) => toFound(row as Parameters<typeof toFound>[0], "same"));
}
