import { buffer } from "node:stream/consumers";
import { renderAsync } from "@resvg/resvg-js";
import { cleanSvg, NoLogo } from "./clean-svg.mjs";
import { endAbove } from "./end-above.mjs";

// Draws the SVG of standard input to a PNG on standard output, or writes there what keeps it from being a logo. A few kilobytes can take
// minutes or gigabytes, which only the end of a process ends: the site ends this one after a while, and bounds the heap it reads with.

/** The exit status where a sentence was written. */
const REFUSED = 3;
/** A logo takes 90 MB, most of which is Node's. */
const MAX_BYTES = 300 * 1024 * 1024;
/** Where the site that would end it was ended itself. */
const MAX_SECONDS = 10;

endAbove({ bytes: MAX_BYTES, seconds: MAX_SECONDS });

try {
  const svg = cleanSvg(await buffer(process.stdin));
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } });
  process.stdout.write(drawn.asPng());
} catch (error) {
  const isNoLogo = error instanceof NoLogo;
  process.stdout.write(
    isNoLogo ? error.message : "is not a valid SVG. Save it again as a plain SVG, or as a PNG",
  );
  process.exitCode = REFUSED;
}
