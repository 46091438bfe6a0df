import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createTransport } from "nodemailer";
import { expect, it, onTestFinished, vi } from "vitest";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtps://office%40yard.example:Pass%2Dword%201@127.0.0.1:9";
  process.env.MAIL_FROM = "office@yard.example";
});

const { deliver, toProblem } = await import("~/mail/transport.server");
const { sendTestMail } = await import("~/mail/test.server");

const base64 = (text: string) => Buffer.from(text).toString("base64");
const KEY = "q0qhZrOISDiKphfs0A-otfmPO7K_SYKbHK88VuuycUy";

it.each([
  [
    "the password, as it is sent",
    `Invalid login: 500 5.5.1 Unrecognized: "AUTH PLAIN ${base64("\0office@yard.example\0Pass-word 1")}"`,
    'Invalid login: 500 5.5.1 Unrecognized: "AUTH PLAIN …"',
  ],
  [
    "a part of it",
    `535 5.7.8 unrecognized "AUTH PLAIN ${base64("\0office@yard.example\0Pass-word 1").slice(0, 30)}"`,
    '535 5.7.8 unrecognized "AUTH PLAIN …"',
  ],
  ["the password alone", `500 Unrecognized: ${base64("Pass-word 1")}`, "500 Unrecognized: …"],
  ["the password as it was typed", "535 Pass-word 1 or Pass%2Dword%201 is wrong", "535 … or … is wrong"],
  [
    "the key of a link",
    `550 5.7.1 Blocked URL (https://yard.example/choose-password?key=${KEY})`,
    "550 5.7.1 Blocked URL (https://yard.example/choose-password?key=…",
  ],
  ["the key in another writing", `550 key=3D${KEY} is blocked`, "550 key=… is blocked"],
  [
    "nothing of what a server says itself",
    "451 4.7.1 Greylisted, see https://postgrey.example/help/yard.example.html (mail-io1-f42.google.com)",
    "451 4.7.1 Greylisted, see https://postgrey.example/help/yard.example.html (mail-io1-f42.google.com)",
  ],
])("staff read what was wrong without %s", (_what, said, shown) => {
  expect(toProblem(new Error(said))).toBe(shown);
});

/** What a server says to a password, as nodemailer throws it. */
const refusal = (response: string, [what, code] = ["Invalid login", "EAUTH"]) =>
  Object.assign(new Error(`${what}: ${response}`), { code, response });

it.each([
  ["folded", `535-5.7.8 ${base64("Pass-word 1").slice(0, 8)}\n535 5.7.8 ${base64("Pass-word 1").slice(8)}`],
  ["cut off", `535 5.7.8 Error: authentication failed: "${base64("Pass-word 1").slice(0, 9)}..."`],
  ["in pieces", `535 5.7.8 ${base64("Pass-word 1").replace(/(.{4})/g, "$1 ")}`],
])("a password that comes back %s is not shown", (_how, response) => {
  expect(toProblem(refusal(response))).toBe(
    "The mail server didn't accept the name and password (535 5.7.8)",
  );
});

it("what a server says to a password is its status, and what an owner can do", () => {
  expect(toProblem(refusal("534-5.7.9 Application-specific password required\n534 5.7.9 https://…"))).toBe(
    "The mail server didn't accept the name and password (534 5.7.9). It may want an app password",
  );
  expect(
    toProblem(refusal("421 4.7.0 UGFzcy13b3Jk", ["Connection closed unexpectedly", "ECONNECTION"])),
  ).toBe("Connection closed unexpectedly (421 4.7.0)");
  expect(
    toProblem(
      refusal("550 5.1.1 No such user", ["Can't send mail - all recipients were rejected", "EENVELOPE"]),
    ),
  ).toBe("Can't send mail - all recipients were rejected: 550 5.1.1 No such user");
  const greeting = "Invalid greeting. response=554 5.7.1 Your network is on a block list";
  expect(toProblem(refusal("554 5.7.1 Your network is on a block list", [greeting, "EPROTOCOL"]))).toContain(
    "on a block list",
  );
});

