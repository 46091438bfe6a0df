import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { startJobs } from "~/jobs.server";
import { deleteOldMail, onMailQueued, queueMail, sendAgain } from "~/mail/outbox.server";
import { sendDueMail } from "~/mail/send.server";

const MAIL_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  return started;
});

const NOW = new Date("2026-03-02T15:04:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
  server.mails.length = 0;
  server.answers = [];
  server.onMail = async () => {};
});
afterAll(() => server.stop());

test("a message goes out once, with both parts and the headers that belong", async () => {
  await queue("one");
  await sendDueMail(NOW);
  await sendDueMail(after(HOUR));
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail?.to).toBe("ann@example.com");
  expect(mail?.header("from")).toBe("Millbrook Auto Recyclers <office@yard.example>");
  expect(mail?.header("reply-to")).toBe("bob@example.com");
  expect(mail?.header("message-id")).toMatch(/^<[\w-]+@yard\.example>$/);
  expect(mail?.header("auto-submitted")).toBe("auto-generated");
  expect(mail?.text).toBe("Text of one\n");
  expect(mail?.html).toBe("<p>Text of one</p>\n");
  expect(await stored()).toEqual([{ status: "sent", attempts: 1, lastError: null }]);
});

test("a message is queued only if what it is about is stored", async () => {
  const broken = transaction(async () => {
    await queue("lost");
    throw new Error("The request could not be stored.");
  });
  await expect(broken).rejects.toThrow();
  expect(await stored()).toEqual([]);
});

test("after a day without a server everything is delivered, in order and once", async () => {
  await server.stop();
  for (let minute = 0; minute < 24 * 60; minute += 20) {
    if (minute % 120 === 0) await queue(`mail ${minute / 120}`, { now: after(minute * MINUTE) });
    await sendDueMail(after(minute * MINUTE));
  }
  expect((await stored()).every(({ status }) => status === "waiting")).toBe(true);
  await server.start();
  // Most of the others would not be due for hours.
  await queue("mail 12", { now: after(24 * HOUR) });
  await sendDueMail(after(24 * HOUR));
  await sendDueMail(after(48 * HOUR));
  expect(server.mails.map(({ text }) => text)).toEqual(
    Array.from({ length: 13 }, (_, number) => `Text of mail ${number}\n`),
  );
});

test("what an account waits for, such as a password link, goes out before messages that were queued earlier", async () => {
  await queue("one");
  await queue("two", { now: after(1) });
  await queue("link", { now: after(2), cause: { kind: "account", id: "01JABCDEFGHJKMNPQRSTVWXYZ1" } });
  await sendDueMail(after(HOUR));
  expect(server.mails.map(({ text }) => text)).toEqual(["Text of link\n", "Text of one\n", "Text of two\n"]);
});

test("attempts come after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours, with one Message-ID, and then the message has failed", async () => {
  await queue("unlucky");
  const ids = new Set<string>();
  let time = 0;
  for (const wait of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]) {
    server.answers = [451];
    // A second too early nothing happens; the clock of a run goes on while it works.
    if (wait > 0) await sendDueMail(after(time + wait - 1000));
    expect(server.answers).toHaveLength(1);
    time += wait + 5000;
    await sendDueMail(after(time));
    expect(server.answers).toHaveLength(0);
    ids.add(await messageId());
  }
  expect(ids.size).toBe(1);
  expect(await stored()).toEqual([
    { status: "failed", attempts: 8, lastError: expect.stringContaining("451 No, thank you") },
  ]);
});

test("a message waits no longer than its own delay after the clock was set back", async () => {
  const tomorrow = after(24 * HOUR);
  await queue("one", { now: tomorrow });
  server.answers = [451];
  await sendDueMail(tomorrow);
  await queue("two", { now: tomorrow });
  server.answers = [451];
  await sendDueMail(NOW);
  await sendDueMail(after(MINUTE - 1000));
  expect(server.mails.map(({ text }) => text)).toEqual(["Text of two\n"]);
  await sendDueMail(after(5 * MINUTE + 5000));
  expect(server.mails.map(({ text }) => text)).toEqual(["Text of two\n", "Text of one\n"]);
});

test("a message goes out once where two processes read the clock a moment apart", async () => {
  await queue("once");
  await Promise.all([sendDueMail(after(1000)), sendDueMail(NOW)]);
  expect(server.mails.map(({ text }) => text)).toEqual(["Text of once\n"]);
});

test("a message that is turned away for now goes out a minute later, with the same Message-ID", async () => {
  await queue("patient");
  server.answers = [451];
  await sendDueMail(NOW);
  const before = await messageId();
  await sendDueMail(after(2 * MINUTE));
  expect(server.mails.map((mail) => mail.header("message-id"))).toEqual([before]);
});

