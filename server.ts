import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import type { ViteDevServer } from "vite";
import { createFirstAccount, type FirstAccount } from "./app/accounts/first-account.server";
import { ALERT_PAGE } from "./app/alerts/alert";
import { takeSettingsFrom } from "./app/backup/folder.server";
import { allowRestore } from "./app/backup/in-place.server";
import { business } from "./app/business/business.server";
import { fillSearchText } from "./app/collections/records.server";
import { STORED_COLLECTIONS } from "./app/collections.server";
import { config } from "./app/config.server";
import { actAs, THE_SITE } from "./app/context.server";
import { eraseAgain } from "./app/customers/erase.server";
import { whenNotBusy } from "./app/db/busy.server";
import { engine } from "./app/db/connection.server";
import { migrate } from "./app/db/migrate.server";
import { deleteLeftStaging } from "./app/db/sqlite/staging.server";
import { limitBody } from "./app/http/body-limit.server";
import {
  endStalled,
  limitConnections,
  limitPipelining,
  limitRequests,
  renderInTurn,
} from "./app/http/client-limits.server";
import { rejectCrossSiteWrites } from "./app/http/csrf.server";
import { rejectDataOfFiles } from "./app/http/data-requests.server";
import { markUnavailable, sendError } from "./app/http/error-response.server";
import { allowOwnPolicy, noStorePrivateResponses, securityHeaders } from "./app/http/headers.server";
import { reportStopping, sendHealth } from "./app/http/health.server";
import { listen, stopOnSignal } from "./app/http/listen.server";
import { log, logRequest } from "./app/http/log.server";
import { answerInMaintenance } from "./app/http/maintenance.server";
import { readOneClickForm } from "./app/http/one-click.server";
import { pageCache } from "./app/http/page-cache.server";
import { toRemixRequest } from "./app/http/remix-request.server";
import { rejectMalformed, respondToOptions } from "./app/http/request.server";
import { staticFiles } from "./app/http/static-files.server";
import { type Client, clientOf } from "./app/http/streamed-body.server";
import { type ReceivedFile, receiveImportFile } from "./app/import/receive-file.server";
import { startJobs } from "./app/jobs.server";
import type { ReceivedPicture } from "./app/pictures/claims.server";
import { requireUploadsBucket, uploadsBucket } from "./app/pictures/open-storage.server";
import { receiveUpload, UPLOAD_TIMEOUT_MS } from "./app/pictures/receive-upload.server";
import { blockOtherImageTypes } from "./app/pictures/resize.server";
import { servePictures } from "./app/pictures/serve.server";
import { REQUEST_KINDS } from "./app/requests/kinds";
import { fillAnswerDueAt, fillRequestSearchText } from "./app/requests/record.server";
import { fillSalesOfOlderVersions } from "./app/sales/sale.server";
import { hideExample } from "./app/seo/hide-example.server";
import { refreshSettings } from "./app/settings/store.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The inventory's version before the page's data was read; undefined if the page may not be cached. */
    inventoryVersion: number | undefined;
    /** The client's IP address behind the trusted proxies. For rate limits only; never logged or stored. */
    clientIp: string;
    requestId: string;
    /** What became of the pictures in a multipart form; the route gets the other fields as a URL-encoded form. */
    uploads?: readonly ReceivedPicture[] | undefined;
    /** The file from the form that starts an import. */
    importFile?: ReceivedFile | undefined;
    client: Client;
    /** The request's method; a loader that runs after an action is given a GET. */
    method: string;
  }
}

/** How often Node looks for requests past their timeout; its default is 30 seconds. */
const TIMEOUT_CHECK_INTERVAL_MS = 5_000;

/** Pass `vite` in development to serve the sources; otherwise the build is served. */
export interface SiteOptions {
  vite?: ViteDevServer;
}

/**
 * Migrates the database and creates the request listener for the whole site.
 * @throws StartError if the database cannot be migrated, or the bucket of UPLOADS_URL refuses the site
 */
