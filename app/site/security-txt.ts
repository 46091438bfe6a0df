import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { fileRoute } from "~/seo/file.server";

const DAY = 24 * 3600;
const PATH = "/.well-known/security.txt";
/** RFC 9116 recommends less than a year. */
const MONTHS_VALID = 6;

/** GET /.well-known/security.txt: who to tell about a security problem (RFC 9116). */
const file = fileRoute(async () => {
  const url = toAbsoluteUrl(config.PUBLIC_URL, PATH);
  const now = new Date();
  // From the month on, so that the file stays the same for a month.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_VALID, 1));
  const lines = [
    `Contact: mailto:${business.privacyEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    ...(url ? [`Canonical: ${url}`] : []),
  ];
  return { body: `${lines.join("\n")}\n`, type: "text/plain; charset=utf-8", maxAge: DAY };
});

export const loader = file.loader;
export const action = file.action;
