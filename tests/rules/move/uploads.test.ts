import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moveUploads } from "~/move/uploads.server";
import { openBucket } from "~/pictures/bucket.server";
import { openBucketStorage } from "~/pictures/bucket-storage.server";
import { openFolderStorage } from "~/pictures/folder-storage.server";
import { pictureFiles } from "~/pictures/picture";
import { openPictureStore } from "~/pictures/store.server";
import { uploadsUrlSchema } from "~/pictures/uploads-url";
import { startBucket } from "../../support/bucket";
import { photo } from "../../support/pictures";

const server = await startBucket();
const quiet = () => {};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "move-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function storedIn(storage: ReturnType<typeof openFolderStorage>, width: number): Promise<string> {
  const stored = await openPictureStore(storage).storePicture(await photo(width, 50).png().toBuffer());
  if (!stored.ok) throw new Error(stored.message);
  return stored.publicId;
}

describe("moving pictures", () => {
  test.skipIf(!server)("to a bucket and back gives the same bytes, and again copies nothing", async () => {
    const source = openFolderStorage(path.join(folder, "from"));
    const keys = {
      accessKeyId: server?.env.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: server?.env.AWS_SECRET_ACCESS_KEY ?? "",
    };
    const bucket = openBucketStorage(openBucket(uploadsUrlSchema.parse(server?.env.UPLOADS_URL), keys));
    const back = openFolderStorage(path.join(folder, "back"));
    const ids = [await storedIn(source, 340), await storedIn(source, 60)].sort();
    const none = { problems: new Map() };
    expect(await moveUploads(source, bucket, new Set(), quiet)).toMatchObject({
      copied: 2,
      skipped: 0,
      ...none,
    });
    expect(await moveUploads(source, bucket, new Set(), quiet)).toMatchObject({
      copied: 0,
      bytes: 0,
      skipped: 2,
      ...none,
    });
    const added = await storedIn(source, 70);
    expect(await moveUploads(source, bucket, new Set(), quiet)).toMatchObject({
      copied: 1,
      skipped: 2,
      ...none,
    });
    expect(await moveUploads(bucket, back, new Set(), quiet)).toMatchObject({
      copied: 3,
      skipped: 0,
      ...none,
    });
    expect((await back.listPictures()).map(({ publicId }) => publicId).sort()).toEqual(
      [...ids, added].sort(),
    );
    for (const id of ids) {
      for (const file of pictureFiles(id))
        expect(await buffer(await back.readFile(id, file))).toEqual(
          await buffer(await source.readFile(id, file)),
        );
    }
  });

  test("names a picture that is damaged or not whole, and copies the others", async () => {
    const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
    const [source, target] = [openFolderStorage(from), openFolderStorage(to)];
    const [damaged, cut, whole] = [
      await storedIn(source, 60),
      await storedIn(source, 61),
      await storedIn(source, 62),
    ];
    await writeFile(path.join(from, damaged, "60.webp"), "something else");
    await rm(path.join(from, cut, "61.avif"));
    const { copied, problems } = await moveUploads(source, target, new Set(), quiet);
    expect([copied, Object.fromEntries(problems)]).toEqual([
      1,
      { [damaged]: "is damaged where it was", [cut]: "is not whole where it was" },
    ]);
    expect((await target.listPictures()).map(({ publicId }) => publicId)).toEqual([whole]);
  });

  test("a second time in one command looks at what has come meanwhile alone", async () => {
    const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
    const [source, target] = [openFolderStorage(from), openFolderStorage(to)];
    const first = await storedIn(source, 60);
    const moved = new Set<string>();
    await moveUploads(source, target, moved, quiet);
    await rm(path.join(to, first), { recursive: true });
    const second = await storedIn(source, 70);
    expect(await moveUploads(source, target, moved, quiet)).toMatchObject({ copied: 1, skipped: 1 });
    expect((await target.listPictures()).map(({ publicId }) => publicId)).toEqual([second]);
  });
});
