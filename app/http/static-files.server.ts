import { readdirSync } from "node:fs";
import path from "node:path";
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from "express";
import { config } from "~/config.server";
import { inProgram } from "~/program.server";

const HOUR_MS = 60 * 60 * 1000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** Without folders and files whose names begin with a dot, such as the trash of the pictures. */
const FILES_ALONE = { index: false, redirect: false, dotfiles: "ignore" } as const;

/** The copies that the build writes next to a file (scripts/bundle.mjs), the smallest first. */
const COPIES = [
  { encoding: "br", extension: ".br" },
  { encoding: "gzip", extension: ".gz" },
] as const;

interface StaticFilesOptions {
  built: boolean;
  pictures: RequestHandler | undefined;
}

/**
 * Serves the built assets, the uploaded pictures and the public files. A missing asset or picture gets a plain text 404.
 * @param built false in development, where Vite serves everything but the pictures
 * @param pictures serves the pictures where they are not in UPLOADS_DIR
 */
export function staticFiles({ built, pictures }: StaticFilesOptions): Router {
  const files = Router();
  files.use(waitForTurn);
  if (built)
    files.use("/assets", builtFiles(inProgram("build/client/assets"), { maxAge: YEAR_MS, immutable: true }));
  files.use("/assets", sendNotFound);
  files.use(
    "/uploads",
    pictures ??
      express.static(config.UPLOADS_DIR, {
        immutable: true,
        maxAge: YEAR_MS,
        ...FILES_ALONE,
        setHeaders: setPictureHeaders,
      }),
    sendNotFound,
  );
  if (built) files.use(builtFiles(inProgram("build/client"), { maxAge: HOUR_MS }));
  return files;
}

/**
 * Makes a pipelined request wait until the responses before it are sent. Node doesn't tell waiting responses when the client leaves, so
 * their files would never be closed.
 */
function waitForTurn(_request: Request, response: Response, next: NextFunction): void {
  if (response.socket) next();
  else response.once("socket", () => next());
}

/** Serves a folder of the build, each file as a compressed copy if there is one that the client accepts. */
function builtFiles(folder: string, caching: { maxAge: number; immutable?: boolean }): RequestHandler {
  const serve = express.static(folder, {
    ...caching,
    ...FILES_ALONE,
    setHeaders: setBuiltFileHeaders,
  });
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (name) => `/${name.replaceAll(path.sep, "/")}`,
    ),
  );
  return (request: Request, response: Response, next: NextFunction) => {
    const { url } = request;
    const copy = COPIES.find(
      ({ encoding, extension }) =>
        names.has(request.path + extension) && request.acceptsEncodings(encoding) !== false,
    );
    if (!copy) return serve(request, response, next);
    request.url = request.path + copy.extension;
    serve(request, response, (error?: unknown) => {
      request.url = url;
      // The copy is gone; the file itself may still be there.
      if (error) next(error);
      else serve(request, response, next);
    });
  };
}

function setBuiltFileHeaders(response: Response, file: string): void {
  const copy = COPIES.find(({ extension }) => file.endsWith(extension));
  if (copy) response.setHeader("Content-Encoding", copy.encoding);
  response.vary("Accept-Encoding");
  const extension = path.extname(copy ? file.slice(0, -copy.extension.length) : file);
  // Express 4's list of media types predates RFC 9239.
  response.type(extension === ".js" ? "text/javascript" : extension);
}

/** The headers of a picture from wherever it is; they stop a browser from running it as a page or a script. */
export function setPictureHeaders(
  response: { setHeader(name: string, value: string): void },
  path: string,
): void {
  // Express 4's list of media types predates AVIF.
  if (path.endsWith(".avif")) response.setHeader("Content-Type", "image/avif");
  response.setHeader(
    "Content-Security-Policy",
    // A browser's own page around a picture has inline styles, which fit it to the screen.
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
}

function sendNotFound(_request: Request, response: Response): void {
  response.status(404).type("text/plain").send("Not found\n");
}
