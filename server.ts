import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import sirv from "sirv";
import type { ViteDevServer } from "vite";
import { type FirstAccount, makeFirstAccount } from "./app/accounts.server";
import { business } from "./app/business.server";
import { config } from "./app/config.server";
import { databaseAnswers, db, sqlite } from "./app/db/connection.server";
import { migrate } from "./app/db/migrate.server";
import { boundBodies, judged } from "./app/doors/bodies.server";
import { keepStaffAnswers, securityHeaders } from "./app/doors/headers.server";
import { log } from "./app/doors/log.server";
import { isForeignWrite } from "./app/doors/origin.server";
import { refuse } from "./app/doors/refusal.server";
import { answerOptions, refuseMalformed } from "./app/doors/request.server";
import { UPLOAD_PATIENCE_MS } from "./app/doors/upload.server";
import { keepHouse } from "./app/housekeeping.server";
import { blockForeignLoaders } from "./app/models/image.server";
import { sweepPicturesDaily, type Upload } from "./app/models/pictures.server";
import { answerFromMemory, versionToRemember } from "./app/page-memory.server";
import { socialCard } from "./app/social-card.server";

declare module "node:http" {
  interface IncomingMessage {
    /** What the log and the answer call this request. */
    id: string;
  }
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Of what the page is drawn from, before it is read; where the page may not be remembered, nothing. */
    inventoryVersion: number | undefined;
    /** Who asks, as far as the trusted proxies tell; for limits alone, never logged or stored. */
    clientAddress: string;
    requestId: string;
    /** The picture that came with a multipart form; its other fields reach the route as a plain form. */
    upload?: Upload | undefined;
  }
}

const YEAR_IN_SECONDS = 31_536_000;
/** How long a graceful stop waits for what is in flight. */
const STOP_PATIENCE_MS = 10_000;
const IDLE_SWEEP_MS = 100;
/** How often Node looks for requests that are past their time; left to itself it takes half a minute. */
const OVERDUE_SWEEP_MS = 5_000;

/** Where the app comes from: the built bundle, or Vite in development. */
export interface SiteOptions {
  vite?: ViteDevServer;
}

/**
 * The whole site as what a server listens with, its database brought up to date.
 * @throws StartError where the database cannot be used
 */
export async function createSite({ vite }: SiteOptions = {}): Promise<RequestListener> {
  const migrated = await migrate({ sqlite, db });
  if (migrated.length > 0) log.info({ migrated }, "database brought up to date");

  const site = express();
  site.disable("x-powered-by");
  site.disable("etag");
  // Nobody here reads what it would make of an address, so nobody's address is taken apart by it.
  site.disable("query parser");
  site.set("trust proxy", config.TRUST_PROXY);
  site.use(securityHeaders, refuseMalformed, keepStaffAnswers, answerOptions);
  site.get("/healthz", answerHealth);

  if (vite) site.use(vite.middlewares);
  else
    site.use(
      "/assets",
      sirv("build/client/assets", {
        etag: true,
        brotli: true,
        gzip: true,
        maxAge: YEAR_IN_SECONDS,
        immutable: true,
      }),
    );
  site.use("/assets", notThere);
  site.use(
    "/uploads",
    express.static(config.UPLOADS_DIR, {
      immutable: true,
      maxAge: YEAR_IN_SECONDS * 1000,
      index: false,
      redirect: false,
      setHeaders: inertFile,
    }),
  );
  site.use("/uploads", notThere);
  if (!vite) site.use(sirv("build/client", { etag: true, brotli: true, gzip: true, maxAge: 3600 }));

  site.use(compression());
  site.use(refuseForeignWrites, boundBodies);
  const remix = createRequestHandler({
    build: vite
      ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
      : await import("virtual:remix/server-build"),
    // Anything but development hides what went wrong from the visitor.
    mode: config.NODE_ENV === "development" ? "development" : "production",
    getLoadContext: (_request, response) => ({
      inventoryVersion: vite ? undefined : versionToRemember(response.req),
      requestId: response.req.id,
      clientAddress: response.req.ip ?? "unknown",
      upload: response.locals.upload as Upload | undefined,
    }),
  });
  site.use((request, response, next) => remix(judged(request, response), response, next));
  site.use(answerFailure);
  return (request, response) => {
    request.id = randomUUID();
    logAnswer(request, response);
    // Ahead of Express, which would cost as much again.
    if (!answerFromMemory(request, response)) site(request, response);
  };
}

