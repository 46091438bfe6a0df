import { createHash, X509Certificate } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import { pipeline } from "node:stream";

/** What of selfsigned is used here; the package is there where a bench has run, not where types are checked. */
interface SelfSigned {
  generate(
    names: { name: string; value: string }[],
    options: { keyType: "ec"; algorithm: "sha256" },
  ): Promise<{ private: string; cert: string }>;
}

const SELFSIGNED: string = "selfsigned";
/** Of one connection, and so not handed on (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-connection"];

export interface Front {
  /** The hash of the certificate's key, by which Chrome takes it for valid. */
  keyHash: string;
  close(): void;
}

/**
 * What the README's Caddy is to the real site: TLS and HTTP/2 in front, bodies handed on as they come. Chrome asks for
 * brotli over https alone. Another machine's name, which Chrome is told to look for here, gets an empty page.
 */
export async function openFront(port: number, site: string): Promise<Front> {
  const { default: selfsigned } = (await import(SELFSIGNED)) as { default: SelfSigned };
  const { private: key, cert } = await selfsigned.generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
  });
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (asked, answer) => {
    if (hostOf(asked) === `localhost:${port}`) handOn(asked, answer, site, agent);
    else
      answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>elsewhere</title>");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", resolve);
  });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return {
    keyHash: createHash("sha256").update(publicKey).digest("base64"),
    close: () => {
      server.close();
      agent.destroy();
    },
  };
}

function handOn(asked: Http2ServerRequest, answer: Http2ServerResponse, site: string, agent: Agent): void {
  const headers = {
    ...withoutHops(asked.headers),
    host: hostOf(asked),
    "x-forwarded-for": asked.socket.remoteAddress,
    "x-forwarded-proto": "https",
    "x-forwarded-host": hostOf(asked),
  };
  const sent = request(site + asked.url, { method: asked.method, headers, agent }, (received) => {
    answer.writeHead(received.statusCode ?? 502, withoutHops(received.headers));
    pipeline(received, answer, () => {});
  });
  sent.once("error", () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  // A browser that has gone wants nothing more from the site.
  answer.once("close", () => sent.destroy());
  pipeline(asked, sent, () => {});
}

function hostOf(asked: Http2ServerRequest): string {
  return asked.authority ?? asked.headers.host ?? "";
}

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !HOP_BY_HOP.includes(name)),
  );
}
