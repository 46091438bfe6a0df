import { db } from "~/db/connection.server";
import { newId } from "./id.server";

/** How long a held form waits for its owner, in milliseconds. */
export const HELD_FORM_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Forms held for one account at a time; the oldest goes first. */
export const MOST_HELD_FORMS = 10;

/** A staff form that was posted after its session had ended (decisions, section 4). */
export interface HeldForm {
  id: string;
  address: string;
  fields: [name: string, value: string][];
}

/** Keeps what was typed until its owner has signed in again; answers with its id. */
export async function holdForm(
  { administratorId, address, fields }: { administratorId: string } & Omit<HeldForm, "id">,
  now: Date,
): Promise<string> {
  const id = newId(now);
  await db
    .insertInto("heldForms")
    .values({ id, administratorId, address, fields: JSON.stringify(fields), createdAt: now.toISOString() })
    .execute();
  await sweep(administratorId, now);
  return id;
}

/** The form of this id, where it was held for this account. */
export async function findHeldForm(
  id: string,
  administratorId: string,
  now: Date,
): Promise<HeldForm | undefined> {
  const row = await db
    .selectFrom("heldForms")
    .select(["id", "address", "fields"])
    .where("id", "=", id)
    .where("administratorId", "=", administratorId)
    .where("createdAt", ">", oldest(now))
    .executeTakeFirst();
  return row && { ...row, fields: JSON.parse(row.fields) as HeldForm["fields"] };
}

/** Drops a held form: its words have been saved. */
export async function dropHeldForm(id: string, administratorId: string): Promise<void> {
  await db
    .deleteFrom("heldForms")
    .where("id", "=", id)
    .where("administratorId", "=", administratorId)
    .execute();
}

/** Pictures that held forms still name: they are in use. */
export async function valuesOfHeldForms(name: string): Promise<string[]> {
  const rows = await db.selectFrom("heldForms").select("fields").execute();
  return rows.flatMap(({ fields }) =>
    (JSON.parse(fields) as HeldForm["fields"]).filter(([given]) => given === name).map(([, value]) => value),
  );
}

/** Drops the forms that nobody came back for in time. */
export async function dropOldHeldForms(now: Date): Promise<void> {
  await db.deleteFrom("heldForms").where("createdAt", "<=", oldest(now)).execute();
}

async function sweep(administratorId: string, now: Date): Promise<void> {
  await dropOldHeldForms(now);
  const kept = await db
    .selectFrom("heldForms")
    .select("id")
    .where("administratorId", "=", administratorId)
    .orderBy("id", "desc")
    .limit(MOST_HELD_FORMS)
    .execute();
  await db
    .deleteFrom("heldForms")
    .where("administratorId", "=", administratorId)
    .where(
      "id",
      "not in",
      kept.map(({ id }) => id),
    )
    .execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - HELD_FORM_LIFETIME_MS).toISOString();
}