export async function createSite({ vite }: SiteOptions = {}): Promise<RequestListener> {
  deleteLeftStaging();
  await requireUploadsBucket();
  const migrated = await migrate(engine);
  if (migrated.length > 0) log.info({ migrated }, "database migrated");
  await refreshSettings();
  takeSettingsFrom(() => business.backups);
  await whenNotBusy(engine, fillComputedColumns);
  // What a restore has brought back.
  const erased = await whenNotBusy(engine, () => actAs(THE_SITE, new Date(), eraseAgain));
  if (erased > 0) log.info({ erased }, "erased again what was erased since the backup");

  const site = express();
  site.disable("x-powered-by");
  site.disable("etag");
  // Remix parses the query.
  site.disable("query parser");
  site.set("trust proxy", config.TRUST_PROXY);
  site.use(
    limitPipelining,
    endStalled(),
    logRequest,
    securityHeaders,
    answerInMaintenance,
    markUnavailable,
    limitRequests,
    rejectMalformed,
  );
  // Before the page cache, which asks the database.
  site.get("/healthz", sendHealth(uploadsBucket?.check));
  site.use(readSettings, hideExample);
  if (!vite) site.use(pageCache);
  site.use(noStorePrivateResponses, respondToOptions);
  if (vite) site.use(vite.middlewares);
  site.use(staticFiles({ built: !vite, pictures: uploadsBucket && servePictures(uploadsBucket) }));
  site.use(compression());
  site.use(
    rejectCrossSiteWrites,
    receiveUpload,
    receiveImportFile,
    readOneClickForm(ALERT_PAGE),
    limitBody,
    allowOwnPolicy,
  );
  const build = vite ? undefined : await import("virtual:remix/server-build");
  if (build) site.use(rejectDataOfFiles(build));
  const remix = createRequestHandler({
    build: build ?? (() => vite?.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>),
    // Only development mode shows errors to the visitor.
    mode: config.NODE_ENV === "development" ? "development" : "production",
    // `response.req` is Express's request; the argument is the one that `toRemixRequest` created.
    getLoadContext: (_request, response) => ({
      inventoryVersion: response.locals.inventoryVersion,
      requestId: response.req.id,
      clientIp: response.req.ip ?? "unknown",
      client: clientOf(response),
      method: response.req.method,
      uploads: response.locals.uploads,
      importFile: response.locals.importFile,
    }),
  });
  site.use(
    renderInTurn((request, response, next) => remix(toRemixRequest(request, response), response, next)),
  );
  site.use(sendFailure);
  return site;
}

/** Before the page cache, so that no page is stored with settings that are older than its version. */
function readSettings(_request: Request, _response: Response, next: NextFunction): void {
  const loading = refreshSettings();
  if (loading) void loading.then(() => next());
  else next();
}

/** Writes what migrations emptied, and what an older version did not store; where nothing is missing it writes nothing. */
async function fillComputedColumns(): Promise<void> {
  for (const collection of STORED_COLLECTIONS) await fillSearchText(collection);
  for (const kind of REQUEST_KINDS) {
    await fillAnswerDueAt(kind);
    await fillRequestSearchText(kind);
  }
  await fillSalesOfOlderVersions();
}

/** Options of `serve`. */
export interface ServeOptions extends SiteOptions {
  /** Displays the account that this start created; without it no password is generated. */
  showFirstAccount?: (account: FirstAccount) => void;
}

/** Starts the site, with an account to sign in with; SIGTERM and SIGINT stop it gracefully. */
export async function serve({ showFirstAccount, ...options }: ServeOptions = {}): Promise<Server> {
  const site = await createSite(options);
  await whenNotBusy(engine, () => createFirstAccount(showFirstAccount));
  blockOtherImageTypes();
  const server = createServer({ connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS }, site);
  server.headersTimeout = 15_000;
  // Other bodies have a shorter timeout (app/http/body-limit.server.ts).
  server.requestTimeout = UPLOAD_TIMEOUT_MS;
  server.keepAliveTimeout = 10_000;
  limitConnections(server);
  await listen(server);
  const stopJobs = startJobs();
  server.once("close", stopJobs);
  allowRestore(server, stopJobs);
  const isBalanced = engine.isShared && config.TRUST_PROXY > 0;
  stopOnSignal(server, {
    isBalanced,
    onStop: (signal) => {
      if (isBalanced) reportStopping();
      log.info({ signal }, "shutting down");
    },
    onClosed: async () => {
      await engine.close();
      process.exit(0);
    },
  });
  return server;
}

// With all four parameters, by which Express knows that it takes errors.
function sendFailure(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { status, headers } = error as { status?: unknown; headers?: Record<string, string> };
  // A file's range or condition that can't be met is the client's: `send` says so by the error's status.
  if (typeof status === "number" && status >= 400 && status < 500 && !response.headersSent) {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
    sendError(request, response, status, `${STATUS_CODES[status] ?? "Bad Request"}.`);
    return;
  }
  log.error({ requestId: request.id, error }, "request failed");
  // Part of the response was already sent; a closed connection marks it as incomplete. Express's own handler would do so too, and
  // write the error once more, past the log.
  if (response.headersSent) response.destroy();
  else sendError(request, response, 500, "Unexpected Application Error!");
}
