import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveSubmission } from "~/accounts/saved-submission.server";
import { config } from "~/config.server";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { COMMAND_LINE } from "~/history/change";
import { log } from "~/http/log.server";
import { claimPicture, readPictureField, storeUpload } from "~/pictures/claims.server";
import { parsePublicId } from "~/pictures/picture";
import { openPictureStore } from "~/pictures/store.server";
import { sweepPictures } from "~/pictures/sweep.server";
import { IMAGE_MISSING_MESSAGE, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from "~/pictures/upload";
import { deleteVehicle, removeVehicles } from "~/vehicles/bin.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { photo, SVG } from "../../support/pictures";
import { administrator } from "../../support/staff";

const DAY_MS = 24 * 60 * 60 * 1000;
const uploads = config.UPLOADS_DIR;

beforeAll(() => migrate({ sqlite, db }));
beforeEach(async () => {
  await rm(uploads, { recursive: true, force: true });
  await db.deleteFrom("dismantledVehicles").execute();
  await db.deleteFrom("retailVehicles").execute();
  await db.deleteFrom("savedSubmissions").execute();
});

let made = 0;
/** The address of a picture on disk that is like no other. */
async function picture(): Promise<string> {
  made += 1;
  const bytes = await photo(96 + made, 72)
    .png()
    .toBuffer();
  const kept = await storeUpload({ bytes, tooLarge: false });
  if (!kept.ok) throw new Error(kept.message);
  return kept.url;
}

const TRASH = path.join(uploads, ".trash");
const onDisk = async () => (await readdir(uploads)).filter((name) => name !== ".trash").sort();
const inTrash = async () =>
  (await readdir(TRASH, { recursive: true }).catch(() => [])).filter(
    (name) => name.split(path.sep).length === 2,
  );
const ids = (...addresses: string[]) => addresses.map((address) => parsePublicId(address)).sort();

async function threeDaysPass(): Promise<void> {
  const then = new Date(Date.now() - 3 * DAY_MS);
  for (const name of await onDisk()) await utimes(path.join(uploads, name), then, then);
}

describe("keeping a picture", () => {
  test("a flood finds a short line, and those in it are served", async () => {
    const bytes = await photo(320, 240).png().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => storeUpload({ bytes, tooLarge: false })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
    const refused = answers.filter((answer) => !answer.ok);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, retryAfter: 5 });
    expect(await storeUpload({ bytes, tooLarge: false })).toMatchObject({ ok: true });
  });

  test("what was cut off is too large, what is no picture has the wrong type", async () => {
    expect(await storeUpload({ bytes: Buffer.alloc(0), tooLarge: true })).toEqual({
      ok: false,
      status: 413,
      message: IMAGE_SIZE_MESSAGE,
    });
    expect(await storeUpload({ bytes: SVG, tooLarge: false })).toEqual({
      ok: false,
      status: 415,
      message: IMAGE_TYPE_MESSAGE,
    });
  });

  test("a disk that takes nothing is our trouble, not the sender's", async () => {
    await writeFile(uploads, "a file where the folder should be");
    const bytes = await photo(64, 48).png().toBuffer();
    expect(await storeUpload({ bytes, tooLarge: false })).toEqual({
      ok: false,
      status: 500,
      message: "Failed to upload image",
    });
  });
});

describe("a staff form's picture", () => {
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  test("that came along is kept and named, whatever was named before", async () => {
    const form = formOf({ imageUrl: await picture(), removeImage: "on" });
    const bytes = await photo(640, 480).jpeg().toBuffer();
    expect(await readPictureField(form, { bytes, tooLarge: false })).toEqual({ ok: true });
    const [named] = ids(String(form.get("imageUrl")));
    expect(await onDisk()).toContain(named);
    expect(form.has("removeImage")).toBe(false);
  });

  test("that came along and is no good leaves the one that was named", async () => {
    const before = await picture();
    const form = formOf({ imageUrl: before });
    expect(await readPictureField(form, { bytes: SVG, tooLarge: false })).toMatchObject({
      ok: false,
      message: IMAGE_TYPE_MESSAGE,
    });
    expect(form.get("imageUrl")).toBe(before);
  });

  test("is taken away where that is ticked", async () => {
    const form = formOf({ imageUrl: await picture(), removeImage: "on" });
    expect(await readPictureField(form, undefined)).toEqual({ ok: true });
    expect(form.get("imageUrl")).toBe("");
  });

  test("must be on disk where it is named", async () => {
    const here = await picture();
    expect(await readPictureField(formOf({ imageUrl: here }), undefined)).toEqual({ ok: true });
    await rm(uploads, { recursive: true });
    expect(await readPictureField(formOf({ imageUrl: here }), undefined)).toEqual({
      ok: false,
      status: 400,
      message: IMAGE_MISSING_MESSAGE,
    });
  });

  test.each(["", "https://elsewhere.example/car.jpg", "/uploads/../../site.db"])(
    "whose address is %j is left to the schema",
    async (imageUrl) => {
      expect(await readPictureField(formOf({ imageUrl }), undefined)).toEqual({ ok: true });
      expect(await claimPicture(imageUrl)).toBe(false);
    },
  );
});

