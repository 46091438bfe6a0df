import { type Kysely, sql } from "kysely";

/** The second factor of an account: an app's secret, recovery codes and passkeys; sign-ins that wait for it; and whose a token is. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("administrators").addColumn("totpSecret", "text").execute();
  await db.schema.alterTable("administrators").addColumn("totpUsedStep", "integer").execute();
  await db.schema
    .createTable("recoveryCodes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("recoveryCodesAdministrator")
    .on("recoveryCodes")
    .column("administratorId")
    .execute();
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("publicKey", "text", (column) => column.notNull())
    .addColumn("counter", "integer", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("lastUsedAt", "text")
    .execute();
  await db.schema.createIndex("passkeysAdministrator").on("passkeys").column("administratorId").execute();
  await db.schema
    .createTable("pendingSignIns")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.references("administrators.id").onDelete("cascade"),
    )
    .addColumn("passwordHash", "text")
    .addColumn("challenge", "text")
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("apiTokens").addColumn("ownerId", "text").execute();
  await db
    .updateTable("apiTokens")
    .set({
      ownerId: sql`(select "id" from "administrators" where "administrators"."username" = "apiTokens"."createdBy")`,
    })
    .execute();
}
