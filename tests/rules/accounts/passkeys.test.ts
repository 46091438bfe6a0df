import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Administrator } from "~/accounts/administrator.server";
import { readSecondFactor } from "~/accounts/factor-state.server";
import {
  addPasskey,
  findByPasskey,
  passkeyOptions,
  passkeySignInOptions,
  removePasskey,
} from "~/accounts/passkeys.server";
import { resetSecondFactor } from "~/accounts/second-factor.server";
import { action as signInByForm } from "~/accounts/staff/login";
import { action as enterCode } from "~/accounts/staff/login-code";
import { action as signInByPasskey } from "~/accounts/staff/login-passkey";
import { action } from "~/accounts/staff/passkeys";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { cookiesOf } from "../../support/site";
import { administrator, PASSWORD, sessionOf, signedIn } from "../../support/staff";

vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://yard.example";
  // Mail is queued; nobody is there to take it.
  process.env.SMTP_URL = "smtp://127.0.0.1:1";
  process.env.MAIL_FROM = "office@yard.example";
});

/** What an authenticator and its browser say; each case changes one thing of it. */
interface Saying {
  type?: string;
  origin?: string;
  crossOrigin?: boolean;
  site?: string;
  flags?: number;
  counter?: number;
  signer?: Key;
  /** In CBOR: the format of the attestation, and its statement. */
  attestation?: Buffer;
}
type Key = ReturnType<typeof newKey>;

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];

/** CBOR of `fmt: "none", attStmt: {}`. */
const NO_ATTESTATION = Buffer.from("63666d74646e6f6e656761747453746d74a0", "hex");
/** A certificate that nobody issued. It says that `http://elsewhere.example/list` knows which ones are revoked. */
const CERTIFICATE = Buffer.from(
  [
    "MIIBdzCCAR2gAwIBAgIUS35fnuFAwC+o1dI4VbVz4NTLEZswCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGTm9ib2R5MCAXDTI2MTEyODE1MTkwNV",
    "oYDzIxMjYxMTA0MTUxOTA1WjARMQ8wDQYDVQQDDAZOb2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1D5Hci8jn23NqDOOpaVwEZwh4",
    "Xf0q0OlFehJIZyNu2pBicJJUzApNx7kUiP9wwTTWJ529ZFhqZpsafTmKWNExo1EwTzAuBgNVHR8EJzAlMCOgIaAfhh1odHRwOi8vZWxzZXdoZX",
    "JlLmV4YW1wbGUvbGlzdDAdBgNVHQ4EFgQUaAbDoj71FnfDGJ+sXl2e0YH1MjMwCgYIKoZIzj0EAwIDSAAwRQIhAL1Iq8+4Tv0ky/0KPA/uZ4f0",
    "47QhNMMnCkROH80sqBs9AiBo9Q3WUX8jsvmxZY/M6+v9SL2OuA/euN30mnu7Jo8GLA==",
  ].join(""),
  "base64",
);

const WRONG: [what: string, saying: Saying][] = [
  ["on another site", { origin: "https://evil.example" }],
  ["on another port", { origin: "https://yard.example:8443" }],
  ["without https", { origin: "http://yard.example" }],
  ["in a frame of another site", { crossOrigin: true }],
  ["for another site's name", { site: "evil.example" }],
];

let ann: Administrator;
let key: Key;
beforeAll(() => migrate(engine));
beforeEach(async () => {
  ann = await administrator();
  key = newKey();
});