describe("the sweep", () => {
  test("takes pictures that nothing has used for a day, and nothing else", async () => {
    const [dismantled, retail, held, unused] = [
      await picture(),
      await picture(),
      await picture(),
      await picture(),
    ];
    await dismantledVehicle({ imageUrl: dismantled });
    await retailVehicle({ imageUrl: retail, status: "sold" });
    const { id } = await administrator();
    const fields: [string, string][] = [["imageUrl", held]];
    await saveSubmission({ administratorId: id, path: "/admin/retail-vehicles/new", fields }, new Date());
    await threeDaysPass();
    const young = await picture();
    await mkdir(path.join(uploads, "somebody-elses"));

    expect(await sweepPictures(new Date())).toEqual(ids(unused));
    expect(await onDisk()).toEqual([...ids(dismantled, retail, held, young), "somebody-elses"].sort());
  });

  test("takes the picture of a deleted vehicle once it leaves the bin", async () => {
    await retailVehicle();
    const address = await picture();
    const vehicle = await retailVehicle({ imageUrl: address });
    await threeDaysPass();
    expect(await sweepPictures(new Date())).toEqual([]);
    const now = new Date();
    await deleteVehicle(RETAIL_STORE, vehicle._id, { now, by: COMMAND_LINE });
    expect(await sweepPictures(new Date()), "restoring brings it back").toEqual([]);
    await removeVehicles(RETAIL_STORE, { until: now }, { now, by: COMMAND_LINE });
    expect(await sweepPictures(new Date())).toEqual(ids(address));
  });

  test("takes them to the trash, under the day, for 30 days", async () => {
    await retailVehicle();
    const address = await picture();
    await threeDaysPass();
    const noon = new Date("2027-03-01T12:00:00Z");
    await sweepPictures(noon);
    expect(await inTrash()).toEqual([`2027-03-01/${ids(address)[0]}`]);
    const daysLater = (days: number) => new Date(noon.getTime() + days * DAY_MS);
    await sweepPictures(daysLater(30));
    expect(await inTrash()).toHaveLength(1);
    await sweepPictures(daysLater(31));
    expect(await readdir(TRASH)).toEqual([]);
  });

  test("is undone by a claim, and by the same picture uploaded again", async () => {
    await retailVehicle();
    const claimed = await picture();
    const bytes = await photo(480, 360).png().toBuffer();
    const stored = await storeUpload({ bytes, tooLarge: false });
    await threeDaysPass();
    expect(await sweepPictures(new Date())).toHaveLength(2);
    expect(await onDisk()).toEqual([]);
    expect(await claimPicture(claimed)).toBe(true);
    expect(await storeUpload({ bytes, tooLarge: false })).toEqual(stored);
    expect(await inTrash()).toEqual([]);
    expect(await onDisk()).toHaveLength(2);
    expect(await sweepPictures(new Date())).toEqual([]);
  });

  test("takes none where the database has no vehicle, or where most would go, and warns", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at.toString(16).padStart(24, "0")}-8x6`);
    for (const name of names) await mkdir(path.join(uploads, name), { recursive: true });
    await threeDaysPass();
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const warning = [{ unused: 12, pictures: 12 }, expect.stringContaining("DATA_DIR")];
    expect(await sweepPictures(new Date())).toEqual([]);
    expect(warned.mock.calls).toEqual([warning]);
    // As from a sample inventory in the wrong data folder.
    await retailVehicle();
    expect(await sweepPictures(new Date())).toEqual([]);
    expect(warned.mock.calls).toEqual([warning, warning]);
    expect(await onDisk()).toHaveLength(12);
    for (const name of names.slice(0, 6)) await retailVehicle({ imageUrl: `/uploads/${name}/8.webp` });
    expect(await sweepPictures(new Date())).toHaveLength(6);
    expect(warned).toHaveBeenCalledTimes(2);
    warned.mockRestore();
  });

  test("takes what a crash left half written, once nobody can be writing it", async () => {
    await mkdir(path.join(uploads, ".storing-old"), { recursive: true });
    await threeDaysPass();
    await mkdir(path.join(uploads, ".storing-now"));
    expect(await sweepPictures(new Date())).toEqual([]);
    expect(await onDisk()).toEqual([".storing-now"]);
  });

  test("has nothing to do where there is no folder yet", async () => {
    expect(await sweepPictures(new Date())).toEqual([]);
  });

  test("leaves a picture that is claimed before it looks", async () => {
    await retailVehicle();
    const claimed = await picture();
    await threeDaysPass();
    expect(await claimPicture(claimed)).toBe(true);
    expect(await sweepPictures(new Date())).toEqual([]);
  });

  test("and claims wait for each other: a claim that succeeded has its picture to show", async () => {
    const store = openPictureStore({ directory: uploads });
    for (let round = 0; round < 200; round++) {
      const id = `${round.toString(16).padStart(24, "0")}-8x6`;
      await mkdir(path.join(uploads, id), { recursive: true });
      await threeDaysPass();
      const options = { before: new Date(Date.now() - DAY_MS), now: new Date() };
      const order = [() => store.trashPicture(id, options), () => store.claimPicture(id)];
      const outcomes = Promise.all((round % 2 ? order : order.reverse()).map((act) => act()));
      expect((await outcomes).filter(Boolean).length).toBeGreaterThan(0);
      expect(await onDisk()).toEqual([id]);
      await rm(path.join(uploads, id), { recursive: true, force: true });
    }
  });
});
