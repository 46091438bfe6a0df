import { request } from "node:http";

/** What Chrome sends, so that each answer comes as it comes to a browser. */
export const BROWSER_ENCODINGS = "gzip, deflate, br, zstd";

/** Node writes these itself, whoever answers. */
const BY_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length"]);

const WARM_UP_ASKS = 4;
const WARM_UP_PAUSE_MS = 200;

/** One answer, as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** An answer of the site, to be given by others too. */
export interface Captured {
  path: string;
  status: number;
  headers: Record<string, string | string[]>;
  /** In base64, since it goes to the other servers as JSON. */
  body: string;
  /** Names of headers that the site makes anew for each answer. */
  anew: string[];
  /** True where the body is another each time. */
  bodyVaries: boolean;
}

/** Asks the site until its memory is warm, then takes down what it answers, and what of it changes from time to time. */
export async function capture(site: string, path: string): Promise<Captured> {
  // It packs what it is asked for a second time, beside answering.
  for (let asked = 0; asked < WARM_UP_ASKS; asked += 1) {
    await ask(site, path);
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_PAUSE_MS));
  }
  const first = await ask(site, path);
  const again = await ask(site, path);
  if (first.status !== 200) throw new Error(`${path} was answered with ${first.status}`);
  const headers = withoutNodes(first.headers);
  const anew = Object.keys(headers).filter(
    (name) => JSON.stringify(headers[name]) !== JSON.stringify(again.headers[name]),
  );
  return {
    path,
    status: first.status,
    headers,
    body: first.body.toString("base64"),
    anew,
    bodyVaries: !first.body.equals(again.body),
  };
}

/** Fails where a server does not answer with what was captured: only what is made anew may differ, in its value. */
export async function expectSameAnswer(server: string, captured: Captured): Promise<void> {
  const answer = await ask(server, captured.path);
  const headers = withoutNodes(answer.headers);
  const comparable = (all: Record<string, unknown>) =>
    JSON.stringify(
      Object.entries(all)
        .map(([name, value]) => [name, captured.anew.includes(name) ? "anew" : value])
        .sort(),
    );
  const same =
    answer.status === captured.status &&
    comparable(headers) === comparable(captured.headers) &&
    answer.body.equals(Buffer.from(captured.body, "base64"));
  if (!same) {
    throw new Error(
      `${server}${captured.path} sends other bytes than the site:\n${comparable(headers)}\n${comparable(captured.headers)}`,
    );
  }
}

/** A request whose body stays as it came: `fetch` would unpack it. */
export function ask(server: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      server + path,
      { headers: { "Accept-Encoding": BROWSER_ENCODINGS, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as RawAnswer["headers"],
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}

function withoutNodes(headers: RawAnswer["headers"]): RawAnswer["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !BY_NODE.has(name)));
}