describe("adding a passkey is refused where it was made", () => {
  it.each([
    ...WRONG,
    ["without a finger, a face or a PIN", { flags: PRESENT | WITH_KEY }],
    ["by an answer to a sign-in", { type: "webauthn.get" }],
  ] satisfies typeof WRONG)("%s", async (_what, saying) => {
    expect(await add(ann, key, saying)).toBeUndefined();
    expect(await signInWith(key)).toBeUndefined();
  });

  it("in a session that was ended meanwhile, as by a reset, or in another's", async () => {
    const [ended, theirs] = [await newSession(ann), await newSession(await administrator())];
    await add(ann, newKey());
    await as({ now: new Date() }, () => resetSecondFactor(ann));
    for (const sessionId of [ended, theirs]) expect(await add(ann, key, {}, sessionId)).toBeUndefined();
    expect(await signInWith(key)).toBeUndefined();
  });

  it("with a certificate, which would have this site ask whatever address it names", async () => {
    const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("offline"));
    // CBOR of {fmt: "apple", attStmt: {x5c: [certificate]}}.
    const attestation = Buffer.concat([
      Buffer.from("63666d74656170706c656761747453746d74a16378356381" + "59", "hex"),
      Buffer.from([CERTIFICATE.length >> 8, CERTIFICATE.length & 255]),
      CERTIFICATE,
    ]);
    expect(await add(ann, key, { attestation })).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(await signInWith(key)).toBeUndefined();
  });

  it("with an id longer than WebAuthn's own limit", async () => {
    for (const [bytes, isAdded] of [
      [1023, true],
      [1024, false],
      [37_600, false],
    ] as const) {
      const long = { ...newKey(), id: randomBytes(bytes) };
      expect((await add(ann, long)) !== undefined, String(bytes)).toBe(isAdded);
    }
    expect(await as({ now: new Date() }, () => resetSecondFactor(ann))).toBe(true);
  });

  it("for another challenge, or on another account already", async () => {
    const challenge = await newChallenge(ann);
    expect(
      await store(ann, { challenge: await newChallenge(ann), response: made(key, challenge) }),
    ).toBeUndefined();
    expect(await add(ann, key)).toHaveLength(10);
    const bob = await administrator();
    expect(await add(bob, key)).toBeUndefined();
    expect((await signInWith(key))?.id).toBe(ann.id);
  });
});

it.each([[["usb", "nfc", "usb", "by mail", 7]], ["usb"], [{}], [null], [undefined]])(
  "a passkey that says how it is reached in its own way, %j, is added",
  async (transports) => {
    const challenge = await newChallenge(ann);
    const response = made(key, challenge);
    Object.assign(response.response, { transports });
    expect(await store(ann, { challenge, response })).toHaveLength(10);
    expect((await signInWith(key))?.id).toBe(ann.id);
  },
);

