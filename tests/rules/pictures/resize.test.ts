// @own-process: it ends decoders, which the files of a process share

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DecoderEnded, withDecoder } from "../../../app/pictures/decoder.server";
import { openFolderStorage } from "../../../app/pictures/folder-storage.server";
import {
  newVersions,
  type PictureFormat,
  parsePublicId,
  pictureFile,
  pictureSources,
  storedVersions,
} from "../../../app/pictures/picture";
import { openPictureStore } from "../../../app/pictures/store.server";
import {
  IMAGE_MEMORY_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  MAX_IMAGE_BYTES,
} from "../../../app/pictures/upload";
import {
  HEIC,
  manyChunks,
  manyScans,
  movingWebp,
  photo,
  pixelBomb,
  SVG,
  steppedProfile,
  textBomb,
} from "../../support/pictures";

const ID = "0123456789abcdef01234567";

describe("addresses", () => {
  const widthsIn = (srcSet: string | undefined) =>
    srcSet?.split(", ").map((source) => Number(/ (\d+)w$/.exec(source)?.[1]));

  test("a picture's sources follow from its address alone", () => {
    const id = `${ID}-1600x1200-2`;
    const sources = pictureSources(`/uploads/${id}/1600.webp`);
    expect(sources).toMatchObject({ width: 1600, height: 1200, isPlaceholder: false });
    expect(sources.src).toBe(`/uploads/${id}/1600.webp`);
    expect(sources.avifSrcSet).toMatch(`/uploads/${id}/320.avif 320w, /uploads/${id}/480.avif 480w, `);
    expect(sources.srcSet).toMatch(`/uploads/${id}/320.webp 320w, /uploads/${id}/480.webp 480w, `);
    expect(widthsIn(sources.avifSrcSet)).toEqual([320, 480, 640, 768, 1200, 1600]);
    expect(widthsIn(sources.srcSet)).toEqual([320, 480, 640, 768, 1200, 1600]);
  });

  test("a picture from before there was AVIF is shown in what is kept of it", () => {
    const sources = pictureSources(`/uploads/${ID}-1600x1200/1600.webp`);
    expect(sources).toMatchObject({ width: 1600, height: 1200, isPlaceholder: false });
    expect(sources.avifSrcSet).toBeUndefined();
    expect(sources.srcSet).toMatch(`/uploads/${ID}-1600x1200/320.webp 320w, `);
    expect(widthsIn(sources.srcSet)).toEqual([320, 640, 960, 1600]);
  });

  test("no source is wider than the picture", () => {
    expect(newVersions(1200).widths).toEqual([320, 480, 640, 768, 1200]);
    expect(newVersions(768).widths).toEqual([320, 480, 640, 768]);
    expect(storedVersions(`${ID}-1200x900`)?.widths).toEqual([320, 640, 960, 1200]);
    const { srcSet, avifSrcSet } = pictureSources(`/uploads/${ID}-200x150-2/200.webp`);
    expect(srcSet).toBe(`/uploads/${ID}-200x150-2/200.webp 200w`);
    expect(avifSrcSet).toBe(`/uploads/${ID}-200x150-2/200.avif 200w`);
  });

  test.each([
    undefined,
    null,
    "",
    "https://elsewhere.example/car.jpg",
    `https://elsewhere.example/uploads/${ID}-1600x1200/1600.webp`,
    `/uploads/${ID}-1600x1200/960.webp`,
    `/uploads/${ID}-9999x1200/9999.webp`,
    `/uploads/${ID}-1600x0/1600.webp`,
    `/uploads/${ID.toUpperCase()}-1600x1200/1600.webp`,
    `/uploads/../${ID}-1600x1200/1600.webp`,
    `/uploads/${ID}-1600x1200/1600.webp?x`,
    `/uploads/${ID}-1600x1200/1600.webp\n`,
    `/uploads/${ID}-1600x1200-2/1600.avif`,
    `/uploads/${ID}-1600x1200-1/1600.webp`,
    `/uploads/${ID}-1600x1200-22/1600.webp`,
    `/uploads/${ID}-1600x1200-/1600.webp`,
  ])("a missing or foreign address shows the placeholder: %j", (imageUrl) => {
    expect(pictureSources(imageUrl)).toEqual({
      src: "/placeholder-car.svg",
      srcSet: undefined,
      avifSrcSet: undefined,
      width: 960,
      height: 720,
      isPlaceholder: true,
    });
  });
});

