import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/free-port.mjs";
import { atEnd } from "./at-end";
import type { Fields } from "./site";

/** One of several processes of the built site, as on a machine of its own: it shares the database and the pictures alone. */
export interface SiteProcess {
  url: string;
  port: number;
  /** Its DATA_DIR. */
  folder: string;
  /** What it has written, in all its lives. */
  output(): string;
  fetch: Send;
  form: SendForm;
  /** Starts it, at the port it had before; resolves once it listens. */
  start(): Promise<void>;
  /** Sends a signal; resolves once it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

type Send = (path: string, init?: RequestInit) => Promise<Response>;
type SendForm = (
  path: string,
  fields: Fields,
  options?: { cookie?: string; headers?: Record<string, string> },
) => Promise<Response>;

/** A process that is not started yet. It ends with the test file. */
export async function siteProcess(env: Record<string, string> = {}): Promise<SiteProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-process-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = "";
  let child: ChildProcess | undefined;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "close");
  };
  atEnd(async () => {
    await end("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url,
    port,
    folder,
    output: () => output,
    ...senderTo(url),
    end,
    start: () => {
      const started = spawn(process.execPath, ["scripts/serve.mjs"], {
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          NODE_ENV: "production",
          HOST: "127.0.0.1",
          PORT: String(port),
          TRUST_PROXY: "1",
          DATA_DIR: folder,
          ADMIN_USERNAME: "",
          ADMIN_PASSWORD: "",
          ...env,
        },
      });
      child = started;
      const before = output.length;
      return new Promise((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output += chunk;
          if (output.includes("Staff sign in at", before)) resolve();
        };
        started.stdout.on("data", read);
        started.stderr.on("data", read);
        started.once("close", () => reject(new Error(`It did not start: ${output.slice(before)}`)));
      });
    },
  };
}

/** Requests as they are: no redirect is followed. */
export function senderTo(url: string): { fetch: Send; form: SendForm } {
  const send: Send = (path, init) => fetch(url + path, { redirect: "manual", ...init });
  return {
    fetch: send,
    form: (path, fields, { cookie, headers } = {}) =>
      send(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Origin: url, ...(cookie ? { Cookie: cookie } : {}), ...headers },
      }),
  };
}

let visitors = 0;

/** The headers of a visitor whom no process has counted yet. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  return { "X-Forwarded-For": `10.7.${visitors >> 8}.${visitors & 255}` };
}
