import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { queueMail } from "~/mail/outbox.server";
import { sendDueMail } from "~/mail/send.server";

const server = await vi.hoisted(async () => {
  const { generateKeyPairSync } = await import("node:crypto");
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const file = `${mkdtempSync(`${tmpdir()}/yard-dkim-`)}/mail.pem`;
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.DKIM_KEY_FILE = file;
  process.env.DKIM_SELECTOR = "spring";
  return started;
});

const NOW = new Date("2026-03-02T15:04:00Z");

beforeAll(async () => {
  await migrate(engine);
});
afterAll(async () => {
  rmSync(path.dirname(process.env.DKIM_KEY_FILE ?? ""), { recursive: true });
  await server.stop();
});

test("mail with an end has the headers of one click, and they are signed", async () => {
  await queue("https://yard.example/your-alert?key=a.b");
  await queue(undefined);
  await sendDueMail(NOW);
  const [withEnd, without] = server.mails;
  expect(withEnd?.header("list-unsubscribe")).toBe("<https://yard.example/your-alert?key=a.b>");
  expect(withEnd?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const signed = /\bh=([\w:\s-]+);/.exec(withEnd?.header("dkim-signature") ?? "")?.[1]?.replace(/\s/g, "");
  expect(signed?.split(":")).toEqual(
    expect.arrayContaining(["from", "subject", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  expect(without?.header("list-unsubscribe")).toBeUndefined();
});

function queue(unsubscribeUrl: string | undefined): Promise<void> {
  const message = { subject: "Hello", text: "Hello.", html: "<p>Hello.</p>", to: "ann@example.com" };
  const cause = { kind: "arrivalAlert", id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" } as const;
  return queueMail({ ...message, unsubscribeUrl, cause }, NOW);
}