it("of a message that opens an account nobody reads a word of what the server repeats", () => {
  const folded = `550 5.7.1 Blocked: key=\n${KEY.slice(0, 20)}\n${KEY.slice(20)}`;
  const refused = refusal(folded, ["Message failed", "EMESSAGE"]);
  expect(toProblem(refused, { isSecret: true })).toBe("Message failed (550 5.7.1)");
  expect(toProblem(refused)).toContain("Blocked");
});

const MAIL = { messageId: "<1@yard.example>", to: "ann@example.com", replyTo: null, subject: "A", text: "B" };

/** What is said of a server that greets so, or not at all, and answers each line. */
async function saidOf(
  greeting: string,
  {
    timeoutMs = 20_000,
    reply = () => "",
    ...options
  }: {
    secure: boolean;
    auth?: { user: string; pass: string };
    timeoutMs?: number;
    reply?: (line: string) => string;
  },
): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    socket.write(greeting);
    createInterface(socket).on("line", (line) => socket.write(reply(line)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const transport = createTransport({ host: "127.0.0.1", port, ...options });
  const mail = { ...MAIL, html: "", unsubscribeUrl: null };
  return deliver(transport, mail, { timeoutMs }).catch(toProblem);
}

it("a server that isn't there, doesn't answer or wants other encryption gets plain words beside its own", async () => {
  expect(await sendTestMail("ann@example.com")).toEqual({
    ok: false,
    problem:
      "Nothing takes mail at that server and port. Check both: the port is usually 465 or 587. (connect ECONNREFUSED 127.0.0.1:9)",
  });
  expect(await saidOf("", { secure: false, timeoutMs: 200 })).toMatch(
    /^The server didn't answer in time\. Check its name and port: .* \(.*aborted.*\)$/,
  );
  expect(await saidOf("220 plain.example\r\n", { secure: true })).toMatch(
    /^The server wants another kind of encryption on that port\. Try port 465, or 587\. \(.*\)$/,
  );
});

it.each([
  ["EDNS", "getaddrinfo ENOTFOUND smtp.exmple.com", "There is no server with that name. Check the spelling."],
  ["EDNS", "getaddrinfo EAI_AGAIN smtp.example.com", "The server's name couldn't be looked up."],
  ["ETIMEDOUT", "Greeting never received", "The server didn't answer in time."],
  ["ESOCKET", "self-signed certificate", "The server's certificate isn't one that can be trusted."],
  ["ESOCKET", "Hostname/IP does not match certificate's altnames: …", "The server's certificate isn't one"],
])("%s, %s: %s", (code, said, advice) => {
  const problem = toProblem(Object.assign(new Error(said), { code }));
  expect(problem.startsWith(advice)).toBe(true);
  expect(problem.endsWith(`(${said})`)).toBe(true);
});

it("a server that refuses to encrypt gets them too, and what a server says of another matter none", () => {
  expect(toProblem(refusal("500 5.5.1 Not here", ["Error upgrading connection with STARTTLS", "ETLS"]))).toBe(
    "The server wants another kind of encryption on that port. Try port 465, or 587. (Error upgrading connection with STARTTLS (500 5.5.1))",
  );
  expect(toProblem(refusal("450 4.4.1 ETIMEDOUT", ["Message failed", "EMESSAGE"]))).toBe(
    "Message failed: 450 4.4.1 ETIMEDOUT",
  );
});

it("a server that repeats what signed in as it takes the message is quoted with its status alone", async () => {
  let signedInWith = "";
  const reply = (line: string) => {
    const [verb = ""] = line.split(" ");
    if (verb === "EHLO") return "250-repeats.example\r\n250 AUTH PLAIN\r\n";
    if (verb === "AUTH") {
      signedInWith = line;
      return "235 2.7.0 Welcome\r\n";
    }
    if (verb === "DATA") return "354 Go on\r\n";
    if (line === ".") return `250-2.0.0 Queued\r\n250 2.0.0 by ${signedInWith}\r\n`;
    return ["MAIL", "RCPT"].includes(verb) ? "250 2.1.0 Yes\r\n" : "";
  };
  const auth = { user: "office@yard.example", pass: "Pass-word 1" };
  expect(await saidOf("220 repeats.example\r\n", { secure: false, auth, reply })).toBe("250 2.0.0");
  expect(signedInWith).toContain(base64("\0office@yard.example\0Pass-word 1"));
});
