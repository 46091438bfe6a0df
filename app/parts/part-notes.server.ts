import { db } from "~/db/connection.server";
import { findEntry } from "./catalog";
import { computeGrade } from "./grade";
import type { Part } from "./parts";

/** Why a part has the grade by the rule; undefined if it has none. */
export async function gradeReasonOf(part: Part): Promise<string | undefined> {
  return (await gradeOf(part))?.reason;
}

/** The grade by the rule, whatever staff have set. */
export async function gradeOf({ donorId, entryId, dateAcquired, ...part }: Part) {
  const donor =
    donorId === undefined
      ? undefined
      : await db
          .selectFrom("dismantledVehicles")
          .select("dateAcquired")
          .where("id", "=", donorId)
          .executeTakeFirst();
  return computeGrade({
    ...part,
    entry: findEntry(entryId),
    dateAcquired: donor?.dateAcquired ?? dateAcquired,
  });
}
