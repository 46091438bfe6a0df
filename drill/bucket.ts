import { createHash, randomBytes } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { largestFile, pictureFiles } from "../app/pictures/picture";
import { bucketEnvironment, canServeBucket, startSwift } from "../scripts/swift.mjs";
import { notHere, type Outcome } from "./cases";
import { cleanUpWith, newFolder, newVisitor, startSite } from "./site";
import { signIn, uploadPicture } from "./staff";

const PREFIX = "yard/pictures";
const PICTURES_PER_FAULT = 3;
/** A bucket that gave no answer is asked again after five seconds. */
const RECOVERY_MS = 15_000;
const SLOW_MS = 700;

/** What happens to a call. `pass` sends it on: whole, with half of a body, or without its answer. */
type Fault = (call: Call) => void | Promise<void>;
interface Call {
  /** Counts all calls of a fault. */
  number: number;
  request: IncomingMessage;
  response: ServerResponse;
  pass: (how?: { half?: "body" | "answer"; lose?: boolean; headers?: RequestOptions["headers"] }) => void;
}

const FAULTS: Record<string, Fault> = {
  "slow answers": async ({ pass }) => {
    await sleep(SLOW_MS);
    pass();
  },
  "every third answer 500": ({ number, response, pass }) =>
    number % 3 === 0 ? void response.writeHead(500).end() : pass(),
  "only 500s": ({ response }) => void response.writeHead(500).end(),
  "every third connection reset": ({ number, request, pass }) =>
    number % 3 === 0 ? void request.socket.destroy() : pass(),
  "answers lost after the work": ({ number, pass }) => pass({ lose: number % 2 === 0 }),
  "bodies cut in half": ({ number, pass }) => pass(number % 2 === 0 ? { half: "body" } : {}),
  "answers cut in half": ({ pass }) => pass({ half: "answer" }),
  "wrong keys": ({ request, pass }) =>
    pass({
      headers: {
        ...request.headers,
        authorization: request.headers.authorization?.replace(/Signature=\w{4}/, "Signature=0000"),
      },
    }),
  "bucket gone": ({ response }) =>
    void response.writeHead(404).end("<Error><Code>NoSuchBucket</Code></Error>"),
  "no connection": ({ request }) => void request.socket.destroy(),
};

/** Uploads pictures to a site, and looks at one, while its bucket fails in each way and comes back. */
export async function bucketFaults(): Promise<Outcome> {
  if (!canServeBucket()) return notHere("serving a bucket (python3-swift)");
  const swift = await startSwift();
  cleanUpWith(() => swift.server.kill("SIGKILL"));
  const proxy = await startFaultyProxy(Number(new URL(swift.endpoint).port));
  const site = await startSite(newFolder(), bucketEnvironment(`http://127.0.0.1:${proxy.port}`, PREFIX));
  const { token = "" } = await signIn(site.url);
  const upload = async (bytes: Buffer) => {
    const answer = await uploadPicture(site.url, token, bytes);
    return { status: answer.status, ...((await answer.json()) as { public_id?: string; error?: string }) };
  };
  const acknowledged = new Set<string>();
  const shown = await upload(await noise());
  if (!shown.public_id) throw new Error(`A sound bucket answers an upload with ${shown.status}.`);
  acknowledged.add(shown.public_id);
  const shownFile = `${shown.public_id}/${largestFile(shown.public_id)}`;
  const whole = await hashOf(swift, shownFile);

  const seen: string[] = [];
  const problems: string[] = [];
  let slowest = 0;
  for (const [name, fault] of Object.entries(FAULTS)) {
    proxy.set(fault);
    const pictures = await Promise.all(Array.from({ length: PICTURES_PER_FAULT }, noise));
    let isOver = false;
    const visiting = (async () => {
      while (!isOver) {
        const started = performance.now();
        const page = await fetch(`${site.url}/inventory?page=${Math.random()}`, { headers: newVisitor() });
        await page.arrayBuffer();
        slowest = Math.max(slowest, performance.now() - started);
        if (page.status !== 200) problems.push(`${name}: page ${page.status}`);
        const look = await showPicture(`${site.url}/uploads/${shownFile}`);
        if (typeof look === "string" && look !== whole) problems.push(`${name}: a wrong picture was shown`);
        if (typeof look === "number" && look !== 503 && !(look === 404 && name === "bucket gone"))
          problems.push(`${name}: picture ${look}`);
        await sleep(50);
      }
    })();
    const answers = await Promise.all(pictures.map(upload));
    isOver = true;
    await visiting;
    for (const { status, error, public_id } of answers) {
      if (status === 201 && public_id) acknowledged.add(public_id);
      else if (status !== 500 || error !== "Failed to upload image")
        problems.push(`${name}: upload ${status} ${error}`);
    }
    seen.push(`${name} ${answers.filter(({ status }) => status === 201).length} of ${answers.length}`);
    proxy.set(undefined);
    // What failed is sent again, as a person would.
    for (const picture of pictures) {
      const again = await untilStored(() => upload(picture));
      if (again) acknowledged.add(again);
      else problems.push(`${name}: an upload fails afterwards`);
    }
  }
  problems.push(...(await findHalfStored(swift, acknowledged)));
  site.kill("SIGTERM");
  const end = await site.ended;
  proxy.server.close();
  await swift.stop();
  return {
    happened: `stored meanwhile: ${seen.join(", ")}; slowest page ${Math.round(slowest)} ms; ${acknowledged.size} pictures are whole${problems.length > 0 ? `, but ${[...new Set(problems)].join("; ")}` : ""}`,
    ok: problems.length === 0 && end === 0,
  };
}

