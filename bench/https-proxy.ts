import { createHash, X509Certificate } from "node:crypto";
import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { createSecureServer } from "node:http2";
import { generate } from "selfsigned";

/** Headers of one connection, which a proxy does not forward (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-connection"];

/**
 * Serves the site over TLS and HTTP/2 on `https://localhost:PORT`, as Caddy does in production. Requests for any other host, such
 * as the map's, get an empty page.
 * @returns the SHA-256 hash of the certificate's public key, by which Chrome can trust it
 */
export async function startHttpsProxy(port: number, siteUrl: string): Promise<string> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
  });
  const server = createSecureServer({ key, cert }, (request, response) => {
    if (request.authority !== `localhost:${port}`) {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Map</title>");
      return;
    }
    const headers = {
      ...endToEnd(request.headers),
      host: request.authority,
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-proto": "https",
    };
    const forwarded = sendRequest(siteUrl + request.url, { method: request.method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, endToEnd(received.headers));
      received.pipe(response);
    });
    forwarded.once("error", () => response.stream.destroy());
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.listen(port, "localhost");
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(publicKey).digest("base64");
}

function endToEnd(headers: IncomingHttpHeaders) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !CONNECTION_HEADERS.includes(name)),
  );
}
