import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestBucket } from "../../support/bucket";

// Before anything reads the environment.
const bucket = await vi.hoisted(async (): Promise<TestBucket | undefined> => {
  const { useBucket } = await import("../../support/bucket");
  return useBucket();
});

import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { log } from "~/http/log.server";
import {
  claimPicture,
  pictureStore,
  type ReceivedPicture,
  readPictureFields,
  storeUpload,
} from "~/pictures/claims.server";
import { imageField, readImageRows } from "~/pictures/image-rows";
import { largestFile, parsePublicId } from "~/pictures/picture";
import { sweepPictures } from "~/pictures/sweep.server";
import { IMAGE_FAILED_MESSAGE, IMAGE_MISSING_MESSAGE } from "~/pictures/upload";
import { retailVehicle } from "../../support/builders";
import { photo } from "../../support/pictures";

const DAY_MS = 24 * 60 * 60 * 1000;
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

let made = 0;
async function upload(): Promise<ReceivedPicture> {
  made += 1;
  const bytes = await photo(96 + made, 72)
    .png()
    .toBuffer();
  return { name: `${made}.png`, ...(await storeUpload({ bytes, tooLarge: false })) };
}
/** The address of a picture that is like no other. */
async function picture(): Promise<string> {
  const stored = await upload();
  if (!stored.ok) throw new Error(stored.message);
  return stored.url;
}
const ids = (...urls: string[]) => urls.map((url) => parsePublicId(url)).sort();

describe.skipIf(!bucket)("pictures in a bucket", () => {
  beforeAll(() => migrate(engine));
  beforeEach(async () => {
    await db.deleteFrom("retailVehicles").execute();
    for (const key of (await bucket?.keys()) ?? []) await bucket?.send(key, { method: "DELETE" });
  });
  afterEach(() => bucket?.resume());

  test("are swept like those in a folder: what nothing uses goes, then leaves the trash after 30 days", async () => {
    const [used, unused, claimed] = [await picture(), await picture(), await picture()];
    await retailVehicle({ imageUrl: used });
    expect(await sweepPictures(new Date())).toEqual([]);
    expect((await sweepPictures(later(3))).sort()).toEqual(ids(unused, claimed));
    expect((await pictureStore.listPictures()).map(({ publicId }) => publicId)).toEqual(ids(used));
    expect(await claimPicture(claimed), "a form still names it").toBe(true);
    await sweepPictures(later(0));
    await sweepPictures(later(40));
    expect([await claimPicture(unused), await claimPicture(used)]).toEqual([false, true]);
  });

  test("stay where the database has no vehicle", async () => {
    await picture();
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    expect(await sweepPictures(later(3))).toEqual([]);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  test("are stored once, and back from the trash when the same bytes come again", async () => {
    const bytes = await photo(300, 200).png().toBuffer();
    const first = await storeUpload({ bytes, tooLarge: false });
    if (!first.ok) throw new Error(first.message);
    await retailVehicle();
    expect(await sweepPictures(later(3))).toEqual([first.publicId]);
    expect(await storeUpload({ bytes, tooLarge: false })).toEqual(first);
    expect(await pictureStore.fileSize(first.publicId, largestFile(first.publicId))).toBeGreaterThan(0);
    expect((await bucket?.keys())?.filter((key) => key.startsWith(".trash/"))).toEqual([]);
  });

  test("that the bucket refuses are said to have failed, and the form's others stay in it", async () => {
    const [before, gone] = [await picture(), `/uploads/${"0".repeat(24)}-8x6-2/8.webp`];
    const form = new FormData();
    for (const [index, url] of [before, gone].entries()) form.set(imageField(index, "imageUrl"), url);
    expect(await readPictureFields(form)).toMatchObject({
      status: 400,
      messages: [`Photo 2: ${IMAGE_MISSING_MESSAGE}`],
    });
    const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
    bucket?.pause();
    const [received, claimed] = await Promise.all([upload(), readPictureFields(form)]);
    expect(received).toMatchObject({ ok: false, status: 500, message: IMAGE_FAILED_MESSAGE });
    expect(claimed).toMatchObject({
      ok: false,
      status: 500,
      messages: [
        "Photo 1: The photo storage does not answer, so nothing was saved. Please try again in a few minutes.",
      ],
    });
    expect(readImageRows((name) => form.get(name)).map(({ imageUrl }) => imageUrl)).toEqual([before, gone]);
    expect(
      JSON.stringify(failed.mock.calls, (_, value) => (value instanceof Error ? value.message : value)),
    ).toContain("s3://pictures/yard/pictures can't be reached");
    failed.mockRestore();
  }, 60_000);
});
