import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A message as it arrived. */
export interface ReceivedMail {
  /** The address of the envelope. */
  to: string;
  raw: string;
  /** A header, unfolded, by its name in lowercase. */
  header(name: string): string | undefined;
  text: string;
  html: string;
}

/** A mail server on this machine. */
export interface TestMailServer {
  url: string;
  /** What it has accepted, in order. */
  mails: ReceivedMail[];
  /** How it answers the next messages, one after another: a status code of SMTP, or undefined to accept. */
  answers: (number | undefined)[];
  /** Runs after a message has arrived and before the answer. */
  onMail: (mail: ReceivedMail) => Promise<void>;
  /** Closes its port. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  start(): Promise<void>;
}

/** A mail server that listens, on a port of its own. */
export async function startMailServer(): Promise<TestMailServer> {
  let running: SMTPServer | undefined;
  let port = 0;
  const server: TestMailServer = {
    url: "",
    mails: [],
    answers: [],
    onMail: async () => {},
    start: () =>
      new Promise((resolve) => {
        running = createServer(server);
        const listening = running.listen(port, "127.0.0.1", () => {
          ({ port } = listening.address() as AddressInfo);
          server.url = `smtp://127.0.0.1:${port}`;
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        if (running) running.close(() => resolve());
        else resolve();
        running = undefined;
      }),
  };
  await server.start();
  return server;
}

function createServer(server: TestMailServer): SMTPServer {
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        const mail = receivedMail(to, Buffer.concat(chunks).toString("latin1"));
        const responseCode = server.answers.shift();
        if (responseCode) return done(Object.assign(new Error("No, thank you"), { responseCode }));
        server.mails.push(mail);
        await server.onMail(mail);
        done();
      });
    },
  });
  // A sender that is killed resets its connection.
  smtp.on("error", () => {});
  return smtp;
}

function receivedMail(to: string, raw: string): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  // A message of one part has no boundary.
  const parts =
    boundary === undefined
      ? [{ headers, body }]
      : body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, "")));
  const partOf = (type: string) => {
    const found = parts.find((part) => part.headers.get("content-type")?.startsWith(type));
    return found ? decode(found) : "";
  };
  return {
    to,
    raw,
    header: (name) => headers.get(name),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function split(raw: string): Part {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line): [string, string] => {
      const [name = "", ...value] = line.split(":");
      return [name.toLowerCase(), value.join(":").trim()];
    });
  return { headers: new Map(lines), body: rest.join("\r\n\r\n") };
}

function decode({ headers, body }: Part): string {
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return lines(Buffer.from(body, "base64"));
  if (encoding !== "quoted-printable") return lines(Buffer.from(body, "latin1"));
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_coded, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return lines(Buffer.from(bytes, "latin1"));
}

function lines(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\r\n", "\n");
}
