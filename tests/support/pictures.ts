import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture in one colour under a grain, so that half a file is visibly half a picture. */
export function photo(width: number, height: number, background = "#3366aa") {
  const grain = Buffer.from(Array.from({ length: 32 * 32 * 3 }, (_, index) => (index * 2654435761) % 251));
  const tile = { input: grain, raw: { width: 32, height: 32, channels: 3 }, tile: true } as const;
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { ...tile, blend: "overlay" },
  ]);
}

/** A PNG of 256 megapixels in a few kilobytes. */
export function pixelBomb(side = 16_384): Buffer {
  // One bit a pixel, in grey.
  return png({ width: side, height: side, look: [1, 0, 0, 0, 0] }, Buffer.alloc(side * (1 + side / 8)));
}

/** `look`: depth, color type, compression, filter and interlace method. */
function png({ width, height, look }: { width: number; height: number; look: number[] }, rows: Buffer) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(look, 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** What an iPhone sends where nobody asked it for a JPEG. */
export const HEIC = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
  Buffer.alloc(4096, 0x11),
]);

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

/** A JPEG that is also a page and, read from its end, an archive. */
export async function polyglot(): Promise<Buffer> {
  const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
  return Buffer.concat([
    await photo(640, 480).jpeg().toBuffer(),
    Buffer.from("<html><script>alert(1)</script></html>"),
    emptyZip,
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A grey JPEG of 64 by 64 pixels, whose first scan is followed by so many more, each as short as can be. */
export function manyScans(count: number): Buffer {
  const segment = (marker: number, ...bytes: number[]) =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);
  const zeros = (length: number) => Array<number>(length).fill(0);
  // A Huffman table of one code, a single 0: no difference in the first scan, the end of 16,384 blocks in the others.
  const table = (place: number, symbol: number) => segment(0xc4, place, 1, ...zeros(15), symbol);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(8),
    ...Array.from({ length: count }, () =>
      Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), Buffer.alloc(2)]),
    ),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A WebP that moves, of so many frames of 32 by 32 pixels on a canvas. */
export async function movingWebp(frames: number, side = 32): Promise<Buffer> {
  const still = (await photo(32, 32).removeAlpha().webp().toBuffer()).subarray(12);
  // An offset of 0, 32 by 32 pixels, for 100 ms.
  const place = Buffer.from([0, 0, 0, 0, 0, 0, 31, 0, 0, 31, 0, 0, 100, 0, 0, 0]);
  const first = riffChunk("ANMF", Buffer.concat([place, still]));
  return riffWebp([
    riffChunk("VP8X", canvas(side)),
    riffChunk("ANIM", Buffer.alloc(6)),
    Buffer.concat(Array<Buffer>(frames).fill(first)),
  ]);
}

/** The header of a WebP that moves. */
function canvas(side: number): Buffer {
  const header = Buffer.alloc(10);
  header[0] = 2;
  header.writeUIntLE(side - 1, 4, 3);
  header.writeUIntLE(side - 1, 7, 3);
  return header;
}

/** A PNG of 32 by 32 pixels with texts of 5 GB, which take 5 MB. */
export function textBomb(): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(50_000_000), { level: 9 })]);
  return pngWith(Array<Buffer>(100).fill(chunk("zTXt", text)));
}

/** A PNG of 32 by 32 pixels with so many empty chunks more. */
export function manyChunks(count: number): Promise<Buffer> {
  return pngWith(Array<Buffer>(count).fill(chunk("teST", Buffer.alloc(0))));
}

async function pngWith(chunks: readonly Buffer[]): Promise<Buffer> {
  const picture = await photo(32, 32).png().toBuffer();
  // Behind the signature and the header.
  const at = 33;
  return Buffer.concat([picture.subarray(0, at), ...chunks, picture.subarray(at)]);
}

/** A WebP of a few pixels with a color profile of so many steps, each of which changes nothing. */
export async function steppedProfile(steps: number): Promise<Buffer> {
  const plain = await photo(32, 32).removeAlpha().webp().toBuffer();
  const { icc } = await sharp(
    await photo(32, 32).removeAlpha().withIccProfile("srgb").webp().toBuffer(),
  ).metadata();
  if (!icc) throw new Error("no profile");
  return riffWebp([
    riffChunk("VP8X", Buffer.from([0x20, 0, 0, 0, 31, 0, 0, 31, 0, 0])),
    riffChunk("ICCP", withTag(icc, "D2B0", stepsTag(steps))),
    plain.subarray(12),
  ]);
}

/** An element list of ICC.1:2010, 10.14, whose places all name one matrix of three by three. */
function stepsTag(steps: number): Buffer {
  const matrix = Buffer.alloc(60);
  matrix.write("matf", "latin1");
  matrix.set([0, 3, 0, 3], 8);
  for (let at = 0; at < 9; at++) matrix.writeFloatBE(at % 4 === 0 ? 0.999999 : 1e-7, 12 + 4 * at);
  for (let at = 0; at < 3; at++) matrix.writeFloatBE(1e-7, 48 + 4 * at);
  const head = Buffer.alloc(16);
  head.write("mpet", "latin1");
  head.set([0, 3, 0, 3], 8);
  head.writeUInt32BE(steps, 12);
  const place = Buffer.alloc(8);
  place.writeUInt32BE(16 + 8 * steps, 0);
  place.writeUInt32BE(matrix.length, 4);
  return Buffer.concat([head, Buffer.alloc(8 * steps, place), matrix]);
}

/** A color profile with one tag more, as version 4.3. */
function withTag(icc: Buffer, name: string, content: Buffer): Buffer {
  const known = Array.from({ length: icc.readUInt32BE(128) }, (_, index) => {
    const at = 132 + 12 * index;
    const start = icc.readUInt32BE(at + 4);
    return {
      name: icc.toString("latin1", at, at + 4),
      content: icc.subarray(start, start + icc.readUInt32BE(at + 8)),
    };
  });
  const tags = [...known, { name, content }];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let end = 128 + table.length;
  const contents = tags.map((tag, index) => {
    table.write(tag.name, 4 + 12 * index, "latin1");
    table.writeUInt32BE(end, 8 + 12 * index);
    table.writeUInt32BE(tag.content.length, 12 + 12 * index);
    const padded = Buffer.concat([tag.content, Buffer.alloc(-tag.content.length & 3)]);
    end += padded.length;
    return padded;
  });
  const head = Buffer.from(icc.subarray(0, 128));
  head.writeUInt32BE(end, 0);
  head.writeUInt32BE(0x04300000, 8);
  return Buffer.concat([head, table, ...contents]);
}

function riffWebp(chunks: Buffer[]): Buffer {
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

function riffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
}
