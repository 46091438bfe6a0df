import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { runScript, startCommand } from "../../support/command";
import { cookiesOf } from "../../support/site";

const PASSWORD = "correct horse battery";

test("who came in, who did not and who left stands in the log, without a name or a secret", async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "yard-log-"));
  const site = await startCommand({ DATA_DIR, ADMIN_USERNAME: "annlee", ADMIN_PASSWORD: PASSWORD });
  const post = (address: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${site.url}${address}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const signIn = (username: string, password: string) => post("/api/auth/login", { username, password });

  const form = await fetch(`${site.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body: new URLSearchParams({ username: "annlee", password: PASSWORD }),
  });
  await fetch(`${site.url}/logout`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url, Cookie: cookiesOf(form) },
    body: new URLSearchParams(),
  });
  const answer = await signIn("annlee", PASSWORD);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const bearer = { Authorization: `Bearer ${accessToken}` };
  await post("/api/admin/retail-vehicles", {}, bearer);
  await post("/api/auth/logout", {}, bearer);
  await post("/api/admin/retail-vehicles", {}, bearer);
  await post("/api/admin/retail-vehicles", {}, { Authorization: "Bearer forged.to.ken" });
  await signIn("annlee", "guess one");
  for (const guess of ["guess two", "guess three", "guess four", "guess five"]) await signIn("ghost", guess);

  // A request's line comes after its answer: this one waits for the last of the others.
  await fetch(`${site.url}/healthz`);
  const { output } = await site.stop();
  const lines = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const administratorId = lines.find(({ event }) => event === "account-created")?.administratorId;
  expect(administratorId).toEqual(expect.stringMatching(/^\w{26}$/));
  const events = lines.filter(({ event }) => event !== undefined);
  expect(
    events.map(({ event, level, reason, ...line }) => [event, level, line.administratorId, reason]),
  ).toEqual([
    ["account-created", "info", administratorId, undefined],
    ["sign-in", "info", administratorId, undefined],
    ["logout", "info", administratorId, undefined],
    ["sign-in", "info", administratorId, undefined],
    ["staff-change", "info", administratorId, undefined],
    ["logout", "info", administratorId, undefined],
    ["token-rejected", "warn", undefined, "revoked"],
    ["token-rejected", "warn", undefined, "invalid"],
    ["sign-in-failed", "warn", administratorId, undefined],
    ["sign-in-failed", "warn", undefined, undefined],
    ["sign-in-failed", "warn", undefined, undefined],
    ["sign-in-failed", "warn", undefined, undefined],
    ["locked", "warn", undefined, undefined],
    ["sign-in-rejected", "warn", undefined, "locked"],
  ]);
  expect(events.find(({ event }) => event === "locked")).toMatchObject({ minutes: 1 });
  for (const { event, requestId, time } of events) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    if (event === "account-created") continue;
    // The line of the request itself says where.
    expect(lines).toContainEqual(expect.objectContaining({ requestId, path: expect.any(String) }));
  }
  for (const secret of ["annlee", "ghost", "guess", PASSWORD, accessToken]) {
    expect(lines.map((line) => JSON.stringify(line)).join("\n")).not.toContain(secret);
  }
});

test("a password that is easily guessed makes no account, by the start and by the command", async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "yard-easy-"));
  const easy = expect.stringMatching(/That password is too easy to guess/);
  const start = await runScript("scripts/start.mjs", {
    env: { DATA_DIR, PORT: "0", ADMIN_USERNAME: "annlee", ADMIN_PASSWORD: "AnnLee-Password-1" },
  });
  expect([start.code, start.errors]).toEqual([1, easy]);
  const add = await runScript("scripts/staff.mjs", {
    args: ["add", "annlee", "--new"],
    env: { DATA_DIR },
    input: "annleeannlee1",
  });
  expect([add.code, add.errors]).toEqual([1, easy]);
  const list = await runScript("scripts/staff.mjs", { args: ["list"], env: { DATA_DIR } });
  expect(list.output).toMatch(/no account/);
});
