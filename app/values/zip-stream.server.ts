import { Readable } from "node:stream";
import type { ZipFile } from "yazl";

/**
 * Adds what a stream has to a zip file, once its turn comes. yazl ignores a stream's errors, and an unhandled one ends the process: they
 * become the zip file's own error.
 */
export function addStream(
  zip: ZipFile,
  name: string,
  options: Parameters<ZipFile["addReadStreamLazy"]>[1],
  open: () => Promise<Readable> | Readable,
): void {
  zip.addReadStreamLazy(name, options, async (use) => {
    try {
      const stream = await open();
      stream.once("error", (error) => zip.emit("error", error));
      use(null, stream);
    } catch (error) {
      use(error, Readable.from([]));
    }
  });
}