/** What a start needs beside the app. */
export interface ServeOptions extends SiteOptions {
  /** Shows somebody the account that this start has made; without it no password is made up. */
  tellFirstAccount?: (account: FirstAccount) => void;
}

/** Starts the site on its port, with an account to sign in with; stops gracefully on SIGTERM and SIGINT. */
export async function serve({ tellFirstAccount, ...options }: ServeOptions = {}): Promise<Server> {
  const site = await createSite(options);
  await makeFirstAccount(tellFirstAccount);
  // Drawn while drawings may still be read.
  await socialCard();
  blockForeignLoaders();
  const server = createServer({ connectionsCheckingInterval: OVERDUE_SWEEP_MS }, site);
  // Slow or half-open connections are let go before they crowd out the others.
  server.headersTimeout = 15_000;
  // Any other body has a shorter one (app/doors/body.server.ts).
  server.requestTimeout = UPLOAD_PATIENCE_MS;
  server.keepAliveTimeout = 10_000;
  server.maxConnections = 2_000;
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
    server.listen({ port: config.PORT, host: config.HOST });
  });
  server.once("close", sweepPicturesDaily());
  server.once("close", keepHouse());
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(server, signal));
  return server;
}

/** Where the running server can be looked at. */
export function siteAddress(server: Server): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.PORT;
  const here = `http://localhost:${port}`;
  return config.PUBLIC_URL ? `${here}, from outside at ${config.PUBLIC_URL}` : here;
}

/** Where staff sign in. */
export function signInAddress(server: Server): string {
  return `${config.PUBLIC_URL ?? siteAddress(server)}/login`;
}

/** What `npm run staff` does; answers with the status to end with. */
export async function runStaffCommand(args: string[]): Promise<number> {
  const { runStaffCommand: carryOut } = await import("./app/staff-command.server");
  return carryOut(args);
}

/** Fills an empty site with the sample inventory; loaded where it is asked for alone. */
export async function seedSampleData(options?: { pictures?: boolean }): Promise<number> {
  const { seedSampleData: seed } = await import("./app/sample/seed.server");
  return seed(options);
}

export { business };

function logAnswer({ id, method, url = "" }: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  response.once("close", () => {
    log.info({
      requestId: id,
      method,
      path: url.split("?", 1)[0]?.slice(0, 200),
      status: response.statusCode,
      ms: performance.now() - started,
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}

function answerHealth(_request: Request, response: Response): void {
  const healthy = databaseAnswers();
  response.setHeader("Cache-Control", "no-store");
  response.status(healthy ? 200 : 503).json({ status: healthy ? "ok" : "unavailable" });
}

function notThere(_request: Request, response: Response): void {
  response.status(404).type("text/plain").send("Not found\n");
}

// An uploaded file is a picture and nothing else, whatever a browser makes of it.
function inertFile(response: { setHeader(name: string, value: string): void }, path: string): void {
  // The list of types that Express 4 goes by is older than AVIF.
  if (path.endsWith(".avif")) response.setHeader("Content-Type", "image/avif");
  response.setHeader(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
}

function refuseForeignWrites(request: Request, response: Response, next: NextFunction): void {
  if (isForeignWrite(request, config.PUBLIC_URL)) {
    refuse(request, response, 403, "This request came from another site and was refused.");
    return;
  }
  next();
}

function answerFailure(error: unknown, request: Request, response: Response, next: NextFunction): void {
  log.error(
    { requestId: request.id, failure: error instanceof Error ? error.name : "unknown" },
    "request failed",
  );
  // Part of the answer is out already: Express ends the connection, so that nobody takes it for whole.
  if (response.headersSent) next(error);
  else refuse(request, response, 500, "Unexpected Application Error!");
}

function stop(server: Server, signal: string): void {
  log.info({ signal }, "stopping");
  const impatient = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS);
  impatient.unref();
  server.close(() => {
    sqlite.close();
    process.exit(0);
  });
  // A browser would go on asking over a connection it keeps: the next answer ends it, and so does a pause.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS).unref();
}