describe("a passkey signs nobody in where it has answered", () => {
  beforeEach(async () => {
    await add(ann, key);
  });

  it.each([
    ...WRONG,
    ["without a finger, a face or a PIN", { flags: PRESENT }],
    ["as one that is being made", { type: "webauthn.create" }],
    ["by another key under its name", { signer: newKey() }],
  ] satisfies typeof WRONG)("%s", async (_what, saying) => {
    expect(await signInWith(key, saying)).toBeUndefined();
    expect((await signInWith(key))?.id).toBe(ann.id);
  });

  it("another challenge, or as a copy that counts from an earlier number", async () => {
    const challenge = await signInChallenge();
    const other = { challenge: await signInChallenge(), response: answered(key, challenge) };
    expect(await findByPasskey(other, new Date())).toBeUndefined();
    expect((await signInWith(key, { counter: 7 }))?.id).toBe(ann.id);
    expect(await signInWith(key, { counter: 6 })).toBeUndefined();
  });

  it("beside a copy that counts the same, and where it was taken off meanwhile", async () => {
    const both = await Promise.all([signInWith(key, { counter: 7 }), signInWith(key, { counter: 7 })]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [signedIn] = await Promise.all([
      signInWith(key, { counter: 8 }),
      as({ now: new Date() }, () => resetSecondFactor(ann)),
    ]);
    expect(signedIn).toBeUndefined();
  });
});

/** What the form of one's own passkeys answers to JSON, in a signed-in browser. */
async function poster(account: Administrator) {
  const { cookie } = await signedIn(account);
  return async (body: unknown, waiting = "") => {
    const request = new Request("https://yard.example/admin/account/passkeys", {
      method: "POST",
      headers: { Cookie: [cookie, waiting].filter(Boolean).join("; ") },
      body: new URLSearchParams({ json: JSON.stringify(body) }),
    });
    const context = { clientIp: "203.0.113.7", requestId: "test" } as AppLoadContext;
    const answer = await Promise.resolve(action({ request, context, params: {} })).catch(
      (thrown: unknown) => thrown,
    );
    if (!(answer instanceof Response)) throw answer;
    return { status: answer.status, waiting: cookiesOf(answer), ...(await answer.json()) };
  };
}

it.each([
  { password: { toString: 1 } },
  { response: {}, name: { toString: 1 } },
  { response: {}, name: ["Phone"] },
  { password: 7 },
  ["password"],
  null,
  7,
])(
  "the form of one's passkeys answers %j with a sentence, for the page sends nothing like it",
  async (body) => {
    const { status, error } = await (await poster(ann))(body);
    expect([status, error]).toEqual([400, "That isn't what the page sends. Please load it again."]);
  },
);

it("one account is asked for thirty new passkeys an hour, for each is mailed, and another's are not counted with them", async () => {
  const post = await poster(ann);
  for (let asked = 1; asked <= 30; asked++)
    expect([asked, (await post({ password: PASSWORD })).status]).toEqual([asked, 200]);
  const { status, error } = await post({ password: PASSWORD });
  expect([status, error]).toEqual([
    429,
    "Too many requests from your account. Please try again in 60 minutes.",
  ]);
  expect((await (await poster(await administrator()))({ password: PASSWORD })).status).toBe(200);
});

it("the mails about a passkey do not say its name, which may be a text with a link", async () => {
  const email = "eve@elsewhere.example";
  await db.updateTable("administrators").set({ email }).where("id", "=", ann.id).execute();
  const named = { ...ann, email };
  const challenge = await newChallenge(named);
  const name = "Refund waiting: http://evil.example/pay";
  const [sessionId, response] = [await newSession(ann), made(key, challenge)];
  await as({ now: new Date() }, () => addPasskey(named, { name, challenge, response, sessionId }));
  await as({ now: new Date() }, () => removePasskey(named, key.id.toString("base64url")));
  const mails = await db.selectFrom("outbox").select("text").where("to", "=", email).orderBy("id").execute();
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("A passkey was added to your account."),
    expect.stringContaining("A passkey was removed from your account."),
  ]);
  expect(JSON.stringify(mails)).not.toContain("evil");
});

it("a passkey that is asked for beside a code, and closed, leaves the code good for signing in", async () => {
  const codes = await add(ann, key);
  let cookie = "";
  const post = async (act: typeof signInByForm, fields: Record<string, string>) => {
    const request = new Request("https://yard.example/login", {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Cookie: cookie },
    });
    const context = { clientIp: "203.0.113.77", requestId: "r" } as AppLoadContext;
    const answer = (await act({ request, context, params: {} })) as Response;
    cookie = cookiesOf(answer, cookie);
    return answer;
  };
  const waits = await post(signInByForm, { username: ann.username, password: PASSWORD });
  expect(waits.headers.get("Location")).toMatch(/^\/login\/code/);
  expect((await post(signInByPasskey as typeof signInByForm, { json: "{}" })).status).toBe(200);
  const code = Array.isArray(codes) ? (codes[0] ?? "") : "";
  const done = await post(enterCode as typeof signInByForm, { code });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin"]);
});

