import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readStoredSecret } from "~/http/stored-secret.server";
import { StartError } from "~/values/start-error";

const secretFile = () => path.join(mkdtempSync(path.join(tmpdir(), "yard-secret-")), "session-secret");

test("the first start writes a key for its owner's eyes, leaves nothing beside it, and the next start reads it", () => {
  const file = secretFile();
  const secret = readStoredSecret(file);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(file, "utf8")).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(["session-secret"]);
  expect(readStoredSecret(file)).toBe(secret);
});

test("a file that is too large for a key is refused in one sentence, and is left as it is", () => {
  const file = secretFile();
  writeFileSync(file, "x".repeat(16_001));
  expect(() => readStoredSecret(file)).toThrow(StartError);
  expect(() => readStoredSecret(file)).toThrow(
    /^The file \S+session-secret is larger than 16 KB[^\n]+delete it/,
  );
  expect(statSync(file).size).toBe(16_001);
});

test.each([
  ["empty, as after a power cut", ""],
  ["cut short", "x".repeat(31)],
  ["nothing but spaces", " ".repeat(40)],
])(
  "a key that is %s is refused in one sentence that says what to do, and is left as it is",
  (_what, content) => {
    const file = secretFile();
    writeFileSync(file, content);
    expect(() => readStoredSecret(file)).toThrow(StartError);
    expect(() => readStoredSecret(file)).toThrow(
      /^The file \S+session-secret is shorter than 32 characters[^\n]+Delete it/,
    );
    expect(readFileSync(file, "utf8")).toBe(content);
  },
);
