import express, { type Request, type Response, Router } from "express";
import sirv from "sirv";
import { config } from "~/config.server";
import { inProgram } from "~/program.server";

const YEAR_IN_SECONDS = 31_536_000;

/**
 * Serves the built assets, the uploaded pictures and the public files. A missing asset or picture gets a plain text 404.
 * @param built false in development, where Vite serves everything but the pictures
 */
export function staticFiles({ built }: { built: boolean }): Router {
  const files = Router();
  const compressed = { etag: true, brotli: true, gzip: true };
  if (built) {
    files.use(
      "/assets",
      sirv(inProgram("build/client/assets"), { ...compressed, maxAge: YEAR_IN_SECONDS, immutable: true }),
    );
  }
  files.use("/assets", sendNotFound);
  files.use(
    "/uploads",
    express.static(config.UPLOADS_DIR, {
      immutable: true,
      maxAge: YEAR_IN_SECONDS * 1000,
      index: false,
      redirect: false,
      setHeaders: setPictureHeaders,
    }),
    sendNotFound,
  );
  if (built) files.use(sirv(inProgram("build/client"), { ...compressed, maxAge: 3600 }));
  return files;
}

// Stops a browser from running an uploaded file as a page or a script.
function setPictureHeaders(response: { setHeader(name: string, value: string): void }, path: string): void {
  // Express 4's list of media types predates AVIF.
  if (path.endsWith(".avif")) response.setHeader("Content-Type", "image/avif");
  response.setHeader(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
}

function sendNotFound(_request: Request, response: Response): void {
  response.status(404).type("text/plain").send("Not found\n");
}
