import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serializeError } from "~/http/logged-error";
import { openBucket } from "~/pictures/bucket.server";
import { openBucketStorage } from "~/pictures/bucket-storage.server";
import { openFolderStorage } from "~/pictures/folder-storage.server";
import { largestFile, pictureFiles } from "~/pictures/picture";
import type { PictureStorage } from "~/pictures/storage";
import { uploadsUrlSchema } from "~/pictures/uploads-url";
import { startBucket } from "../../support/bucket";

const DAY_MS = 24 * 60 * 60 * 1000;
const server = await startBucket();

/** A storage with nothing in it. */
interface Kind {
  name: string;
  isMissing: boolean;
  open(): Promise<PictureStorage>;
}

let opened = 0;
/** The bucket below a prefix that no other test has. */
function openTestBucket(pageSize?: number) {
  opened += 1;
  const { env } = server ?? { env: { UPLOADS_URL: "", AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" } };
  const place = uploadsUrlSchema.parse(env.UPLOADS_URL.replace("pictures?", `${opened}?`));
  const keys = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY };
  return openBucket(place, keys, pageSize);
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pictures-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KINDS: Kind[] = [
  { name: "a folder", isMissing: false, open: async () => openFolderStorage(folder) },
  { name: "a bucket", isMissing: !server, open: async () => openBucketStorage(openTestBucket()) },
];

let made = 0;
/** A picture's id, and files for it that are no pictures: a storage does not look into them. */
function madeUp(): { id: string; files: Map<string, Buffer> } {
  made += 1;
  const id = `${made.toString(16).padStart(24, "0")}-500x400-2`;
  return { id, files: new Map(pictureFiles(id).map((file) => [file, Buffer.from(`${made} ${file}`)])) };
}

const later = (ms: number) => new Date(Date.now() + ms);

describe.each(KINDS)("$name", ({ open, isMissing }) => {
  const testHere = test.skipIf(isMissing);
  let storage: PictureStorage;
  beforeEach(async () => {
    if (!isMissing) storage = await open();
  });

  const idsIn = async () => (await storage.listPictures()).map(({ publicId }) => publicId).sort();
  async function write(): Promise<string> {
    const { id, files } = madeUp();
    await storage.writePicture(id, files);
    return id;
  }

  testHere("gives every file of a picture back as it was, and knows its length", async () => {
    const { id, files } = madeUp();
    expect(await storage.fileSize(id, largestFile(id))).toBeUndefined();
    await storage.writePicture(id, files);
    for (const [file, content] of files) {
      expect(await buffer(await storage.readFile(id, file))).toEqual(content);
      expect(await storage.fileSize(id, file)).toBe(content.length);
    }
    await expect(storage.readFile(id, "9.webp").then(buffer)).rejects.toThrow();
  });

  testHere("lists its pictures, with when each was written", async () => {
    expect(await storage.listPictures()).toEqual([]);
    const ids = [await write(), await write()];
    expect(await idsIn()).toEqual(ids);
    for (const { claimedAt } of await storage.listPictures())
      expect(Math.abs(claimedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  testHere("takes a claim for a picture that is there, and for no other", async () => {
    const id = await write();
    expect(await storage.claimPicture(id)).toBe(true);
    expect(await storage.claimPicture(madeUp().id)).toBe(false);
    expect(await idsIn()).toEqual([id]);
  });

  testHere("moves to the trash what was not claimed since, and a claim brings it back whole", async () => {
    const { id, files } = madeUp();
    await storage.writePicture(id, files);
    expect(await storage.trashPicture(id, { before: later(-DAY_MS), now: new Date() })).toBe(false);
    expect(await storage.trashPicture(id, { before: later(DAY_MS), now: new Date() })).toBe(true);
    expect([await idsIn(), await storage.fileSize(id, largestFile(id))]).toEqual([[], undefined]);
    expect(await storage.trashPicture(id, { before: later(DAY_MS), now: new Date() })).toBe(false);
    expect(await storage.claimPicture(id)).toBe(true);
    for (const [file, content] of files)
      expect(await buffer(await storage.readFile(id, file))).toEqual(content);
    expect(await storage.trashPicture(id, { before: later(-DAY_MS), now: new Date() })).toBe(false);
  });

  testHere("empties the days of the trash that are over, and what is gone stays gone", async () => {
    const [old, young] = [await write(), await write()];
    const before = later(DAY_MS);
    await storage.trashPicture(old, { before, now: new Date("2027-03-01T12:00Z") });
    await storage.trashPicture(young, { before, now: new Date("2027-03-02T12:00Z") });
    await storage.emptyTrash(new Date("2027-03-02T00:00Z"));
    expect(await storage.claimPicture(young), "its day was not over").toBe(true);
    expect(await storage.claimPicture(old), "its day ends at midnight").toBe(true);
    await storage.trashPicture(old, { before, now: new Date("2027-03-01T12:00Z") });
    await storage.emptyTrash(new Date("2027-03-02T00:01Z"));
    expect(await storage.claimPicture(old)).toBe(false);
  });

  testHere("a picture that is claimed while it goes to the trash is there afterwards", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await write();
      const acts = [
        () => storage.trashPicture(id, { before: later(DAY_MS), now: new Date() }),
        () => storage.claimPicture(id),
      ];
      const [first, second] = round % 2 ? acts : [...acts].reverse();
      await Promise.all([first?.(), second?.()]);
      expect(await storage.claimPicture(id)).toBe(true);
      for (const file of pictureFiles(id)) expect(await storage.fileSize(id, file)).toBeGreaterThan(0);
    }
  });
});

describe.skipIf(!server)("a bucket", () => {
  test("takes claims and the trash of two processes at once: no claim that succeeded loses its picture", async () => {
    const bucket = openTestBucket();
    const [one, other] = [openBucketStorage(bucket), openBucketStorage(bucket)];
    for (let round = 0; round < 4; round++) {
      const { id, files } = madeUp();
      await one.writePicture(id, files);
      const [, claimed] = await Promise.all([
        one.trashPicture(id, { before: later(DAY_MS), now: new Date() }),
        new Promise((resolve) => setTimeout(resolve, round * 40)).then(() => other.claimPicture(id)),
      ]);
      expect(claimed).toBe(true);
      for (const file of files.keys()) expect(await other.fileSize(id, file)).toBeGreaterThan(0);
    }
  });

  test("lists more than its answer holds, page by page", async () => {
    const bucket = openTestBucket(5);
    const storage = openBucketStorage(bucket);
    const ids = Array.from({ length: 12 }, (_, at) => `${at.toString(16).padStart(24, "0")}-8x6`);
    for (const id of ids) await bucket.put(`.claimed/${id}`, Buffer.from("1"));
    for (const id of ids) await bucket.put(`${id}/8.webp`, Buffer.from("1"));
    expect((await storage.listPictures()).map(({ publicId }) => publicId).sort()).toEqual(ids);
  });

  test("holds pictures that another program put there: they are claimed, listed and swept", async () => {
    const bucket = openTestBucket();
    const storage = openBucketStorage(bucket);
    const { id, files } = madeUp();
    for (const [file, content] of files) await bucket.put(`${id}/${file}`, content);
    expect(await storage.listPictures()).toEqual([{ publicId: id, claimedAt: new Date(0) }]);
    expect(await storage.trashPicture(id, { before: new Date(), now: new Date() })).toBe(true);
    expect(await storage.claimPicture(id)).toBe(true);
    expect(await storage.trashPicture(id, { before: later(-DAY_MS), now: new Date() })).toBe(false);
  });

  test("has no picture where a write was cut short, and the sweep can take what there is", async () => {
    const bucket = openTestBucket();
    const storage = openBucketStorage(bucket);
    const { id, files } = madeUp();
    await bucket.put(`.claimed/${id}`, Buffer.from("1"));
    await bucket.put(`${id}/320.webp`, Buffer.from("half"));
    expect(await storage.claimPicture(id)).toBe(false);
    expect((await storage.listPictures()).map(({ publicId }) => publicId)).toEqual([id]);
    expect(await storage.trashPicture(id, { before: later(DAY_MS), now: new Date() })).toBe(true);
    expect(await storage.listPictures()).toEqual([]);
    await storage.writePicture(id, files);
    expect(await storage.claimPicture(id)).toBe(true);
  });

  test("says in one sentence what is wrong: wrong keys, no such bucket, nobody there", async () => {
    const place = uploadsUrlSchema.parse(server?.env.UPLOADS_URL);
    const keys = { accessKeyId: "test:yard", secretAccessKey: "wrong" };
    await expect(openBucket(place, keys).put("x", Buffer.from("x"))).rejects.toThrow(
      "s3://pictures/yard/pictures answered 403 (SignatureDoesNotMatch).",
    );
    const right = { ...keys, secretAccessKey: server?.env.AWS_SECRET_ACCESS_KEY ?? "" };
    const elsewhere = uploadsUrlSchema.parse(server?.env.UPLOADS_URL.replace("//pictures", "//none-there"));
    await expect(openBucket(elsewhere, right).put("x", Buffer.from("x"))).rejects.toThrow(
      "s3://none-there/yard/pictures answered 404 (NoSuchBucket).",
    );
    await expect(openBucket(elsewhere, right).check()).rejects.toThrow("answered 404");
    const nobody = uploadsUrlSchema.parse("s3://pictures?endpoint=http://127.0.0.1:9");
    await expect(openBucket(nobody, right).check()).rejects.toThrow(
      /^s3:\/\/pictures can't be reached: .+\.$/,
    );
  });
});

test("a bucket whose keys fit in no header says so, and nothing of the keys or a signature, neither in what it is logged with", async () => {
  const place = uploadsUrlSchema.parse("s3://pictures?endpoint=http://127.0.0.1:9");
  const keys = { accessKeyId: "IDMARK", secretAccessKey: "SECRETMARK", sessionToken: "TOKENMARK" };
  for (const name of ["accessKeyId", "sessionToken"] as const) {
    const broken = { ...keys, [name]: `${keys[name]}\nMARK` };
    const error = await openBucket(place, broken)
      .check()
      .catch((error: unknown) => error);
    const logged = serializeError(error);
    expect(logged.message).toBe("s3://pictures can't be reached: a request can't be made with these keys.");
    expect(JSON.stringify(logged)).not.toMatch(/MARK|Signature|Authorization/);
  }
});

test("a folder keeps nothing else than pictures and their trash", async () => {
  const storage = openFolderStorage(folder);
  const { id, files } = madeUp();
  await storage.writePicture(id, files);
  expect(await readdir(folder)).toEqual([id]);
});

test("a picture that one process claims while another one that shares the folder sweeps it stays", async () => {
  const [sweeping, claiming] = [openFolderStorage(folder), openFolderStorage(folder)];
  for (let round = 0; round < 100; round++) {
    const { id, files } = madeUp();
    await sweeping.writePicture(id, files);
    const longAgo = later(-2 * DAY_MS);
    await utimes(path.join(folder, id), longAgo, longAgo);
    const before = later(-DAY_MS);
    const [isClaimed] = await Promise.all([
      // Several, so that some come between the look and the move.
      Promise.all([1, 2, 3].map(() => claiming.claimPicture(id))),
      sweeping.trashPicture(id, { before, now: new Date() }),
    ]);
    expect(isClaimed).toEqual([true, true, true]);
    expect(await claiming.fileSize(id, largestFile(id)), `round ${round}`).toBeGreaterThan(0);
  }
});
