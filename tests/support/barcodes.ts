import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

const wasmOf = (name: "reader" | "writer") =>
  readFileSync(createRequire(import.meta.url).resolve(`zxing-wasm/${name}/zxing_${name}.wasm`));

/** Nothing is asked of another machine. */
export const READER = { overrides: { wasmBinary: new Uint8Array(wasmOf("reader")).buffer } };
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmOf("writer")).buffer } });

/** A barcode as a PNG, each of its modules some pixels wide. */
export async function barcode(
  text: string,
  format: "Code39" | "DataMatrix" | "QRCode",
  scale = 3,
): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format, scale });
  if (!image) throw new Error(`No barcode was drawn: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}
