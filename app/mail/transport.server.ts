import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { StartError } from "~/values/start-error";
import { type Mail, withoutLinkKeys } from "./outbox.server";
import { mailDomain, mailFrom, mailServer } from "./settings.server";

const SECOND_MS = 1_000;
/** The longest that one message may take, whatever the server does. */
export const SEND_TIMEOUT_MS = 120 * SECOND_MS;

// Read once, so that a wrong file stops the start.
const dkimKey = config.DKIM_KEY_FILE === undefined ? undefined : readDkimKey(config.DKIM_KEY_FILE);

/** Those that a receiver shows or acts on; List-Unsubscribe-Post counts only if it is signed (RFC 8058). */
const SIGNED_HEADERS =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post";

/** A connection to the mail server for each message, with a time limit on every wait. */
export async function createMailTransport() {
  // Large, and never needed as long as mail is off.
  const { createTransport } = await import("nodemailer");
  return createTransport({
    ...mailServer(),
    connectionTimeout: 15 * SECOND_MS,
    greetingTimeout: 15 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    dnsTimeout: 10 * SECOND_MS,
    ...(dkimKey === undefined
      ? {}
      : {
          dkim: {
            domainName: mailDomain(),
            keySelector: config.DKIM_SELECTOR ?? "",
            privateKey: dkimKey,
            headerFieldNames: SIGNED_HEADERS,
          },
        }),
  });
}

export type MailTransport = Awaited<ReturnType<typeof createMailTransport>>;

/** What of a stored message is sent. */
type MailToSend = Pick<Mail, "messageId" | "to" | "replyTo" | "subject" | "text" | "html" | "unsubscribeUrl">;

/**
 * Sends one message.
 * @returns the status that the server answered with: `250 2.0.0`; what else it says may repeat the line that signed in
 */
export async function deliver(
  transport: MailTransport,
  { messageId, to, replyTo, subject, text, html, unsubscribeUrl }: MailToSend,
  { timeoutMs = SEND_TIMEOUT_MS } = {},
): Promise<string> {
  const { response } = await transport.sendMail({
    messageId,
    from: { name: business.name, address: mailFrom() },
    // As objects, because a list of addresses would be parsed.
    to: { name: "", address: to },
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    subject,
    text,
    html: html || undefined,
    headers: {
      // Tells vacation responders not to answer (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return readStatus(response);
}

/** The key of a link, whatever a server has made of what is around it: no word of an answer is as long. */
const LONG_WORD = /[\w-]{32,}/g;

/** The line that signs in, though a server has cut it off. */
const AUTH_LINE = /(\bAUTH\s+[\w-]+\s+)[^\s"…]+/gi;

/** What of an answer is shown where the rest may repeat the password: `535 5.7.8` (RFC 4954). */
const STATUS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;
/** It wants more than a password, such as an app password for an account with a second factor. */
const OTHER_WAY = /^534|5\.7\.9$/;
/** About a message, when the password is long past; before a greeting none was sent. */
const IS_QUOTED = /^(?:EENVELOPE|EMESSAGE|Invalid greeting)/;

const NOT_TRUSTED =
  "The server's certificate isn't one that can be trusted. Check that the name is the one your mail provider gives, or ask them.";
const TOO_LATE =
  "The server didn't answer in time. Check its name and port: it's usually 465 or 587, and some networks block both.";

/** What an owner can do about an error of the network, by its code or its words. The first that fits counts. */
const ADVICE: [RegExp, string][] = [
  [/\bENOTFOUND\b/, "There is no server with that name. Check the spelling."],
  [/\b(?:EAI_AGAIN|EDNS)\b/, "The server's name couldn't be looked up. Is this machine on the internet?"],
  [
    /\bECONNREFUSED\b/,
    "Nothing takes mail at that server and port. Check both: the port is usually 465 or 587.",
  ],
  [/\b(?:EHOSTUNREACH|ENETUNREACH)\b/, "That server can't be reached from this machine's network."],
  [/self[- ]signed|SELF_SIGNED|UNABLE_TO|unable to (?:get|verify)/, NOT_TRUSTED],
  [/ALTNAME|altnames|CERT_HAS_EXPIRED|certificate has expired/, NOT_TRUSTED],
  [
    /\bETLS\b|STARTTLS|wrong version number|SSL routines|\bEPROTO\b/,
    "The server wants another kind of encryption on that port. Try port 465, or 587.",
  ],
  [/\bETIMEDOUT\b|\bEABORT\b|aborted/, TOO_LATE],
];

/** What was wrong, as staff read it: what to do about it, if that is known, and what was said. */
export function toProblem(error: unknown, options?: Parameters<typeof quoteProblem>[1]): string {
  const quoted = quoteProblem(error, options);
  const { code, originalCode, response } = Object(error) as ErrorOfMail;
  const said = error instanceof Error ? error.message : String(error);
  // Not what the server said, which can be about anything.
  const own = [code, originalCode, response ? beforeAnswer(said) : said].join(" ");
  const [, advice] = ADVICE.find(([known]) => known.test(own)) ?? [];
  return advice ? `${advice} (${quoted})` : quoted;
}

/** What nodemailer says with an error. */
interface ErrorOfMail {
  code?: string;
  /** Of the system, where `code` is nodemailer's own. */
  originalCode?: string;
  /** What the server said. */
  response?: string;
}

/**
 * What the server said, without the password and the keys of links, because some servers repeat the line that they reject. Of what it
 * says to the password only the status, since it may come back cut, folded or in pieces.
 * @param options.isSecret of a message with a link that opens an account: of what the server says to it too
 */
function quoteProblem(error: unknown, { isSecret = false } = {}): string {
  const said = error instanceof Error ? error.message : String(error);
  const { code = "", response } = Object(error) as ErrorOfMail;
  if (response && (isSecret || ![code, said].some((text) => IS_QUOTED.test(text)))) {
    const status = readStatus(response);
    const what =
      code === "EAUTH" ? "The mail server didn't accept the name and password" : beforeAnswer(said);
    const hint = OTHER_WAY.test(status) ? ". It may want an app password" : "";
    return `${what}${status ? ` (${status})` : ""}${hint}`;
  }
  return credentials()
    .reduce((text, secret) => text.replaceAll(secret, "…"), withoutLinkKeys(said.trim()))
    .replace(AUTH_LINE, "$1…")
    .replace(LONG_WORD, "…");
}

/** The status of an answer; empty if it has none. */
function readStatus(response: string): string {
  return STATUS.exec(response)?.[0].replace("-", " ") ?? "";
}

/** What nodemailer puts before the server's answer. */
function beforeAnswer(said: string): string {
  return said.split(/[.:]/, 1)[0] ?? "";
}

/** The password and the name, as they are sent. */
function credentials(): string[] {
  const { url, auth } = { url: undefined, auth: undefined, ...mailServer() };
  const { username, password } = url
    ? new URL(url)
    : { username: auth?.user ?? "", password: auth?.pass ?? "" };
  const [user, pass] = url
    ? [decodeURIComponent(username), decodeURIComponent(password)]
    : [username, password];
  const sent = [`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString("base64"));
  return pass === "" ? [] : [...sent, pass, password];
}

/** One-click unsubscribing (RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** @throws StartError if it is not a file with a private key */
function readDkimKey(file: string): string {
  try {
    const key = readFileSync(file, "utf8");
    createPrivateKey(key);
    return key;
  } catch {
    throw new StartError(
      `DKIM_KEY_FILE ${file} isn't a private key that can be read. Set it to a PEM file with one, or leave it unset.`,
    );
  }
}
