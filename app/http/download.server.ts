import { type Client, streamText } from "./streamed-body.server";

/**
 * A file that is made while it is sent: `lines` is read as the client takes it.
 * @param options.client who it is sent to
 * @param options.fileName the name that the browser saves it under
 */
export function downloadResponse(
  lines: AsyncIterable<string>,
  { client, fileName, type }: { client: Client; fileName: string; type: string },
): Response {
  return new Response(streamText(lines, client), {
    headers: { "Content-Type": type, "Content-Disposition": contentDisposition(fileName) },
  });
}

/** With the plain name for old clients (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()]/g, escape)}`;
}
