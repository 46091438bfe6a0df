import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inProject } from "./project.mjs";

const COMPRESSIBLE = /\.(js|wasm|css|svg|json|txt|xml|webmanifest|html|ico)$/;
/** Smaller files are not worth compressing. */
const SMALLEST_BYTES = 512;

// `node scripts/bundle.mjs client` builds the browser's bundle. `… server`, after it, builds the server's, and writes a brotli and
// a gzip copy next to every asset of the browser's.
process.env.NODE_ENV = "production";
const vite = await import("vite");
if (process.argv[2] === "client") {
  await vite.build({ logLevel: "warn" });
} else {
  // The warnings are about dynamic imports that do not split chunks, which does not matter on the server.
  await vite.build({ logLevel: "error", build: { ssr: true } });
  precompress(inProject("build", "client"));
}

function precompress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < SMALLEST_BYTES) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
