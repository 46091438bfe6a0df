// A bare server that sends what was captured from the site: `node bare.mjs express|http <file of captured answers>`.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import express from "express";

const [kind, file] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(file, "utf8")).map((answer) => ({
  ...answer,
  body: Buffer.from(answer.body, "base64"),
  named: answer.anew.includes("x-request-id"),
}));
const server = kind === "express" ? createServer(bareExpress()) : createServer(bareHttp());
server.listen(Number(process.env.PORT), process.env.HOST, () => process.send("ready"));

// As anyone would write it. The headers hold the site's ETag, so none is worked out; where the site sends none, none is
// wanted. `send` looks at If-None-Match by itself.
function bareExpress() {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  for (const { path, headers, body, named } of answers) {
    app.get(path, (_request, response) => {
      response.set(headers);
      if (named) response.set("x-request-id", randomUUID());
      response.send(body);
    });
  }
  return app;
}

function bareHttp() {
  const known = new Map(answers.map((answer) => [answer.path, answer]));
  return (request, response) => {
    const { status, headers, body, named } = known.get(request.url) ?? { status: 404, headers: {}, body: "" };
    response.writeHead(status, named ? { ...headers, "x-request-id": randomUUID() } : headers);
    response.end(body);
  };
}