test("a message that is turned away for good stops at once, holds up no other, and can be sent again", async () => {
  await queue("unwanted");
  await queue("wanted");
  server.answers = [550];
  await sendDueMail(NOW);
  expect(server.mails.map(({ text }) => text)).toEqual(["Text of wanted\n"]);
  expect(await stored()).toEqual([
    { status: "failed", attempts: 1, lastError: expect.stringContaining("550 No, thank you") },
    { status: "sent", attempts: 1, lastError: null },
  ]);
  const { messageId } = await db
    .selectFrom("outbox")
    .select("messageId")
    .where("status", "=", "failed")
    .executeTakeFirstOrThrow();
  expect(await sendAgain(messageId, "owner", after(MINUTE))).toBe(true);
  await sendDueMail(after(MINUTE));
  expect(server.mails).toHaveLength(2);
  expect(await sendAgain(messageId, "owner", after(MINUTE))).toBe(false);
});

test("two processes at once send each message once", async () => {
  for (let number = 0; number < 10; number += 1) await queue(`mail ${number}`);
  await Promise.all([sendDueMail(NOW), sendDueMail(NOW), sendDueMail(NOW)]);
  expect(server.mails.map(({ text }) => text).sort()).toEqual(
    Array.from({ length: 10 }, (_, number) => `Text of mail ${number}\n`),
  );
});

test("a process that dies between sending and noting it leaves a message that goes out once more, with the same Message-ID", async () => {
  await queue("twice");
  // The row as it was while the first process was sending, which is what is left of it after a kill.
  let leftBehind: Record<string, unknown> = {};
  server.onMail = async () => {
    leftBehind = await db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  };
  await sendDueMail(NOW);
  await db.updateTable("outbox").set(leftBehind).execute();
  await sendDueMail(after(MINUTE));
  expect(server.mails).toHaveLength(1);
  await sendDueMail(after(HOUR));
  await sendDueMail(after(2 * HOUR));
  const ids = server.mails.map((mail) => mail.header("message-id"));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test("no address or subject adds a header, whatever is in it", async () => {
  await queue("sly", {
    to: "ann@example.com\r\nBcc: eve@example.com",
    replyTo: "bob@example.com\r\nBcc: eve@example.com",
    subject: "Hello\r\nBcc: eve@example.com\r\n\r\nA body",
  });
  await sendDueMail(NOW);
  for (const { raw, to } of server.mails) {
    expect(raw).not.toMatch(/^(bcc|a body)/im);
    expect(to).not.toBe("eve@example.com");
  }
});

test("no line is longer than a mail server takes, and every script arrives as written", async () => {
  const name = "Ñandú 李小龍 Владимир عبد الله 🚗";
  await queue("long", { subject: `For ${name}`, text: `${name} ${"x".repeat(5000)}` });
  await sendDueMail(NOW);
  const [mail] = server.mails;
  expect(Math.max(...(mail?.raw ?? "").split("\r\n").map((line) => line.length))).toBeLessThan(998);
  expect(mail?.text).toContain(name);
  expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
});

test("the job sends what was queued, without a wait for its next interval", async () => {
  const stop = startJobs([
    { name: "send mail", everyMs: HOUR, run: () => sendDueMail(NOW), alsoWhen: onMailQueued },
  ]);
  try {
    await queue("at once");
    await vi.waitFor(() => expect(server.mails).toHaveLength(1), { timeout: 10_000 });
  } finally {
    stop();
  }
});

test("a message is deleted after 90 days", async () => {
  await queue("old");
  await queue("young", { now: after(1000) });
  await deleteOldMail(after(MAIL_LIFETIME_MS));
  expect(await db.selectFrom("outbox").select("text").execute()).toEqual([{ text: "Text of young" }]);
});

function after(milliseconds: number): Date {
  return new Date(NOW.getTime() + milliseconds);
}

async function queue(
  name: string,
  { now = NOW, ...fields }: Partial<Parameters<typeof queueMail>[0] & { now: Date }> = {},
): Promise<void> {
  await queueMail(
    {
      to: "ann@example.com",
      replyTo: "bob@example.com",
      subject: `Subject of ${name}`,
      text: `Text of ${name}`,
      html: `<p>Text of ${name}</p>`,
      cause: { kind: "partRequest", id: "01JABCDEFGHJKMNPQRSTVWXYZ0" },
      ...fields,
    },
    now,
  );
}

function stored() {
  return db.selectFrom("outbox").select(["status", "attempts", "lastError"]).orderBy("id").execute();
}

async function messageId(): Promise<string> {
  return (await db.selectFrom("outbox").select("messageId").executeTakeFirstOrThrow()).messageId;
}
