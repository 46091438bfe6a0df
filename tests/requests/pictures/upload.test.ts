import { existsSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { endSession } from "~/accounts/session.server";
import { config } from "~/config.server";
import { pictureStore } from "~/pictures/claims.server";
import { parsePublicId } from "~/pictures/picture";
import { MAX_IMAGE_BYTES } from "~/pictures/upload";
import { filePart, MULTIPART, multipart, sendRaw, textPart } from "../../support/multipart";
import { pictureSender, picturesOnDisk, type Sender, UPLOAD } from "../../support/picture-sender";
import { HEIC, movingWebp, photo, pixelBomb, polyglot, SVG } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

const WRONG_TYPE = "Please upload a valid image file (JPG, PNG, or WebP)";
const TOO_LARGE = "File size must be less than 5MB";
const TOO_MUCH_MEMORY = "That photo is too large to process. Please save it as a smaller JPEG and try again.";
const TOO_MANY_PIXELS = "That photo is too large. The limit is 50 megapixels.";

let site: Site;
let sender: Sender;
beforeAll(async () => {
  site = await startSite();
  sender = await pictureSender(site);
});

describe("POST /api/admin/upload", () => {
  test("answers 201 with the address and the name of a picture that is there in every width", async () => {
    const large = await photo(4000, 3000).jpeg({ quality: 70 }).toBuffer();
    const answer = await sender.upload(large);
    expect(answer.status).toBe(201);
    const { url, public_id: publicId } = await answer.json();
    expect(parsePublicId(url)).toBe(publicId);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    for (const format of ["avif", "webp"]) {
      for (const width of [320, 480, 640, 768, 1200, 1600]) {
        const version = await site.fetch(`/uploads/${publicId}/${width}.${format}`);
        expect([version.status, version.headers.get("Content-Type")]).toEqual([200, `image/${format}`]);
      }
    }
  });

  test("a picture in the trash isn't served, and is there again once the same bytes come again", async () => {
    const bytes = await photo(500, 375).png().toBuffer();
    const { url, public_id: publicId } = await (await sender.upload(bytes)).json();
    const now = new Date();
    const before = new Date(now.getTime() + 60_000);
    expect(await pictureStore.trashPicture(publicId, { before, now })).toBe(true);
    const file = `.trash/${now.toISOString().slice(0, 10)}${url.slice("/uploads".length)}`;
    expect(existsSync(path.join(config.UPLOADS_DIR, file))).toBe(true);
    for (const address of [url, `/uploads/${file}`, `/uploads/${file.replace(".", "%2e")}`]) {
      expect((await site.fetch(address)).status, address).toBe(404);
    }
    expect((await sender.upload(bytes)).status).toBe(201);
    expect((await site.fetch(url)).status).toBe(200);
  });

  test("turns a phone's picture upright and keeps none of its marks", async () => {
    const picture = await photo(800, 600)
      .jpeg()
      .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "47/1 36/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { url } = await (await sender.upload(picture)).json();
    for (const address of [url, url.replace(/webp$/, "avif")]) {
      const kept = await sharp(Buffer.from(await (await site.fetch(address)).arrayBuffer())).metadata();
      expect([kept.width, kept.height, kept.exif, kept.orientation]).toEqual([
        600,
        800,
        undefined,
        undefined,
      ]);
    }
  });

  test("takes a PNG that is sent as a WebP and named as a page: its bytes decide", async () => {
    const png = await photo(64, 48).png().toBuffer();
    expect((await sender.upload(png, { type: "image/webp", name: "car.html" })).status).toBe(201);
  });

  test("keeps nothing of a page and an archive that are hidden behind a picture", async () => {
    const { url } = await (await sender.upload(await polyglot())).json();
    const kept = Buffer.from(await (await site.fetch(url)).arrayBuffer());
    expect([kept.includes("<script>"), kept.includes("PK\x05\x06")]).toEqual([false, false]);
  });

  describe.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ["a HEIC", () => HEIC, 415, WRONG_TYPE],
    ["an SVG", () => SVG, 415, WRONG_TYPE],
    ["a GIF", () => photo(64, 48).gif().toBuffer(), 415, WRONG_TYPE],
    ["a JPEG that is cut off", () => sender.jpeg.subarray(0, sender.jpeg.length * 0.7), 415, WRONG_TYPE],
    ["256 megapixels in a small file", () => pixelBomb(), 413, TOO_MANY_PIXELS],
    ["400 MB of pixels in a small file", () => movingWebp(2, 7000), 413, TOO_MUCH_MEMORY],
    ["a page that calls itself a JPEG", () => Buffer.from("<html></html>"), 415, WRONG_TYPE],
    ["an empty file", () => Buffer.alloc(0), 415, WRONG_TYPE],
    ["one byte too many", () => sender.padded(MAX_IMAGE_BYTES + 1), 413, TOO_LARGE],
    ["much too much", () => sender.padded(20 * 1024 * 1024), 413, TOO_LARGE],
  ])("%s", (_name, bytes, status, sentence) => {
    test("gets its sentence and leaves the disk as it was", async () => {
      const before = await picturesOnDisk();
      const answer = await sender.upload(await bytes());
      expect([answer.status, await answer.json()]).toEqual([status, { error: sentence }]);
      expect(await picturesOnDisk()).toEqual(before);
    });
  });

  test("takes a picture of exactly 5 MB", async () => {
    expect((await sender.upload(sender.padded(MAX_IMAGE_BYTES))).status).toBe(201);
  });

  test.each(["GET", "PUT", "DELETE", "PATCH"])("answers %s with 405 and Allow", async (method) => {
    const answer = await site.fetch(UPLOAD, { method, headers: { Authorization: sender.bearer } });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  test.each([
    ["JSON", "application/json", "{}"],
    ["a plain form", "application/x-www-form-urlencoded", "image=x"],
    ["the picture itself", "image/jpeg", "x"],
  ])("answers %s with 415 and what to send instead", async (_name, type, body) => {
    const answer = await sender.raw(body, { "Content-Type": type });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      415,
      { error: "Send the picture as multipart/form-data, in the field image." },
    ]);
  });

  test("asks for a picture where none came", async () => {
    const none = filePart("", { filename: "", type: "application/octet-stream" });
    for (const parts of [[none], [textPart("image", "x")], []]) {
      const answer = await sender.raw(multipart(parts));
      expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error: WRONG_TYPE }]);
    }
  });
});