/** The hash of a picture as a browser gets it whole, the status of another answer, or undefined where it was cut short. */
async function showPicture(url: string): Promise<string | number | undefined> {
  try {
    const answer = await fetch(url, { headers: newVisitor() });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.status === 200 ? sha256(bytes) : answer.status;
  } catch {
    return undefined;
  }
}

async function untilStored(
  upload: () => Promise<{ status: number; public_id?: string }>,
): Promise<string | undefined> {
  for (const end = performance.now() + RECOVERY_MS; performance.now() < end; await sleep(500)) {
    const { status, public_id } = await upload();
    if (status === 201) return public_id;
  }
  return undefined;
}

type Swift = Awaited<ReturnType<typeof startSwift>>;

/** What is wrong in the bucket: an acknowledged picture that is not there, or one that is shown and not whole. */
async function findHalfStored(swift: Swift, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const listed = await swift.client.fetch(`${swift.endpoint}/pictures?list-type=2&prefix=${PREFIX}/`);
  const keys = new Set(
    [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) =>
      key.slice(PREFIX.length + 1),
    ),
  );
  const ids = new Set([...keys].map((key) => key.split("/")[0] ?? "").filter((id) => !id.startsWith(".")));
  const problems = [...acknowledged].filter((id) => !ids.has(id)).map((id) => `${id} is lost`);
  for (const id of ids) {
    if (!keys.has(`${id}/${largestFile(id)}`)) continue;
    for (const file of pictureFiles(id)) {
      const answer = await swift.client.fetch(`${swift.endpoint}/pictures/${PREFIX}/${id}/${file}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isWhole =
        answer.ok &&
        (await sharp(bytes, { failOn: "error" })
          .stats()
          .then(
            () => true,
            () => false,
          ));
      if (!isWhole) problems.push(`${id}/${file} is not whole`);
    }
  }
  return problems;
}

async function hashOf(swift: Swift, key: string): Promise<string> {
  const answer = await swift.client.fetch(`${swift.endpoint}/pictures/${PREFIX}/${key}`);
  return sha256(Buffer.from(await answer.arrayBuffer()));
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A picture that nobody had before. */
function noise(): Promise<Buffer> {
  const [width, height] = [400, 300];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** A proxy in front of a bucket that does what `set` says to each call. */
async function startFaultyProxy(
  port: number,
): Promise<{ port: number; server: Server; set: (fault?: Fault) => void }> {
  let fault: Fault | undefined;
  let number = 0;
  const server = createServer((request, response) => {
    number += 1;
    const pass: Call["pass"] = (how) => passOn({ request, response, port }, how);
    if (fault) void fault({ number, request, response, pass });
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    server,
    set: (next) => {
      fault = next;
      number = 0;
    },
  };
}

function passOn(
  { request, response, port }: { request: IncomingMessage; response: ServerResponse; port: number },
  { half, lose = false, headers = request.headers }: Parameters<Call["pass"]>[0] = {},
): void {
  const { method, url: path } = request;
  // The signature is over the headers as they are, Host too.
  const sent = openRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
    if (lose) {
      answer.resume().once("end", () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (method === "HEAD") return void response.end();
    if (half !== "answer") return void answer.pipe(response);
    response.flushHeaders();
    answer.once("data", (chunk: Buffer) => {
      response.write(chunk.subarray(0, chunk.length / 2), () => request.socket.destroy());
      sent.destroy();
    });
    answer.once("end", () => response.end());
  });
  sent.on("error", () => {
    // Swift answers a HEAD for what is not there with a body.
    if (method !== "HEAD" || !response.headersSent) request.socket.destroy();
  });
  if (half !== "body") return void request.pipe(sent);
  request.once("data", (chunk: Buffer) => {
    sent.write(chunk.subarray(0, chunk.length / 2), () => {
      sent.destroy();
      request.socket.destroy();
    });
  });
  request.once("end", () => sent.end());
}
