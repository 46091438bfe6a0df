import { canMailLinks, queueLinkMail } from "~/accounts/account-mail.server";
import type { Administrator } from "~/accounts/administrator.server";
import { CHOOSE_PASSWORD_PAGE } from "~/accounts/people";
import type { PasswordLink } from "~/accounts/people.server";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { formatDateTime } from "~/values/format";

/** A link as an owner hands it over: under the site's public URL, or as the owner has opened it. */
export function toShownLink(
  request: Request,
  { secret, expiresAt }: PasswordLink,
): { url: string; until: string } {
  const url = new URL(CHOOSE_PASSWORD_PAGE, config.PUBLIC_URL ?? request.url);
  url.searchParams.set("key", secret);
  return { url: url.href, until: formatDateTime(expiresAt.toISOString(), business.timeZone) };
}

/** Sends a link to the account's own address, in the transaction that stores it; false where it has none, or mail is not set up. */
export async function mailLink(
  account: Administrator,
  { secret }: PasswordLink,
  isInvitation: boolean,
): Promise<boolean> {
  if (account.email === null || config.PUBLIC_URL === undefined || !canMailLinks()) return false;
  const url = new URL(CHOOSE_PASSWORD_PAGE, config.PUBLIC_URL);
  url.searchParams.set("key", secret);
  await queueLinkMail(account, { to: account.email, url: url.href, isInvitation });
  return true;
}
