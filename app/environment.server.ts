import path from "node:path";
import { z } from "zod";
import { newPasswordSchema, storedUsernameSchema } from "./accounts/administrator";
import { uploadsUrlSchema } from "./pictures/uploads-url";
import { firstIssueMessage, StartError } from "./values/start-error";

const folder = z
  .string()
  .min(1)
  .transform((value) => path.resolve(value));
const email = z.email("must be an email address such as office@example.com");
const emails = z
  .string()
  .transform((list) => list.split(",").map((address) => address.trim()))
  .pipe(z.array(z.email("must be email addresses with commas between them")))
  .default([]);
/** Of the key that signs cookies and tokens: anyone could guess a shorter one. */
export const MIN_SECRET_LENGTH = 32;

/** It is sent in a header: what doesn't belong in one would fail with each picture. */
const bucketKey = z
  .string()
  .regex(/^[!-~]+$/, "must be one line of letters, digits and signs, without spaces and line breaks");

const flag = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");

/** The address of a PostgreSQL database. */
export const databaseUrlSchema = z
  .string()
  .refine(isPostgresUrl, "must be a database such as postgres://user:password@db.example.com/yard");

export const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65535, "must be a port number")
    .default(3000),
  HOST: z.string().min(1).optional(),
  /** Set by systemd where it hands over a listening socket. */
  LISTEN_PID: z.string().optional(),
  LISTEN_FDS: z.string().optional(),
  /** Set by a process of the site for the one that it starts after a restore: its own id. */
  STARTED_BY: z.string().optional(),
  DATA_DIR: folder.default(path.resolve("data")),
  UPLOADS_DIR: folder.default(path.resolve("uploads")),
  /** A PostgreSQL database instead of SQLite in DATA_DIR (docs/decisions/database.md). */
  DATABASE_URL: databaseUrlSchema.optional(),
  /** Object storage for the pictures in place of UPLOADS_DIR, and its keys (docs/decisions/pictures.md). */
  UPLOADS_URL: uploadsUrlSchema.optional(),
  AWS_ACCESS_KEY_ID: bucketKey.optional(),
  AWS_SECRET_ACCESS_KEY: bucketKey.optional(),
  AWS_SESSION_TOKEN: bucketKey.optional(),
  BUSINESS_FILE: folder.default(path.resolve("business.json")),
  /** What is usually sold from a car, by its body (app/parts/teardown-list.server.ts). */
  TEARDOWN_FILE: folder.default(path.resolve("teardown.json")),
  BACKUP_DIR: folder.optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a number of days")
    .transform(Number)
    .default(14),
  BACKUP_HOOK: z.string().optional(),
  /** A release is tried with a copy of the data, from which no mail and no backup may leave (scripts/update.mjs). */
  TRIAL: flag.default(false),
  /** The example's business is meant: the demo's, and the tests'. */
  EXAMPLE_SITE: flag.default(false),
  SESSION_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters long`)
    .optional(),
  ADMIN_USERNAME: storedUsernameSchema.optional(),
  ADMIN_PASSWORD: newPasswordSchema.optional(),
  PUBLIC_URL: z
    .string()
    .refine(isSiteUrl, "must be an address without a path, such as https://www.example.com")
    .transform((value) => new URL(value).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^\d{1,2}$/, "must be the number of proxies in front")
    .transform(Number)
    .default(0),
  VIN_ONLINE: flag.default(false),
  /** The mail server; without it no mail is queued (docs/decisions/mail.md). */
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "must be a mail server such as smtps://user:password@smtp.example.com")
    .optional(),
  MAIL_FROM: email.optional(),
  NOTIFY_EMAIL: emails,
  /** The mailboxes of lead systems, which read ADF (docs/decisions/mail.md). */
  ADF_EMAIL: emails,
  DKIM_KEY_FILE: folder.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "must be the name before ._domainkey in DNS, such as mail")
    .optional(),
});

const environmentSchema = variables.superRefine((environment, context) => {
  for (const [name, needed] of [
    ["SMTP_URL", "MAIL_FROM"],
    ["UPLOADS_URL", "AWS_ACCESS_KEY_ID"],
    ["UPLOADS_URL", "AWS_SECRET_ACCESS_KEY"],
    ["DKIM_KEY_FILE", "DKIM_SELECTOR"],
    ["DKIM_SELECTOR", "DKIM_KEY_FILE"],
  ] as const) {
    if (environment[name] === undefined || environment[needed] !== undefined) continue;
    context.addIssue({ code: "custom", path: [needed], message: `must be set too, because ${name} is` });
  }
  if (environment.DATABASE_URL !== undefined && environment.BACKUP_DIR !== undefined) {
    const message =
      "must not be set with DATABASE_URL: PostgreSQL is backed up with its own tools, such as pg_dump";
    context.addIssue({ code: "custom", path: ["BACKUP_DIR"], message });
  }
});

/** The parsed environment. */
type Config = z.infer<typeof environmentSchema>;

/**
 * Parses the environment variables. An empty value counts as not set.
 * @throws StartError naming the first invalid variable
 */
export function parseEnvironment(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // An item of a list is named by its variable.
  const issues = issue ? [{ ...issue, path: issue.path.slice(0, 1) }] : [];
  throw new StartError(firstIssueMessage("Environment", { issues }));
}

function isSiteUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === "/" && !search && !hash && !username;
}

function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname } = new URL(value);
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1;
}

function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return /^smtps?:$/.test(protocol) && hostname !== "" && isEscaped(username) && isEscaped(password);
}

/** A `%` that begins no escape is `%25` in a URL. */
function isEscaped(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}
