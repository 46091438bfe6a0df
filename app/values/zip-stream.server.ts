import { Readable } from "node:stream";
import type { ZipFile } from "yazl";

/**
 * Adds what a stream has to a zip file, once its turn comes. yazl takes no notice of a stream's errors, and one that nobody hears of ends the
 * process: the zip file's own error has them.
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
