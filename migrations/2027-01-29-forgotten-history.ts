import { type Kysely, sql } from "kysely";
import { dropTrigger, refuseWrites } from "../app/db/triggers";

/** Of what is about people, one line stays. */
const PEOPLE = ["sale", "purchase", "oldSale"];
/** What of others is about people. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  part: ["heldFor", "soldTo"],
  dismantledVehicle: ["obtainedFrom", "disposedTo"],
};

/** The history forgets whom it was about that was removed for good, as it does of what is removed from now on. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await dropTrigger(db, "changesStay");
  await sql`delete from "changes" where "recordKind" in (${sql.join(PEOPLE)}) and "action" <> 'removed'
    and ${WAS_REMOVED}`.execute(db);
  await sql`update "changes" set "before" = null
    where "recordKind" in (${sql.join(PEOPLE)}) and "action" = 'removed'`.execute(db);
  for (const [kind, names] of Object.entries(FIELDS)) await forgetFields(db, kind, names);
  await refuseWrites(db, {
    name: "changesStay",
    when: "before update",
    table: "changes",
    message: "The history is append-only.",
  });
}

const WAS_REMOVED = sql`exists (select 1 from "changes" as "removed" where "removed"."recordKind" = "changes"."recordKind"
  and "removed"."recordId" = "changes"."recordId" and "removed"."action" = 'removed')`;

// biome-ignore lint/suspicious/noExplicitAny: see above
async function forgetFields(db: Kysely<any>, kind: string, names: readonly string[]): Promise<void> {
  const has = names.flatMap((name) =>
    ["before", "after"].map((column) => sql`${sql.ref(column)} like ${`%"${name}":%`}`),
  );
  const { rows } = await sql<{ id: number; before: string | null; after: string | null }>`
    select "id", "before", "after" from "changes"
    where "recordKind" = ${kind} and (${sql.join(has, sql` or `)}) and ${WAS_REMOVED}`.execute(db);
  const without = (json: string | null) => {
    const left = Object.entries(JSON.parse(json ?? "{}")).filter(([name]) => !names.includes(name));
    return left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : null;
  };
  for (const { id, before, after } of rows)
    await db
      .updateTable("changes")
      .set({ before: without(before), after: without(after) })
      .where("id", "=", id)
      .execute();
}