it("an account has ten passkeys at most, however many were asked for while there were none", async () => {
  const post = await poster(ann);
  const asked = [];
  for (let number = 0; number < 12; number++) asked.push(await post({ password: PASSWORD }));
  const answers = [];
  for (const { options, waiting } of asked)
    answers.push(await post({ response: made(newKey(), options.challenge) }, waiting));
  const full = [409, "Your account has 10 passkeys, which is the most it can have. Remove one first."];
  expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(answers.slice(10).map(({ status, error }) => [status, error])).toEqual([full, full]);
  expect((await readSecondFactor(ann.id)).passkeys).toHaveLength(10);
  const { status, error } = await post({ password: PASSWORD });
  expect([status, error]).toEqual(full);
});

async function add(account: Administrator, added: Key, saying: Saying = {}, sessionId?: string) {
  const challenge = await newChallenge(account);
  return store(account, { challenge, response: made(added, challenge, saying), sessionId });
}

async function store(
  account: Administrator,
  { sessionId, ...answer }: { challenge: string; response: unknown; sessionId?: string | undefined },
) {
  const within = { name: "Phone", sessionId: sessionId ?? (await newSession(account)) };
  return as({ now: new Date() }, () => addPasskey(account, { ...within, ...answer }));
}

async function newSession(account: Administrator): Promise<string> {
  return (await sessionOf(account, new Date())).session.id;
}

async function signInWith(used: Key, saying: Saying = {}) {
  const challenge = await signInChallenge();
  return findByPasskey({ challenge, response: answered(used, challenge, saying) }, new Date());
}

async function newChallenge(account: Administrator): Promise<string> {
  const options = await passkeyOptions(account);
  return typeof options === "object" ? options.challenge : "";
}

async function signInChallenge(): Promise<string> {
  return (await passkeySignInOptions())?.challenge ?? "";
}

/** A key of an authenticator, as WebAuthn names and encodes it. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = [x, y].map((part) => Buffer.from(part, "base64url"));
  // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    point[0] as Buffer,
    Buffer.from("225820", "hex"),
    point[1] as Buffer,
  ]);
  return { privateKey, cose, id: randomBytes(32) };
}

function made(key: Key, challenge: string, saying: Saying = {}) {
  const data = authenticatorData({ flags: PRESENT | VERIFIED | WITH_KEY, ...saying }, key);
  // CBOR of {fmt, attStmt, authData: data}.
  const attestation = Buffer.concat([
    Buffer.from("a3", "hex"),
    saying.attestation ?? NO_ATTESTATION,
    Buffer.from("68617574684461746159", "hex"),
    Buffer.from([data.length >> 8, data.length & 255]),
    data,
  ]);
  return credential(key, {
    clientDataJSON: clientData("webauthn.create", challenge, saying),
    attestationObject: attestation,
  });
}

function answered(key: Key, challenge: string, saying: Saying = {}) {
  const data = authenticatorData({ flags: PRESENT | VERIFIED, ...saying });
  const client = clientData("webauthn.get", challenge, saying);
  const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
  const signature = sign("sha256", signed, (saying.signer ?? key).privateKey);
  return credential(key, { clientDataJSON: client, authenticatorData: data, signature });
}

function credential({ id }: Key, response: Record<string, Buffer>) {
  const encoded = Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]);
  const rawId = id.toString("base64url");
  return {
    id: rawId,
    rawId,
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(encoded),
  };
}

function clientData(type: string, challenge: string, saying: Saying): Buffer {
  const { origin = "https://yard.example", crossOrigin = false } = saying;
  return Buffer.from(JSON.stringify({ type: saying.type ?? type, challenge, origin, crossOrigin }));
}

function authenticatorData({ site = "yard.example", flags = 0, counter = 0 }: Saying, key?: Key): Buffer {
  const name = createHash("sha256").update(site).digest();
  const head = Buffer.concat([name, Buffer.from([flags, 0, 0, 0, counter])]);
  return key
    ? Buffer.concat([
        head,
        Buffer.alloc(16),
        Buffer.from([key.id.length >> 8, key.id.length & 255]),
        key.id,
        key.cose,
      ])
    : head;
}
