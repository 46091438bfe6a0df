import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { exportJWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { issueToken, verifyToken } from "~/accounts/access-token.server";
import { removeAdministrator } from "~/accounts/administrator.server";
import type { StaffSession } from "~/accounts/session";
import { endSession, extendSession } from "~/accounts/session.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { administrator, sessionOf } from "../../support/staff";

const NOW = new Date("2026-11-21T12:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const INVALID = { ok: false, error: "invalid" };
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

let session: StaffSession;
let username: string;
let key: Buffer;

beforeAll(async () => {
  await migrate(engine);
  const account = await administrator();
  username = account.username;
  ({ session } = await sessionOf(account, NOW));
  // The key as the program derives it, so that each forgery below differs from a good token in one thing.
  const secret = readFileSync(`${process.env.DATA_DIR}/session-secret`, "utf8");
  key = createHmac("sha256", secret).update("access token").digest();
});

interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: Buffer | KeyObject;
}

/** A token made by hand: a good one, but for what is given. */
function forged({ claims = {}, header = {}, key: signedWith = key }: Forgery = {}): Promise<string> {
  const good = { sid: session.id, username, iss: "yard", aud: "yard-api", sub: session.user._id };
  const exp = Math.floor(session.expiresAt.getTime() / 1000);
  return new SignJWT({ ...good, exp, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header })
    .sign(signedWith);
}

function judged(token: string, now = NOW) {
  return verifyToken(bearing(`Bearer ${token}`), now);
}

function bearing(authorization: string): Request {
  return new Request("http://yard.example/api/auth/verify", { headers: { Authorization: authorization } });
}

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a token", () => {
  test("as it is issued opens its session, and one made alike by hand does too", async () => {
    expect(await judged(await issueToken(session, NOW))).toEqual({ ok: true, session });
    expect(await judged(await forged())).toEqual({ ok: true, session });
  });

  test("ends with its session, 1800 seconds ahead", async () => {
    const token = await issueToken(session, NOW);
    const { exp, iat } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect([exp - iat, exp]).toEqual([1800, session.expiresAt.getTime() / 1000]);
    expect(await judged(token, later(1799))).toMatchObject({ ok: true });
    expect(await judged(token, later(1800))).toEqual({ ok: false, error: "expired" });
  });

  test("that was issued before a refresh ends when it said, the one after it later", async () => {
    const opened = await sessionOf(await administrator(), NOW);
    const early = await issueToken(opened.session, NOW);
    const extended = await extendSession(opened.session, later(1200));
    if (!extended) throw new Error("The session was open.");
    const late = await issueToken(extended, later(1200));
    expect(await judged(early, later(1900))).toEqual({ ok: false, error: "expired" });
    expect(await judged(late, later(1900))).toMatchObject({ ok: true });
  });

  test("tells nothing but ids and the name", async () => {
    const payload = JSON.parse(
      Buffer.from((await issueToken(session, NOW)).split(".")[1] ?? "", "base64url").toString(),
    );
    expect(Object.keys(payload).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub", "username"]);
  });

  test("is revoked with its session, by logging out or by the account's removal", async () => {
    const [one, two] = [await administrator(), await administrator()];
    const out = await sessionOf(one, NOW);
    await endSession(out.session.id);
    expect(await judged(await issueToken(out.session, NOW))).toEqual({ ok: false, error: "revoked" });
    const gone = await sessionOf(two, NOW);
    await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator(two.username));
    expect(await judged(await issueToken(gone.session, NOW))).toEqual({ ok: false, error: "revoked" });
  });
});

