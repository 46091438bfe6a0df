import { log } from "./log.server";

/** How much text is collected before it is sent on. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * A file that is made while it is sent: `lines` is read as the client takes it.
 * @param options.fileName the name that the browser saves it under
 */
export function downloadResponse(
  lines: AsyncIterable<string>,
  { fileName, type }: { fileName: string; type: string },
): Response {
  const chunks = toChunks(lines);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      } catch (error) {
        log.error({ error }, "a download broke off");
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": contentDisposition(fileName) },
  });
}

async function* toChunks(lines: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let chunk = "";
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
  return undefined;
}

/** With the plain name for old clients (RFC 6266). */
function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()]/g, escape)}`;
}
