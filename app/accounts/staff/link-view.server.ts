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