describe("a forged token is refused", () => {
  test.each<[string, Forgery]>([
    ["signed with another secret", { key: Buffer.alloc(32, 7) }],
    ["signed with HS512 and the right key", { header: { alg: "HS512" } }],
    ["signed with HS384 and the right key", { header: { alg: "HS384" } }],
    ["signed with RS256", { header: { alg: "RS256" }, key: rsa.privateKey }],
    ["of another type", { header: { typ: "JWT" } }],
    ["without a type", { header: { typ: undefined } }],
    ["for another audience", { claims: { aud: "somewhere else" } }],
    ["without an audience", { claims: { aud: undefined } }],
    ["by another issuer", { claims: { iss: "somebody else" } }],
    ["without an end", { claims: { exp: undefined } }],
    ["with an end that is no number", { claims: { exp: "never" } }],
    ["without a subject", { claims: { sub: undefined } }],
    ["without a session", { claims: { sid: undefined } }],
    ["that is not valid yet", { claims: { nbf: Math.floor(NOW.getTime() / 1000) + 60 } }],
    ["with an extension nobody knows", { header: { crit: ["exp"], exp: 1 } }],
  ])("%s", async (_what, forgery) => {
    // What jose itself refuses to sign cannot come from it.
    const token = await forged(forgery).catch(() => unsignable(forgery));
    expect(await judged(token)).toEqual(INVALID);
  });

  test("without a signature: alg none, in any spelling", async () => {
    const [, payload] = (await forged()).split(".");
    for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
      const header = coded({ alg, typ: "at+jwt" });
      expect(await judged(`${header}.${payload}.`)).toEqual(INVALID);
      expect(await judged(`${header}.${payload}.AA`)).toEqual(INVALID);
    }
  });

  test("with a key of its own in the header", async () => {
    const own = { kty: "oct", k: Buffer.alloc(32, 7).toString("base64url") };
    const stolen = await exportJWK(rsa.publicKey);
    for (const header of [
      { jwk: own },
      { jwk: stolen, alg: "RS256" },
      { jku: "http://evil.example/keys" },
      { kid: "../../dev/null" },
    ]) {
      const signedWith = "alg" in header ? rsa.privateKey : Buffer.alloc(32, 7);
      expect(await judged(await forged({ header, key: signedWith }))).toEqual(INVALID);
    }
  });

  test("with the public key of a pair as its secret", async () => {
    const pem = Buffer.from(rsa.publicKey.export({ type: "spki", format: "pem" }));
    expect(await judged(await forged({ key: pem }))).toEqual(INVALID);
  });

  test("changed by one letter, in any part", async () => {
    const parts = (await forged()).split(".");
    for (const position of [0, 1, 2]) {
      const changed = parts.map((part, index) =>
        index === position ? part.slice(0, 9) + (part[9] === "A" ? "B" : "A") + part.slice(10) : part,
      );
      expect(await judged(changed.join("."))).toEqual(INVALID);
    }
  });

  test("for the session of somebody else", async () => {
    const other = await administrator();
    expect(await judged(await forged({ claims: { sub: other.id } }))).toEqual({
      ok: false,
      error: "revoked",
    });
    expect(await judged(await forged({ claims: { sid: "guessed" } }))).toEqual({
      ok: false,
      error: "revoked",
    });
    expect(await judged(await forged({ claims: { sid: { $ne: "" } } }))).toEqual(INVALID_OR_REVOKED);
  });

  test.each([
    ["no token", "Bearer "],
    ["no token at all", "Bearer"],
    ["one part", "Bearer abc"],
    ["two parts", "Bearer a.b"],
    ["four parts", "Bearer a.b.c.d"],
    ["another scheme", "Basic YWRtaW46YWRtaW4="],
    ["rubbish", "Bearer ....."],
  ])("as %s", async (_what, authorization) => {
    expect(await verifyToken(bearing(authorization), NOW)).toEqual(INVALID);
  });

  test("as missing, where the request has none", async () => {
    const request = new Request("http://yard.example/api/auth/verify");
    expect(await verifyToken(request, NOW)).toEqual({ ok: false, error: "missing" });
  });
});

const INVALID_OR_REVOKED = { ok: false, error: expect.stringMatching(/^(invalid|revoked)$/) };

/** Signed by hand with SHA-256 under our key, whatever the header says. */
function unsignable({ header = {}, claims = {} }: Forgery): string {
  const head = coded({ alg: "HS256", typ: "at+jwt", ...header });
  const exp = Math.floor(session.expiresAt.getTime() / 1000);
  const good = { sid: session.id, username, iss: "yard", aud: "yard-api", sub: session.user._id, exp };
  const body = `${head}.${coded({ ...good, ...claims })}`;
  return `${body}.${createHmac("sha256", key).update(body).digest("base64url")}`;
}
