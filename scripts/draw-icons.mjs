import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { inProject } from "./project.mjs";

// Generates the icons in public/ from public/favicon.svg. Run it again when the drawing changes, and commit its output.

const GREEN = "#0d6b45";
/** The drawing's own size. */
const BOX = 64;
/** Masks may crop to a circle of 80% of the width; at this scale the border's corners are inside it. */
const MASK_SAFE = 0.69;

/** Scales around the center of the road, which is slightly below the center of the drawing. */
const ROAD_ENLARGED = "translate(32 32) scale(1.37) translate(-32 -33.5)";

const drawing = readFileSync(inProject("public", "favicon.svg"), "utf8").replace(
  /^<svg[^>]*>|<\/svg>\s*$/g,
  "",
);

const tabs = [
  [16, await png(withoutBorder(), 16)],
  [32, await png(sign(), 32)],
  [48, await png(sign(), 48)],
];
save("favicon.ico", ico(tabs));
save("icon-192.png", await png(sign(), 192));
save("icon-512.png", await png(sign(), 512));
// Phones crop these to their own shape, so the green extends to the edge.
save("apple-touch-icon.png", await png(onGreen(1), 180));
save("icon-maskable-512.png", await png(onGreen(MASK_SAFE), 512));

function sign() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}">${drawing}</svg>`;
}

/** At 16 pixels the border would blur, so only the road is drawn, enlarged. */
function withoutBorder() {
  const road = drawing
    .replace(/<rect [^>]*stroke[^>]*>/, "")
    .replaceAll("<path ", `<path transform="${ROAD_ENLARGED}" `);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}">${road}</svg>`;
}

function onGreen(scale) {
  const left = (BOX * (1 - scale)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}"><path fill="${GREEN}" d="M0 0h${BOX}v${BOX}H0z"/><g transform="translate(${left} ${left}) scale(${scale})">${drawing}</g></svg>`;
}

function png(svg, size) {
  return sharp(Buffer.from(svg), { density: (72 * size) / BOX })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** An .ico file around PNGs: a six-byte header, a sixteen-byte directory entry for each, then the images. */
function ico(pictures) {
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = head.length + 16 * pictures.length;
  const directory = pictures.map(([size, picture]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4); // color planes
    entry.writeUInt16LE(32, 6); // bits per pixel
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...pictures.map(([, picture]) => picture)]);
}

function save(name, bytes) {
  writeFileSync(inProject("public", name), bytes);
  console.log(`public/${name}: ${bytes.length} bytes`);
}
