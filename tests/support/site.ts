import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";

/** The built site, running in this process on a port of its own, with this test file's own database. */
export interface Site {
  url: string;
  /** A request as it is: redirects are not followed. An answer of `/api` is held against the contract. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A form posted the way a browser without script does. */
  form(
    path: string,
    fields: Fields,
    options?: { cookie?: string; headers?: Record<string, string> },
  ): Promise<Response>;
  db: typeof db;
}

export type Fields = Record<string, string> | [string, string][];

interface BuiltSite {
  createSite(): Promise<RequestListener>;
}

let started: Promise<Site> | undefined;

/**
 * Starts the site once for a process, whose test files share it. Needs a build (`npm test` makes one).
 * @param program the folder of the program, if it is not this checkout
 */
export function startSite(program = PROGRAM): Promise<Site> {
  started ??= start(program);
  return started;
}

/** Does what a start does to the data, beside the site that runs. */
export async function startAgain(): Promise<void> {
  await (await load(PROGRAM)).createSite();
}

const PROGRAM = path.resolve(import.meta.dirname, "../..");

function load(program: string): Promise<BuiltSite> {
  return import(/* @vite-ignore */ pathToFileURL(path.join(program, "build/server/index.js")).href);
}

async function start(program: string): Promise<Site> {
  await migrate(engine);
  const built = await load(program);
  const server = createServer(await built.createSite());
  // A test shares the site's process, so its own long statements must not look like a connection left idle.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It ends with the process.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { redirect: "manual", ...init });
    if (path.startsWith("/api/")) {
      // Loaded where there is something to hold against it: it takes longer than many a test file.
      const { expectInContract } = await import("./contract");
      await expectInContract(init.method ?? "GET", path, answer);
    }
    return answer;
  };
  return {
    url,
    db,
    fetch: send,
    form: (path, fields, { cookie, headers } = {}) =>
      send(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Origin: url, ...(cookie ? { Cookie: cookie } : {}), ...headers },
      }),
  };
}

/** The cookies that an answer sets, ready to be sent back with the next request. */
export function cookiesOf(response: Response, before = ""): string {
  const jar = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair) => [pair.split("=", 1)[0] ?? "", pair] as const),
  );
  for (const line of response.headers.getSetCookie()) {
    const pair = line.split(";", 1)[0] ?? "";
    const name = pair.split("=", 1)[0] ?? "";
    if (/;\s*(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(line)) jar.delete(name);
    else jar.set(name, pair);
  }
  return [...jar.values()].join("; ");
}

/** The words of a page, without its tags, as one line; entities decoded. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->|<wbr\/?>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}
