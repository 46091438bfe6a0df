import { business } from "~/business/business.server";
import type { BusinessFile } from "~/business/links";
import { config, isVariableSet } from "~/config.server";
import type { AddressList } from "~/db/schema";
import { readSecret, type SecretState, secretState } from "~/settings/secrets.server";

/*
 * How mail is set up: by the settings, or by environment variables, which win. Read at each use, because a setting may change at any time.
 */

/** Where TLS begins with the connection. */
const TLS_PORT = 465;
const DEFAULT_PORT = 587;

const PASSWORD = "mail.password";

/** True if mail is set up. */
export function isMailOn(): boolean {
  return !config.TRIAL && (config.SMTP_URL !== undefined || business.mail.server !== undefined);
}

/** The server as nodemailer takes it. A password is never sent over a connection without TLS. */
export function mailServer() {
  if (config.SMTP_URL !== undefined) return { url: config.SMTP_URL };
  const { server, port = DEFAULT_PORT, user } = business.mail;
  if (server === undefined) return undefined;
  const pass = user === undefined ? undefined : (readSecret(PASSWORD, boundTo()) ?? "");
  return {
    host: server,
    port,
    secure: port === TLS_PORT,
    requireTLS: user !== undefined,
    ...(user !== undefined && pass !== undefined ? { auth: { user, pass } } : {}),
  };
}

/** Whether the password is there; `stored` where none is needed. */
export function mailPasswordState(): SecretState {
  if (config.SMTP_URL !== undefined || !business.mail.user) return "stored";
  return secretState(PASSWORD, boundTo());
}

/** The address that mail comes from. @param from this site's business, or as it would be */
export function mailFrom({ mail, email }: Pick<BusinessFile, "mail" | "email"> = business): string {
  return config.MAIL_FROM ?? mail.from ?? email;
}

/** The domain of that address. */
export function mailDomain(): string {
  return mailFrom().split("@").at(-1) ?? "localhost";
}

/** Who is notified of new requests. */
export function notifiedAddresses(): readonly string[] {
  return isVariableSet("NOTIFY_EMAIL") ? config.NOTIFY_EMAIL : business.mail.notify;
}

/** The mailboxes of lead systems. */
export function leadAddresses(): readonly string[] {
  return isVariableSet("ADF_EMAIL") ? config.ADF_EMAIL : business.mail.leads;
}

/** The addresses of a list as it is now. */
export function addressesOn(list: AddressList): readonly string[] {
  return { notify: notifiedAddresses, leads: leadAddresses }[list]();
}

/** The same settings, in the same order, as the section's form has them. */
function boundTo(): unknown[] {
  const { server, port, user } = business.mail;
  return [server, port, user];
}
