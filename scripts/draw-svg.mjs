import { buffer } from "node:stream/consumers";
import { Resvg } from "@resvg/resvg-js";

// Draws the SVG of standard input to a PNG on standard output: in a process of its own, since nothing else can end what takes too long.
const svg = await buffer(process.stdin);
process.stdout.write(new Resvg(svg.toString("utf8"), { font: { loadSystemFonts: false } }).render().asPng());
