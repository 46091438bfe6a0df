import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll } from "vitest";
import { canServeBucket, PYTHON, SWIFT } from "../../scripts/swift.mjs";

const ACCESS_KEY = "test:yard";
const SECRET_KEY = "a-secret-of-tests";

/** A bucket of OpenStack Swift's, for one test file. */
export interface TestBucket {
  /** `UPLOADS_URL` and the keys. */
  env: { UPLOADS_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Where the server listens. */
  endpoint: string;
  /** The keys of all objects below the prefix of UPLOADS_URL, without it. */
  keys(): Promise<string[]>;
  /** Sends a signed call to a key. */
  send(key: string, init?: RequestInit): Promise<Response>;
  /** Stops answering, with the connections open, until `resume`. */
  pause(): void;
  resume(): void;
}

/** Starts Swift with an empty bucket; undefined if it is not installed. It stops with the test file. */
export async function startBucket(prefix = "yard/pictures"): Promise<TestBucket | undefined> {
  if (!canServeBucket()) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "yard-bucket-"));
  const server = spawn(PYTHON, [SWIFT, folder, ACCESS_KEY, SECRET_KEY], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterAll(async () => {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${await portOf(server)}`;
  const client = new AwsClient({
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
    service: "s3",
    region: "us-east-1",
  });
  const made = await client.fetch(`${endpoint}/pictures`, { method: "PUT" });
  if (!made.ok) throw new Error(`The bucket was not made: ${made.status} ${await made.text()}`);
  return {
    env: {
      UPLOADS_URL: `s3://pictures/${prefix}?endpoint=${endpoint}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    endpoint,
    async keys() {
      const listed = await client.fetch(`${endpoint}/pictures?list-type=2&prefix=${prefix}/`);
      return [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) =>
        key.slice(prefix.length + 1),
      );
    },
    send: (key, init) => client.fetch(`${endpoint}/pictures/${prefix}/${key}`, init),
    pause: () => server.kill("SIGSTOP"),
    resume: () => server.kill("SIGCONT"),
  };
}

/** Starts Swift before the test file reads its environment, and points this process at it. */
export async function useBucket(): Promise<TestBucket | undefined> {
  const bucket = await startBucket();
  Object.assign(process.env, bucket?.env);
  return bucket;
}

function portOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let errors = "";
    server.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    server.stdout?.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", () => reject(new Error(`Swift did not start: ${errors}`)));
  });
}
