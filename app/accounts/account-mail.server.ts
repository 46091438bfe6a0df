import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { queueMail } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { renderMail } from "~/mail/template.server";
import { ACCOUNT_PAGE } from "~/values/return-path";
import { LINK_HOURS } from "./people";

type Addressed = Pick<Row<"administrators">, "id" | "username" | "email">;

/** The most messages about one account that an address gets per hour. The address may be anyone's, and hundreds would warn of nothing. */
const MAX_MAILS = 20;
const MAIL_PERIOD_MS = 60 * 60 * 1000;

/**
 * Mails an account's owner what was done to it, if it has an address and hasn't had too many messages within the hour. The history has the
 * rest.
 * @param options.isByOwner whether someone else did it to the account, so that changing the password wouldn't help
 * @param options.isOff whether the account is turned off, so that there is nothing to see there
 */
export async function queueAccountMail(
  { id, username, email }: Addressed,
  sentence: string,
  { isByOwner = false, isOff = false } = {},
): Promise<void> {
  if (email === null) return;
  const mailed = await countMails({ id, email });
  if (mailed >= MAX_MAILS) return;
  const url = toAbsoluteUrl(config.PUBLIC_URL, ACCOUNT_PAGE);
  const mail = renderMail({
    subject: `Your account at ${business.name}`,
    paragraphs: [
      `${sentence} The account is ${username}.`,
      isByOwner
        ? "If you don't know why, ask an owner of the site."
        : "If that wasn't you, change your password and tell an owner of the site.",
      ...(mailed === MAX_MAILS - 1
        ? [
            `That's ${MAX_MAILS} messages within an hour. Anything more is in the site's history, and isn't emailed.`,
          ]
        : []),
    ],
    facts: [],
    link: url && !isOff ? { label: "Your account", url } : undefined,
  });
  await queueMail({ ...mail, to: email, cause: { kind: "account", id } }, now());
}

async function countMails({ id, email }: { id: string; email: string }): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("causeKind", "=", "account")
    .where("causeId", "=", id)
    .where(({ fn }) => fn<string>("lower", ["to"]), "=", email.toLowerCase())
    .where("createdAt", ">", new Date(now().getTime() - MAIL_PERIOD_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a link to choose a password can be sent: the site's address in it must not come from the request. */
export function canMailLinks(): boolean {
  return isMailOn() && config.PUBLIC_URL !== undefined;
}

/** Mails someone a link to choose their password. */
export async function queueLinkMail(
  { id, username }: Addressed,
  { to, url, isInvitation }: { to: string; url: string; isInvitation: boolean },
): Promise<void> {
  const mail = renderMail({
    subject: isInvitation ? `Your account at ${business.name}` : `A new password at ${business.name}`,
    paragraphs: [
      isInvitation
        ? `You have an account on the site of ${business.name} now. You sign in as ${username}.`
        : `You can choose a new password for your account ${username} at ${business.name}. The one you have works until then.`,
      `The link below works once, for ${LINK_HOURS} hours. Nobody else should have it.`,
    ],
    facts: [],
    link: { label: "Choose a password", url },
  });
  await queueMail({ ...mail, to, cause: { kind: "account", id } }, now());
}
