import { type ExecFileException, execFile } from "node:child_process";
import pLimit from "p-limit";
import { inProgram } from "~/program.server";

/*
 * An uploaded SVG is never served: it is drawn to a PNG, which is then stored like any other picture. A few kilobytes can take minutes or
 * gigabytes to read or to draw, so both are done by a process that is ended (scripts/draw-svg.mjs). The site looks only at the first bytes.
 */

const MAX_BYTES = 256 * 1024;
/** A logo takes a fifth of a second with the start of the process, and ten times that on a machine that is busy. */
const TIMEOUT_MS = 5000;
/** While it is read; the process itself watches what it takes to draw. */
const MAX_HEAP_MB = 100;
const MAX_PNG_BYTES = 8 * 1024 * 1024;
/** The exit status of a process that wrote a sentence. */
const REFUSED = 3;

type DrawnLogo = { ok: true; png: Buffer } | { ok: false; message: string };

/** Whether a file is an SVG, by its first bytes. */
export function looksLikeSvg(bytes: Buffer): boolean {
  const start = bytes
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return /^<(\?xml|svg|!--|!DOCTYPE\s+svg)/i.test(start);
}

/** Draws an SVG to a PNG with a transparent ground, or says in a sentence what keeps it from being a logo. */
export async function drawLogo(bytes: Buffer): Promise<DrawnLogo> {
  if (bytes.length > MAX_BYTES) return refused("is too large: an SVG can have at most 256 KB");
  return inTurn(() => draw(bytes));
}

/** Each takes a core. */
const inTurn = pLimit(1);

function draw(bytes: Buffer): Promise<DrawnLogo> {
  const args = [`--max-old-space-size=${MAX_HEAP_MB}`, inProgram("scripts", "draw-svg.mjs")];
  const limits = { timeout: TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: MAX_PNG_BYTES } as const;
  // It needs none of the site's secrets.
  const env = { NODE_ENV: "production" } as const;
  return new Promise((resolve) => {
    const drawing = execFile(
      process.execPath,
      args,
      { ...limits, env, encoding: "buffer" },
      (error, output) => resolve(error ? refused(problemOf(error, output)) : { ok: true, png: output }),
    );
    // One that was ended reads no longer.
    drawing.stdin?.on("error", () => {});
    drawing.stdin?.end(bytes);
  });
}

function problemOf({ code, killed, signal }: ExecFileException, output: Buffer): string {
  if (code === REFUSED) return output.toString();
  if (killed) return "takes too long to draw. Save it as a PNG instead";
  // It crashed, exceeded its heap, or was killed by a system out of memory.
  if (signal) return "takes too much memory to draw. Save it as a PNG instead";
  return "can't be drawn. Save it as a PNG instead";
}

function refused(problem: string): DrawnLogo {
  return { ok: false, message: `The drawing ${problem}.` };
}
