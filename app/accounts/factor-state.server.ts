import { business } from "~/business/business.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { StaffSession } from "./session";

/** What an account has. */
interface SecondFactor {
  hasTotp: boolean;
  passkeys: Pick<Row<"passkeys">, "id" | "name" | "createdAt" | "lastUsedAt">[];
  /** How many recovery codes are left. */
  recoveryCodes: number;
}

export async function readSecondFactor(administratorId: string): Promise<SecondFactor> {
  const [account, passkeys, { count }] = await Promise.all([
    db.selectFrom("administrators").select("totpSecret").where("id", "=", administratorId).executeTakeFirst(),
    db
      .selectFrom("passkeys")
      .select(["id", "name", "createdAt", "lastUsedAt"])
      .where("administratorId", "=", administratorId)
      .orderBy("createdAt")
      .execute(),
    db
      .selectFrom("recoveryCodes")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("administratorId", "=", administratorId)
      .executeTakeFirstOrThrow(),
  ]);
  return { hasTotp: typeof account?.totpSecret === "string", passkeys, recoveryCodes: Number(count) };
}

/** Whether an account needs more than a password to sign in. */
export async function hasSecondFactor(administratorId: string): Promise<boolean> {
  const { hasTotp, passkeys } = await readSecondFactor(administratorId);
  return hasTotp || passkeys.length > 0;
}

/** The ids of the accounts that have one. */
export async function listWithSecondFactor(): Promise<ReadonlySet<string>> {
  const [apps, passkeys] = await Promise.all([
    db.selectFrom("administrators").select("id").where("totpSecret", "is not", null).execute(),
    db.selectFrom("passkeys").select("administratorId as id").distinct().execute(),
  ]);
  return new Set([...apps, ...passkeys].map(({ id }) => id));
}

/** Whether everyone needs a second factor and an account has none. */
export function isFactorMissing({ hasSecondFactor }: Pick<StaffSession, "hasSecondFactor">): boolean {
  return business.signIn.secondFactorForAll && !hasSecondFactor;
}
