import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { inProject } from "./project.mjs";

// Draws the icons of public/ from one drawing, public/favicon.svg. Run it again where the drawing changes; what it
// writes is committed.

const GREEN = "#0d6b45";
/** The drawing's own size. */
const BOX = 64;
/** A mask may cut off all but a circle of 80 % across; the corners of the drawing's border lie within it. */
const MASK_SAFE = 0.69;

/** About the middle of the road, which lies a little below the middle of the drawing. */
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
// Phones cut these to a shape of their own: the green goes up to the edge.
save("apple-touch-icon.png", await png(onGreen(1), 180));
save("icon-maskable-512.png", await png(onGreen(MASK_SAFE), 512));

function sign() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}">${drawing}</svg>`;
}

/** In 16 pixels the border would be a haze: the road alone, and larger. */
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

/** An .ico file around PNGs: six bytes of head, sixteen of directory for each, then the pictures. */
function ico(pictures) {
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = head.length + 16 * pictures.length;
  const directory = pictures.map(([size, picture]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4); // colour planes
    entry.writeUInt16LE(32, 6); // bits a pixel
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
