import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "../../support/command";
import { startMailServer, type TestMailServer } from "../../support/smtp";

let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const mailTest = (args: string[], env: Record<string, string> = {}) =>
  runScript("scripts/mail-test.mjs", { args, env });
const mailOn = (env = {}) => ({ SMTP_URL: server.url, MAIL_FROM: "office@yard.example", ...env });

test("mail:test sends one message, signed if there is a key, and prints what the server answered", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-dkim-")), "mail.pem");
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
  const { code, output } = await mailTest(
    ["ann@example.com"],
    mailOn({ DKIM_KEY_FILE: file, DKIM_SELECTOR: "spring" }),
  );
  expect(output).toMatch(/^Sent to ann@example\.com\. The server answered: 250\n$/);
  expect(code).toBe(0);
  expect(server.mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
  const signature = server.mails[0]?.header("dkim-signature");
  expect(signature).toContain("d=yard.example;");
  expect(signature).toContain("s=spring;");
});

test("mail:test says in one sentence why it could not send", async () => {
  server.answers = [550];
  const rejected = await mailTest(["ann@example.com"], mailOn());
  expect(rejected.code).toBe(1);
  expect(rejected.errors).toMatch(/^Not sent to ann@example\.com: .*550 No, thank you\n$/);

  const off = await mailTest(["ann@example.com"]);
  expect([off.code, off.errors]).toEqual([
    1,
    "Email is off: enter a mail server in Settings, under Email, or set SMTP_URL and MAIL_FROM.\n",
  ]);

  const usage = await mailTest(["ann"], mailOn());
  expect([usage.code, usage.errors]).toEqual([2, expect.stringMatching(/^npm run mail:test -- <address> /)]);

  const noKey = await mailTest(["ann@example.com"], mailOn({ DKIM_KEY_FILE: "/no.pem", DKIM_SELECTOR: "a" }));
  expect(noKey.code).toBe(1);
  expect(noKey.errors).toMatch(/^DKIM_KEY_FILE \/no\.pem isn't a private key that can be read\. [^\n]+\n$/);
});

test("what a mail server says moves no cursor and hides nothing in the terminal", async () => {
  const forging = createServer((socket) =>
    socket.on("error", () => {}).end("554 No \u001b[2J\u001b]0;sent\u0007\u009b31m\r\n"),
  );
  await new Promise<void>((resolve) => forging.listen(0, "127.0.0.1", resolve));
  const { port } = forging.address() as AddressInfo;
  const { code, errors } = await mailTest(
    ["ann@example.com"],
    mailOn({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
  );
  forging.close();
  expect([code, errors]).toEqual([
    1,
    expect.stringContaining("554 No \\u001b[2J\\u001b]0;sent\\u0007\\u009b31m\n"),
  ]);
});
