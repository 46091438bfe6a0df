import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveSubmission } from "~/accounts/saved-submission.server";
import { createRecord } from "~/collections/records.server";
import { deleteRecord, removeFromTrash } from "~/collections/trash.server";
import { config } from "~/config.server";
import { COMMAND_LINE } from "~/context.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { log } from "~/http/log.server";
import {
  claimPicture,
  keepVisitorPhoto,
  type ReceivedPicture,
  readPictureFields,
  storeUpload,
} from "~/pictures/claims.server";
import { openFolderStorage } from "~/pictures/folder-storage.server";
import { imageField, MAX_IMAGES, readImageRows } from "~/pictures/image-rows";
import { parsePublicId } from "~/pictures/picture";
import { openPictureStore } from "~/pictures/store.server";
import { sweepPictures } from "~/pictures/sweep.server";
import { IMAGE_MISSING_MESSAGE, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from "~/pictures/upload";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { photo, SVG } from "../../support/pictures";
import { administrator } from "../../support/staff";

const DAY_MS = 24 * 60 * 60 * 1000;
const uploads = config.UPLOADS_DIR;

beforeAll(() => migrate(engine));
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
    const message = "The site is very busy. Please try again in 5 seconds.";
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, retryAfter: 5, message });
    expect(await storeUpload({ bytes, tooLarge: false })).toMatchObject({ ok: true });
  });

  test("past its limit a visitor is told to call, and staff, who can't, are not", async () => {
    const upload = { bytes: Buffer.alloc(0), tooLarge: false, retryAfter: 90 };
    const message = "Too many requests from your connection. Please try again in 2 minutes";
    const refused = { ok: false, status: 429, retryAfter: 90 };
    expect(await keepVisitorPhoto(upload)).toEqual({ ...refused, message: `${message}, or call us.` });
    expect(await storeUpload(upload)).toEqual({ ...refused, message: `${message}.` });
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

describe("a staff form's pictures", () => {
  /** A form that names these pictures; each may have texts of its own. */
  const formOf = (...rows: Record<string, string>[]) => {
    const form = new FormData();
    for (const [index, row] of rows.entries()) {
      for (const [name, value] of Object.entries(row)) form.set(imageField(index, name as "alt"), value);
    }
    return form;
  };
  const named = (form: FormData) => readImageRows((name) => form.get(name)).map(({ imageUrl }) => imageUrl);
  const received = async (name: string): Promise<ReceivedPicture> => {
    made += 1;
    const bytes = await photo(96 + made, 72)
      .png()
      .toBuffer();
    return { name, ...(await storeUpload({ bytes, tooLarge: false })) };
  };

  test("that came along are added at the end, with nothing lost of the others", async () => {
    const form = formOf({ imageUrl: await picture(), caption: "Front", alt: "A red truck" });
    const added = await received("a.jpg");
    expect(await readPictureFields(form, [added])).toEqual({ ok: true });
    expect(readImageRows((name) => form.get(name))).toMatchObject([
      { caption: "Front", alt: "A red truck" },
      { imageUrl: added.ok && added.url },
    ]);
  });

  test("that are no good are named by their files, and the others stay", async () => {
    const before = await picture();
    const form = formOf({ imageUrl: before });
    const good = await received("IMG_1.jpg");
    const bad = { name: "IMG_2.heic", ...(await storeUpload({ bytes: SVG, tooLarge: false })) };
    const large = { name: "IMG_3.jpg", ...(await storeUpload({ bytes: Buffer.alloc(0), tooLarge: true })) };
    expect(await readPictureFields(form, [bad, good, large])).toMatchObject({
      ok: false,
      status: 415,
      messages: [`IMG_2.heic: ${IMAGE_TYPE_MESSAGE}`, `IMG_3.jpg: ${IMAGE_SIZE_MESSAGE}`],
    });
    expect(named(form)).toEqual([before, good.ok && good.url]);
  });

  test("are twenty at most; one that was removed makes room, and can still be brought back", async () => {
    const url = await picture();
    const full = Array.from({ length: MAX_IMAGES }, (_, at) => ({ imageUrl: url, alt: `${at}` }));
    const extra = await received("extra.jpg");
    expect(await readPictureFields(formOf(...full), [extra])).toMatchObject({
      ok: false,
      messages: ["extra.jpg: Up to 20 photos can be added"],
    });
    const form = formOf({ ...full[0], imageUrl: url, removed: "yes" }, ...full.slice(1));
    expect(await readPictureFields(form, [extra])).toEqual({ ok: true });
    const rows = readImageRows((name) => form.get(name));
    expect([rows.length, rows[0]?.removed]).toEqual([MAX_IMAGES + 1, true]);
  });

  test("chosen twice count once", async () => {
    const url = await picture();
    const form = formOf({ imageUrl: url });
    const again = { name: "a.jpg", ok: true, publicId: "", url } as const;
    expect(await readPictureFields(form, [again])).toEqual({ ok: true });
    expect(named(form)).toEqual([url]);
  });

  test("must be on disk where they are named", async () => {
    const [here, gone] = [await picture(), `/uploads/${"0".repeat(24)}-8x6-2/8.webp`];
    expect(await readPictureFields(formOf({ imageUrl: here }))).toEqual({ ok: true });
    expect(await readPictureFields(formOf({ imageUrl: here }, { imageUrl: gone }))).toEqual({
      ok: false,
      status: 400,
      message: expect.anything(),
      messages: [`Photo 2: ${IMAGE_MISSING_MESSAGE}`],
    });
  });

  test("of a form from before there were several are one", async () => {
    const form = new FormData();
    form.set("imageUrl", await picture());
    const url = String(form.get("imageUrl"));
    expect(await readPictureFields(form)).toEqual({ ok: true });
    expect(named(form)).toEqual([url]);
  });

  test.each(["https://elsewhere.example/car.jpg", "/uploads/../../site.db"])(
    "whose address is %j are left to the schema",
    async (imageUrl) => {
      expect(await readPictureFields(formOf({ imageUrl }))).toEqual({ ok: true });
      expect(await claimPicture(imageUrl)).toBe(false);
    },
  );
});

describe("the sweep", () => {
  test("takes pictures that nothing has used for a day, and nothing else", async () => {
    const [dismantled, retail, second, held, unused] = [
      await picture(),
      await picture(),
      await picture(),
      await picture(),
      await picture(),
    ];
    await dismantledVehicle({ imageUrl: dismantled });
    await retailVehicle({ images: [{ imageUrl: retail }, { imageUrl: second }], status: "sold" });
    const { id } = await administrator();
    const fields: [string, string][] = [["images[3].imageUrl", held]];
    await saveSubmission({ administratorId: id, path: "/admin/retail-vehicles/new", fields }, new Date());
    await threeDaysPass();
    const young = await picture();
    await mkdir(path.join(uploads, "somebody-elses"));

    expect(await sweepPictures(new Date())).toEqual(ids(unused));
    expect(await onDisk()).toEqual(
      [...ids(dismantled, retail, second, held, young), "somebody-elses"].sort(),
    );
  });

  test("takes the picture of a deleted vehicle once it leaves the trash", async () => {
    await retailVehicle();
    const address = await picture();
    const vehicle = await retailVehicle({ imageUrl: address });
    await threeDaysPass();
    expect(await sweepPictures(new Date())).toEqual([]);
    const now = new Date();
    await as({ ...COMMAND_LINE, now }, () => deleteRecord(RETAIL_RECORDS, vehicle._id));
    expect(await sweepPictures(new Date()), "restoring brings it back").toEqual([]);
    await as({ ...COMMAND_LINE, now }, () => removeFromTrash(RETAIL_RECORDS, { until: now }));
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

  test("takes none where there are customers, but nothing that has pictures", async () => {
    const someone = { name: "Dana Fox", phones: ["5555550142"], emails: [] };
    await as({ ...COMMAND_LINE, now: new Date() }, () => createRecord(CUSTOMER_RECORDS, someone));
    await picture();
    await threeDaysPass();
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    expect(await sweepPictures(new Date())).toEqual([]);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    await retailVehicle();
    expect(await sweepPictures(new Date())).toHaveLength(1);
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
    const store = openPictureStore(openFolderStorage(uploads));
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
