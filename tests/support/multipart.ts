import http, { type ClientRequest, type IncomingHttpHeaders } from "node:http";

/** One part as it stands on the wire. */
export interface RawPart {
  /** Without the line breaks. */
  headers: string[];
  body?: Buffer | string;
}

export const BOUNDARY = "----hostile";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart body, byte for byte; no browser sends what the tests send. */
export function multipart(parts: RawPart[], { closed = true } = {}): Buffer {
  const bytes = parts.flatMap(({ headers, body = "" }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...bytes, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : "")]);
}

export function textPart(name: string, body: Buffer | string): RawPart {
  return { headers: [`Content-Disposition: form-data; name="${name}"`], body };
}

export function filePart(
  body: Buffer | string,
  { name = "image", filename = "car.jpg", type = "image/jpeg" } = {},
): RawPart {
  return {
    headers: [
      `Content-Disposition: form-data; name="${name}"; filename="${filename}"`,
      `Content-Type: ${type}`,
    ],
    body,
  };
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends these headers and this much of a body; `end: false` leaves the request open. */
export function sendRaw(
  url: string,
  {
    headers,
    body,
    end = true,
    from,
  }: {
    headers: Record<string, string>;
    body?: Buffer | string;
    end?: boolean;
    /** The sender's own IP address: another one of this machine's loopback is another client. */
    from?: string;
  },
): { request: ClientRequest; answer: Promise<RawAnswer> } {
  const request = http.request(url, { method: "POST", headers, agent: false, localAddress: from });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
  });
  // Whoever waits for the answer sees the error; whoever does not, need not.
  answer.catch(() => undefined);
  request.flushHeaders();
  if (body !== undefined) request.write(body);
  if (end) request.end();
  return { request, answer };
}