describe("who may upload", () => {
  test.each<[string, () => Record<string, string>]>([
    ["a request without a token", () => ({})],
    [
      "a cookie alone (another site could make a browser send it)",
      () => ({ Cookie: sender.cookie, Origin: site.url }),
    ],
    ["a token that someone else made", () => ({ Authorization: "Bearer aaaa.bbbb.cccc" })],
  ])("%s isn't enough: the answer is there before the body is", async (_name, headers) => {
    const { request, answer } = sendRaw(site.url + UPLOAD, {
      headers: { "Content-Type": MULTIPART, "Content-Length": "4000000", ...headers() },
      end: false,
    });
    const { status, text, headers: answered } = await answer;
    expect([status, Object.keys(JSON.parse(text))]).toEqual([401, ["error"]]);
    expect(answered["www-authenticate"]).toMatch(/^Bearer/);
    request.destroy();
  });

  test("a token whose session has ended isn't enough", async () => {
    const { session } = await signedIn();
    const token = await issueToken(session, new Date());
    await endSession(session.id);
    const answer = await sender.raw(multipart([filePart(sender.jpeg)]), { Authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
  });

  test("another site may not, whatever it brings", async () => {
    const answer = await sender.raw(multipart([filePart(sender.jpeg)]), { Origin: "https://evil.example" });
    expect(answer.status).toBe(403);
  });

  test("a sender who is refused can finish, and hears why", async () => {
    const answer = await sender.raw(multipart([filePart(sender.padded(MAX_IMAGE_BYTES))]), {
      Authorization: "Bearer a.b.c",
    });
    expect(answer.status).toBe(401);
  });
});
