import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { countOpenRequests, handOverRequests } from "~/requests/work.server";
import { queueAccountMail } from "./account-mail.server";
import { accountState, usernameKey } from "./administrator";
import {
  type Administrator,
  createAdministrator,
  endLinks,
  endWhatWasMadeBy,
  findAdministratorById,
  isAssignee,
  listAdministrators,
  type NewAdministrator,
  recordAccount,
  setPassword,
} from "./administrator.server";
import { LINK_HOURS } from "./people";
import { may, ROLE_LABELS, type Role } from "./roles";
import { hashSecret, newSecret } from "./secret.server";
import { endSessions } from "./session.server";

/** A new link to choose a password: its secret, which is stored nowhere. */
export interface PasswordLink {
  secret: string;
  expiresAt: Date;
}

/** Sends a link, in the transaction that stores it; false where it has to be handed over. */
type SendLink = (account: Administrator, link: PasswordLink) => Promise<boolean>;

/** Adds an account that signs in once its owner has chosen a password; undefined if the name is taken. */
export async function invite(
  person: Pick<NewAdministrator, "username" | "role" | "email">,
  send: SendLink,
): Promise<{ account: Administrator; link: PasswordLink; isMailed: boolean } | undefined> {
  return transaction(async () => {
    const account = await createAdministrator({ ...person, passwordHash: "" });
    if (!account) return undefined;
    if (person.role === "owner") await tellActor(newOwnerSentence(account));
    const link = await storeLink(account.id);
    return { account, link, isMailed: await send(account, link) };
  });
}

/**
 * A new link for an account; earlier ones stop working. The account's owner is notified, unless the link itself was sent.
 * @param send sends it, if it is to be sent
 */
export async function makePasswordLink(
  account: Administrator,
  send?: (link: PasswordLink) => Promise<boolean>,
): Promise<PasswordLink> {
  return transaction(async () => {
    await endLinks(account.id);
    const link = await storeLink(account.id);
    await recordAccount("changed", account, { after: { passwordLink: "Made" } });
    const isMailed = (await send?.(link)) ?? false;
    if (!isMailed)
      await queueAccountMail(
        account,
        `${actor().username ?? "The site"} made a link to choose a new password for your account. Any link emailed before no longer works.`,
      );
    return link;
  });
}

async function storeLink(administratorId: string): Promise<PasswordLink> {
  const secret = newSecret();
  const expiresAt = new Date(now().getTime() + LINK_HOURS * 60 * 60 * 1000);
  await db
    .insertInto("passwordLinks")
    .values({
      id: hashSecret(secret),
      administratorId,
      makerId: actor().accountId ?? null,
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
  return { secret, expiresAt };
}

/** The account whose password a link lets its holder choose; undefined for one that was used, has ended, or never was. */
export async function findByLink(secret: string, time: Date): Promise<Administrator | undefined> {
  return accountsOfLink(secret, time).executeTakeFirst();
}

/** The same for the link that the first start printed, whose holder also names the account; undefined for any other. */
export async function findByFirstLink(secret: string, time: Date): Promise<Administrator | undefined> {
  return accountsOfLink(secret, time).where("makerId", "is", null).executeTakeFirst();
}

/** The first start's link, which nobody made, ends once anyone else has a password. */
function accountsOfLink(secret: string, time: Date) {
  return db
    .selectFrom("passwordLinks")
    .innerJoin("administrators", "administrators.id", "passwordLinks.administratorId")
    .selectAll("administrators")
    .where("passwordLinks.id", "=", hashSecret(secret))
    .where("passwordLinks.expiresAt", ">", time.toISOString())
    .where("administrators.turnedOffAt", "is", null)
    .where(({ eb, exists, not, or, selectFrom }) => {
      const other = selectFrom("administrators as other")
        .select("other.id")
        .where("other.passwordHash", "!=", "")
        .whereRef("other.id", "!=", "administrators.id");
      return or([eb("makerId", "is not", null), not(exists(other))]);
    });
}

/**
 * Sets the password that a link's holder has chosen, and ends the account's sessions. The link works once.
 * @param username the account's name from now on
 * @returns the account as it is now; undefined if the link was used or withdrawn in the meantime
 */
export async function choosePassword(
  secret: string,
  passwordHash: string,
  username?: string,
): Promise<Administrator | undefined> {
  return transaction(async () => {
    const account = await findByLink(secret, now());
    if (!account) return undefined;
    await endLinks(account.id);
    if (username !== undefined && username !== account.username) await rename(account, username);
    await setPassword(username ?? account.username, passwordHash);
    return findAdministratorById(account.id);
  });
}

async function rename({ id, username: former }: Administrator, username: string): Promise<void> {
  await db
    .updateTable("administrators")
    .set({ username, usernameKey: usernameKey(username), updatedAt: now().toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAccount("changed", { id, username }, { before: { name: former }, after: { name: username } });
}

/** Deletes the links that have expired. */
export async function deleteExpiredLinks(time: Date): Promise<void> {
  await db.deleteFrom("passwordLinks").where("expiresAt", "<=", time.toISOString()).execute();
}

/**
 * What came of a change to an account. `last-owner`: nobody who may do everything would be left. `successor-missing`: it has open requests,
 * and nobody has said who takes them over.
 */
export type PersonChange = "done" | "not-found" | "last-owner" | "no-successor" | "successor-missing";

/**
 * Gives an account another role.
 * @param successor who takes over what it has not finished, where the new role has no requests; null to leave it unassigned,
 *   undefined where nobody has said
 */
export async function changeRole(
  id: string,
  role: Role,
  successor: string | null | undefined,
): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (account.role === role) return "done";
    if (await isLastOwner(account)) return "last-owner";
    const keepsRequests = may(role, "requests", "change");
    const problem = keepsRequests ? undefined : await problemOf(successor, id);
    if (problem) return problem;
    await db
      .updateTable("administrators")
      .set({ role, updatedAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
    if (!keepsRequests) await handOverRequests({ from: id, to: successor ?? null });
    // Only owners make links and tokens.
    await endWhatWasMadeBy(id);
    await recordAccount("changed", account, { before: { role: account.role }, after: { role } });
    if (role === "owner") {
      // They were made without the password that an owner's link asks for.
      await endLinks(id);
      await tellActor(newOwnerSentence(account));
    }
    const label = ROLE_LABELS[role];
    await queueAccountMail(
      account,
      account.role === "owner"
        ? `You're no longer an owner of the site: your role is ${label} now.`
        : `Your role is ${label} now.`,
      { isByOwner: true, isOff: account.turnedOffAt !== null },
    );
    return "done";
  });
}

/**
 * Turns an account off: it is signed out everywhere and can't sign in, its links and tokens and those it made end, and someone else takes
 * over its open requests.
 * @param successor the account that takes over; null to leave it unassigned, undefined where nobody has said
 */
export async function turnOff(id: string, successor: string | null | undefined): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (account.turnedOffAt) return "done";
    if (await isLastOwner(account)) return "last-owner";
    const problem = await problemOf(successor, id);
    if (problem) return problem;
    const turnedOffAt = now().toISOString();
    await db
      .updateTable("administrators")
      .set({ turnedOffAt, updatedAt: turnedOffAt })
      .where("id", "=", id)
      .execute();
    await endLinks(id);
    await endSessions(id, {});
    await endWhatWasMadeBy(id);
    await handOverRequests({ from: id, to: successor ?? null });
    await recordAccount("changed", account, { before: { signIn: "On" }, after: { signIn: "Off" } });
    await queueAccountMail(account, "Your account was turned off: you can't sign in anymore.", {
      ...{ isByOwner: true, isOff: true },
    });
    return "done";
  });
}