describe("the picture store", () => {
  let directory: string;
  let store: ReturnType<typeof openPictureStore>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "pictures-"));
    store = openPictureStore(openFolderStorage(directory));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const stored = async (bytes: Uint8Array) => {
    const picture = await store.storePicture(bytes);
    if (!picture.ok) throw new Error(picture.message);
    return picture;
  };
  const version = (publicId: string, width: number, format: PictureFormat = "webp") =>
    readFile(join(directory, publicId, pictureFile(width, format)));

  test.each(["jpeg", "png", "webp"] as const)(
    "a %s is kept as AVIF and as WebP in six widths",
    async (format) => {
      const picture = await stored(await photo(2000, 1500).toFormat(format).toBuffer());
      expect(picture).toMatchObject({ width: 1600, height: 1200 });
      expect(picture.publicId).toMatch(/^[0-9a-f]{24}-1600x1200-2$/);
      expect(parsePublicId(picture.url)).toBe(picture.publicId);
      expect(await readdir(directory)).toEqual([picture.publicId]);
      expect(await readdir(join(directory, picture.publicId))).toHaveLength(12);
      for (const width of [320, 480, 640, 768, 1200, 1600]) {
        const webp = await version(picture.publicId, width, "webp");
        const avif = await version(picture.publicId, width, "avif");
        expect([webp.toString("latin1", 0, 4), webp.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
        expect(avif.toString("latin1", 4, 12)).toBe("ftypavif");
        for (const bytes of [webp, avif]) {
          expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width * 0.75 });
        }
      }
    },
  );

  test("a small picture is never enlarged", async () => {
    const picture = await stored(await photo(700, 500).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 700, height: 500 });
    expect((await readdir(join(directory, picture.publicId))).sort()).toEqual([
      "320.avif",
      "320.webp",
      "480.avif",
      "480.webp",
      "640.avif",
      "640.webp",
      "700.avif",
      "700.webp",
    ]);
  });

  test("a picture as long as a scroll is shrunk to a height that can be kept", async () => {
    const picture = await stored(await photo(100, 18000).removeAlpha().png().toBuffer());
    expect(picture.height).toBe(4096);
    // One that can be seen through takes more memory.
    expect((await stored(await photo(100, 18000).png().toBuffer())).height).toBe(1600);
    expect(parsePublicId(picture.url)).toBe(picture.publicId);
    expect(await readdir(join(directory, picture.publicId))).toHaveLength(2);
  });

  test("a single pixel, and one that can be seen through, are pictures too", async () => {
    const plain = (width: number, height: number, alpha: number) =>
      sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha } } });
    const dot = await stored(await plain(1, 1, 1).removeAlpha().png().toBuffer());
    expect(await sharp(await version(dot.publicId, 1, "avif")).metadata()).toMatchObject({
      width: 1,
      height: 1,
    });
    const glass = await stored(await plain(40, 30, 0.5).png().toBuffer());
    for (const format of ["avif", "webp"] as const) {
      expect(await sharp(await version(glass.publicId, 40, format)).metadata()).toMatchObject({
        hasAlpha: true,
      });
    }
  });

  test("a phone's picture is turned upright and loses its place and every other mark", async () => {
    const picture = await stored(
      await photo(800, 600)
        .jpeg()
        .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "47/1 36/1 0/1", GPSLatitudeRef: "N" } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );
    expect(picture).toMatchObject({ width: 600, height: 800 });
    for (const format of ["avif", "webp"] as const) {
      const bytes = await version(picture.publicId, 600, format);
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ width: 600, height: 800 });
      for (const mark of ["exif", "xmp", "iptc", "icc", "orientation"] as const) {
        expect(metadata[mark]).toBeUndefined();
      }
      expect(bytes.includes("Phone")).toBe(false);
    }
  });

  test("a printer's CMYK picture comes out in sRGB", async () => {
    const picture = await stored(await photo(400, 300).toColourspace("cmyk").jpeg().toBuffer());
    for (const format of ["avif", "webp"] as const) {
      const metadata = await sharp(await version(picture.publicId, 400, format)).metadata();
      expect(metadata).toMatchObject({ space: "srgb", channels: 3 });
    }
  });

  test("the same picture twice has one name, another picture another", async () => {
    const bytes = await photo(640, 480).jpeg().toBuffer();
    const [first, second] = await Promise.all([stored(bytes), stored(bytes)]);
    const third = await stored(bytes);
    const other = await stored(await photo(640, 480, "#884422").jpeg().toBuffer());
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(other.publicId).not.toBe(first.publicId);
    expect((await readdir(directory)).sort()).toEqual([first.publicId, other.publicId].sort());
  });

  test("a page hidden behind a picture does not survive", async () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const picture = await stored(Buffer.concat([await photo(640, 480).jpeg().toBuffer(), page]));
    for (const file of await readdir(join(directory, picture.publicId))) {
      expect((await readFile(join(directory, picture.publicId, file))).includes("<script>")).toBe(false);
    }
  });

  test("a page that calls itself a JPEG is refused", async () => {
    await refused(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("<html></html>")]));
  });

  test("an SVG is refused", async () => {
    await refused(SVG);
  });

  test("a HEIC is refused", async () => {
    await refused(HEIC);
  });

  test.each(["gif", "tiff", "avif"] as const)("a %s is refused", async (format) => {
    await refused(await photo(64, 48).toFormat(format).toBuffer());
  });

  test("a PDF, an empty file and noise are refused", async () => {
    await refused(Buffer.from("%PDF-1.7\n1 0 obj <<>> endobj"));
    await refused(new Uint8Array());
    await refused(Buffer.alloc(4096, 0x5a));
  });

  test.each(["jpeg", "png", "webp"] as const)("a %s cut off on its way is refused", async (format) => {
    const whole = await photo(2000, 1500).toFormat(format).toBuffer();
    await refused(whole.subarray(0, Math.floor(whole.length * 0.6)));
    await refused(whole.subarray(0, Math.floor(whole.length * 0.99)));
  });

  test("a small file that would unfold to 256 megapixels is told that it is too large", async () => {
    const bomb = pixelBomb();
    expect(bomb.length).toBeLessThan(100_000);
    // It is a PNG like any other, but for its size.
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({
      format: "png",
      width: 16_384,
      height: 16_384,
    });
    await refused(bomb, "That photo is too large. The limit is 50 megapixels.");
  });

  test("one byte over 5 MB is refused for its size, 5 MB is not", async () => {
    const bytes = await photo(320, 240).jpeg().toBuffer();
    const padded = (length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
    await refused(padded(MAX_IMAGE_BYTES + 1), IMAGE_SIZE_MESSAGE);
    expect(await store.storePicture(padded(MAX_IMAGE_BYTES))).toMatchObject({ ok: true });
  });

  test("a folder that cannot be written throws and leaves nothing behind", async () => {
    const file = join(directory, "not-a-folder");
    await writeFile(file, "");
    const broken = openPictureStore(openFolderStorage(file));
    await expect(broken.storePicture(await photo(64, 48).png().toBuffer())).rejects.toThrow();
    expect(await readdir(directory)).toEqual(["not-a-folder"]);
  });

  test("a picture that no record uses goes after its day; stored again, it gets another", async () => {
    const bytes = ["#101010", "#808080", "#f0f0f0"].map((tone) => photo(64, 48, tone).png().toBuffer());
    const [used, unused, renewed] = await Promise.all(bytes.map(async (picture) => stored(await picture)));
    const twoDaysAgo = new Date(Date.now() - 172_800_000);
    for (const name of await readdir(directory)) await utimes(join(directory, name), twoDaysAgo, twoDaysAgo);
    await stored(await photo(64, 48, "#f0f0f0").png().toBuffer());

    const yesterday = new Date(Date.now() - 86_400_000);
    const options = { before: yesterday, now: new Date() };
    expect(await store.trashPicture(renewed?.publicId ?? "", options)).toBe(false);
    expect(await store.trashPicture(unused?.publicId ?? "", options)).toBe(true);
    expect((await listed()).sort()).toEqual([used?.publicId, renewed?.publicId].sort());
  });

  test("a picture from before there was AVIF is claimed and swept like any other", async () => {
    const ids = ["a", "b"].map((digit) => `${digit.repeat(24)}-320x240`);
    const [claimed = "", unused = ""] = ids;
    const twoDaysAgo = new Date(Date.now() - 172_800_000);
    for (const id of ids) {
      await mkdir(join(directory, id));
      await writeFile(join(directory, id, "320.webp"), "");
      await utimes(join(directory, id), twoDaysAgo, twoDaysAgo);
    }
    expect(await store.claimPicture(claimed)).toBe(true);
    const options = { before: new Date(Date.now() - 86_400_000), now: new Date() };
    expect([await store.trashPicture(claimed, options), await store.trashPicture(unused, options)]).toEqual([
      false,
      true,
    ]);
    expect(await listed()).toEqual([claimed]);
    expect(await store.claimPicture(unused)).toBe(true);
    expect((await listed()).sort()).toEqual(ids);
  });

  test("a JPEG of many scans is refused before it keeps a core busy; a camera's few are not, whatever follows its end", async () => {
    const video = Buffer.concat(Array<Buffer>(200).fill(Buffer.from([0xff, 0xda, 0, 8])));
    await refused(manyScans(120));
    expect((await store.storePicture(manyScans(20))).ok).toBe(true);
    const few = await photo(64, 48).jpeg({ progressive: true }).toBuffer();
    expect((await store.storePicture(Buffer.concat([few, video]))).ok).toBe(true);
  });

  test("a JPEG of a thousand segments is refused, one of sixty is a picture", async () => {
    const jpeg = await photo(64, 48).jpeg().toBuffer();
    const withSegments = (count: number) =>
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.alloc(count * 4, Buffer.from([0xff, 0xe1, 0, 2])),
        jpeg.subarray(2),
      ]);
    await refused(withSegments(1000), "Please upload a valid image file (JPG, PNG, or WebP)");
    expect((await store.storePicture(withSegments(60))).ok).toBe(true);
  });

  test("a WebP of a thousand frames is refused, of a shorter film the first frame is kept", async () => {
    await refused(await movingWebp(1001));
    expect(await store.storePicture(await movingWebp(20))).toMatchObject({ ok: true, width: 32 });
  });

  test("a WebP that moves on a canvas of 49 megapixels is refused, which takes 400 MB however few bytes it has", async () => {
    await refused(await movingWebp(2, 7_000), IMAGE_MEMORY_MESSAGE);
    expect((await store.storePicture(await movingWebp(2, 3_000))).ok).toBe(true);
  });

  test("a PNG of more than ten thousand chunks is refused", async () => {
    await refused(await manyChunks(10_000), "Please upload a valid image file (JPG, PNG, or WebP)");
    expect((await store.storePicture(await manyChunks(1_000))).ok).toBe(true);
    const padded = Buffer.concat([await photo(64, 48).png().toBuffer(), Buffer.alloc(200_000)]);
    expect((await store.storePicture(padded)).ok).toBe(true);
  });

  // Reading the texts takes a core for twice as long.
  test("a PNG's texts are left out, however long they are", { timeout: 8_000 }, async () => {
    expect(await store.storePicture(await textBomb())).toMatchObject({ ok: true, width: 32 });
  });

  test("a color profile of steps without end is left out", async () => {
    expect(await store.storePicture(await steppedProfile(200_000))).toMatchObject({ ok: true, width: 32 });
  });

  test("a picture that takes its decoder too long is not waited for, and those after it are read", async () => {
    const bytes = await photo(4000, 3000).png().toBuffer();
    const how = { maxPixels: 50_000_000, ignoreIcc: false, box: { width: 1600, height: 1600 } };
    await expect(withDecoder(({ decode }) => decode(bytes, how), 1)).rejects.toThrow(DecoderEnded);
    expect((await store.storePicture(await photo(64, 48).png().toBuffer())).ok).toBe(true);
  });

  test("a picture that takes its decoder too much memory is refused, and those after it are read", async () => {
    const progressive = (chromaSubsampling: string) =>
      sharp({ create: { width: 8192, height: 6100, channels: 3, background: "#123" } })
        .jpeg({ progressive: true, chromaSubsampling })
        .toBuffer();
    await refused(await progressive("4:4:4"), IMAGE_MEMORY_MESSAGE);
    expect((await store.storePicture(await photo(64, 48).png().toBuffer())).ok).toBe(true);
    // Cameras' have half the samples.
    expect((await store.storePicture(await progressive("4:2:0"))).ok).toBe(true);
  });

  const listed = async () => (await store.listPictures()).map(({ publicId }) => publicId);

  const refused = async (bytes: Uint8Array, message: string = IMAGE_TYPE_MESSAGE) => {
    expect(await store.storePicture(bytes)).toEqual({ ok: false, message });
    expect(await readdir(directory)).toEqual([]);
  };
});

test("once other image types are blocked, the three kinds load, an SVG and an AVIF do not, and pictures are kept", async () => {
  // In a child process, because the block can't be undone for the tests that follow.
  const script = `
    import sharp from "sharp";
    import { blockOtherImageTypes } from "./app/pictures/resize.server";
    import { openFolderStorage } from "./app/pictures/folder-storage.server";
    import { openPictureStore } from "./app/pictures/store.server";
    const make = (format) => sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } }).toFormat(format).toBuffer();
    const files = [await make("jpeg"), await make("png"), await make("webp"), await make("gif"), await make("avif"), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')];
    blockOtherImageTypes();
    const loads = [];
    for (const file of files) loads.push(await sharp(file).raw().toBuffer().then(() => true, () => false));
    const { ok } = await openPictureStore(openFolderStorage(process.argv[1])).storePicture(files[0]);
    console.log(JSON.stringify([...loads, ok]));
  `;
  const directory = await mkdtemp(join(tmpdir(), "pictures-"));
  try {
    const run = ["--import", "tsx", "--input-type=module", "-e", script, directory];
    const output = execFileSync(process.execPath, run, { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual([true, true, true, false, false, false, true]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
