import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inProject } from "./project.mjs";

/** Debian's Python, which its packages are for. */
const PYTHON = "/usr/bin/python3";
const SWIFT = inProject("tests", "support", "swift.py");
const ACCESS_KEY = "test:yard";
const SECRET_KEY = "a-secret-of-tests";

/** True if OpenStack Swift can serve a bucket here (Debian's package python3-swift); the tests of buckets are skipped without. */
export function canServeBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-swift-"));
  try {
    return spawnSync(PYTHON, [SWIFT, folder], { stdio: "ignore" }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts Swift with an empty bucket. */
export async function startSwift() {
  // Here, because a fresh clone has no packages yet.
  const { AwsClient } = await import("aws4fetch");
  const folder = mkdtempSync(path.join(tmpdir(), "yard-bucket-"));
  const server = spawn(PYTHON, [SWIFT, folder, ACCESS_KEY, SECRET_KEY], {
    stdio: ["ignore", "pipe", "pipe"],
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
    server,
    client,
    endpoint,
    /** `UPLOADS_URL` and the keys, with the prefix of one site. */
    env: (prefix) => bucketEnvironment(endpoint, prefix),
    stop: async () => {
      server.kill("SIGKILL");
      if (server.exitCode === null && server.signalCode === null) {
        await new Promise((resolve) => server.once("exit", resolve));
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a site needs to use the bucket of `startSwift`. */
export function bucketEnvironment(endpoint, prefix) {
  return {
    UPLOADS_URL: `s3://pictures/${prefix}?endpoint=${endpoint}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: SECRET_KEY,
  };
}

function portOf(server) {
  return new Promise((resolve, reject) => {
    let errors = "";
    server.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", () => reject(new Error(`Swift did not start: ${errors}`)));
  });
}