/** Lets an account sign in again, with the password that it had; one that had none needs a new link to choose one. */
export async function turnOn(id: string): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (!account.turnedOffAt) return "done";
    await db
      .updateTable("administrators")
      .set({ turnedOffAt: null, updatedAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
    await recordAccount("changed", account, { before: { signIn: "Off" }, after: { signIn: "On" } });
    await queueAccountMail(account, "Your account was turned on again.", { isByOwner: true });
    return "done";
  });
}

/** Signs an account out everywhere; by its own owner, but for the session in `keep`. */
export async function signOutEverywhere(
  account: Administrator,
  { keep }: { keep?: string | undefined } = {},
): Promise<void> {
  await transaction(async () => {
    await endSessions(account.id, { keep });
    await recordAccount("changed", account, { after: { sessions: "Ended" } });
    if (keep === undefined)
      await queueAccountMail(account, "An owner signed you out everywhere.", { isByOwner: true });
  });
}

/**
 * Does something to an account as it is now, if it still has the role that decided whether a password was needed: a colleague may have made
 * it an owner since.
 * @returns undefined, with nothing done, if it is not
 */
export async function ifSameRole<Done>(
  { id, role }: Pick<Administrator, "id" | "role">,
  act: (account: Administrator) => Promise<Done>,
): Promise<Done | undefined> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    return account?.role === role ? act(account) : undefined;
  });
}

/** Whether this is the only account that can sign in and do everything. */
export async function isLastOwner({ id, role }: Pick<Administrator, "id" | "role">): Promise<boolean> {
  if (role !== "owner") return false;
  const accounts = await listAdministrators();
  // Someone invited may never come.
  return !accounts.some((one) => one.id !== id && one.role === "owner" && accountState(one) === undefined);
}

/** Mails the person who acted what their account did, in case it was someone else at a page that they left open. */
export async function tellActor(sentence: string): Promise<void> {
  const { accountId } = actor();
  const account = accountId === undefined ? undefined : await findAdministratorById(accountId);
  if (account) await queueAccountMail(account, sentence);
}

function newOwnerSentence({ username }: Pick<Administrator, "username">): string {
  return `${username} was made an owner of the site with your account.`;
}

/** Why someone can't take over an account's open requests; checked in the transaction that hands them over. */
async function problemOf(
  successor: string | null | undefined,
  from: string,
): Promise<"no-successor" | "successor-missing" | undefined> {
  if (successor === undefined) return (await countOpenRequests(from)) > 0 ? "successor-missing" : undefined;
  if (successor === null) return undefined;
  return successor !== from && (await isAssignee(successor)) ? undefined : "no-successor";
}
