// A bare server to compare the site with, in a process of its own:
//   bare-server.ts express FILE   Express, sending the captured responses in FILE
//   bare-server.ts http FILE      node:http, sending the same
//   bare-server.ts queries        Express, running the site's own queries for each request of the batched JSON
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import compression from "compression";
import express from "express";
import { readAll } from "./report";

/** A response of the site, to be sent by another server. */
export interface CapturedResponse {
  path: string;
  headers: Record<string, string | string[]>;
  /** In base64. */
  body: string;
}

const [kind, file = ""] = process.argv.slice(2);
const listener = kind === "queries" ? await queriesInExpress() : kind === "http" ? bareHttp() : bareExpress();
createServer(listener).listen(Number(process.env.PORT), process.env.HOST);

function bareExpress(): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  // The captured headers include the site's ETag, which `send` compares with If-None-Match.
  app.disable("etag");
  for (const { path, headers, body } of readResponses()) {
    app.get(path, (_request, response) => {
      response.set(headers).send(body);
    });
  }
  return app;
}

function bareHttp(): RequestListener {
  const responses = new Map(readResponses().map((response) => [response.path, response]));
  return (request, response) => {
    const captured = responses.get(request.url ?? "");
    response.writeHead(captured ? 200 : 404, captured?.headers).end(captured?.body);
  };
}

async function queriesInExpress(): Promise<RequestListener> {
  const { openDismantledList } = await import("../app/vehicles/dismantled.server");
  const { openRetailList } = await import("../app/vehicles/retail.server");
  const app = express();
  app.disable("x-powered-by");
  // The site compresses its JSON too.
  app.use(compression());
  app.get("/api/vehicle-data/batched", async (_request, response) => {
    response.json({
      retailVehicles: await readAll(await openRetailList()),
      dismantledVehicles: await readAll(await openDismantledList()),
    });
  });
  return app;
}

function readResponses() {
  const captured = JSON.parse(readFileSync(file, "utf8")) as CapturedResponse[];
  return captured.map((response) => ({ ...response, body: Buffer.from(response.body, "base64") }));
}
