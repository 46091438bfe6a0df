import { createHash } from "node:crypto";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { NextFunction, Request, Response } from "express";
import { escapeXml } from "~/values/xml";
import { isApi, sendError } from "./error-response.server";
import { contentSecurityPolicy } from "./headers.server";

/** How long requests in flight have to finish. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
/** After this many seconds a browser reloads automatically, and a program may. */
const RETRY_SECONDS = 5;

const MESSAGE = "We'll be back in a minute";
/**
 * Between the two processes nobody listens, and a page that reloads then stays on the browser's error. So the script polls until the site
 * is healthy, and reloads after that.
 */
const ASK_AGAIN = `setInterval(()=>fetch("/healthz",{cache:"no-store"}).then((answer)=>answer.ok&&location.replace(location.href),()=>{}),2000)`;
/** The site's style sheets are unavailable too. */
const STYLE =
  ":root{color-scheme:light dark}body{max-width:36rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.5 system-ui,sans-serif}";
const HEAD = `<style>${STYLE}</style><script>${ASK_AGAIN}</script><noscript><meta http-equiv="refresh" content="${RETRY_SECONDS}"></noscript>`;
const ADVICE = "This page will open as soon as the site is back.";
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");
const POLICY = contentSecurityPolicy({ scriptHashes: [hashOf(ASK_AGAIN)], styleHashes: [hashOf(STYLE)] });

/** The business that is away, and can be called in the meantime. */
interface Contact {
  name: string;
  phone: string;
  /** The `tel:` URL of the phone. */
  href: string;
}

/** Set once maintenance has started. */
let contact: Contact | undefined;

/** Answers every request with 503 once `startMaintenance` was called: the data is being replaced. */
export function answerInMaintenance(request: Request, response: Response, next: NextFunction): void {
  if (!contact) {
    next();
    return;
  }
  response.setHeader("Connection", "close");
  if (!isApi(request)) response.setHeader("Content-Security-Policy", POLICY);
  const { name, phone, href } = contact;
  const call = `${escapeXml(name)}: <a href="${escapeXml(href)}">${escapeXml(phone)}</a>`;
  sendError(request, response, 503, MESSAGE, RETRY_SECONDS, {
    head: HEAD,
    advice: `${ADVICE}</p><p>${call}`,
  });
}

/** Turns visitors away for the rest of this process; resolves once no request is in flight, or after ten seconds. */
export async function startMaintenance(server: Server, whom: Contact): Promise<void> {
  contact = whom;
  const countConnections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + PATIENCE_MS;
  do {
    await sleep(LOOK_MS);
    // What is left is in flight.
    server.closeIdleConnections();
  } while ((await countConnections()) > 0 && performance.now() < deadline);
}
