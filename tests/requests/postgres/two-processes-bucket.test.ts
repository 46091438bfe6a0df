import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { TestBucket } from "../../support/bucket";

// Before anything reads the environment, which the processes get too.
const bucket = await vi.hoisted(async (): Promise<TestBucket | undefined> => {
  const { useBucket } = await import("../../support/bucket");
  return useBucket();
});

import { issueToken } from "~/accounts/access-token.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { sweepPictures } from "~/pictures/sweep.server";
import { RETAIL_BODY } from "../../support/bodies";
import { filePart, MULTIPART, multipart } from "../../support/multipart";
import { photo } from "../../support/pictures";
import { type SiteProcess, siteProcess } from "../../support/processes";
import { signedIn } from "../../support/staff";

const DAY_MS = 24 * 60 * 60 * 1000;

// Skipped where OpenStack Swift is not installed.
describe.skipIf(!bucket)("two processes whose pictures are in one bucket", () => {
  let one: SiteProcess;
  let other: SiteProcess;
  let authorization: string;
  beforeAll(async () => {
    await migrate(engine);
    [one, other] = await Promise.all([siteProcess(), siteProcess()]);
    await Promise.all([one.start(), other.start()]);
    const { session } = await signedIn();
    authorization = `Bearer ${await issueToken(session, new Date())}`;
  });

  /** The address of a new picture. */
  const upload = async (through: SiteProcess, width: number) => {
    const uploaded = await through.fetch("/api/admin/upload", {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": MULTIPART },
      body: new Uint8Array(multipart([filePart(await photo(width, 72).jpeg().toBuffer())])),
    });
    return ((await uploaded.json()) as { url: string }).url;
  };
  let saved = 0;
  /** Stores a vehicle with a picture. */
  const save = (through: SiteProcess, imageUrl: string) =>
    through.fetch("/api/admin/retail-vehicles", {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: JSON.stringify({ ...RETAIL_BODY, stockNumber: `B${saved++}`, imageUrl }),
    });
  const shownBy = (process: SiteProcess, imageUrl: string) =>
    process.fetch(new URL(imageUrl, process.url).pathname);

  test("show each other's, and keep what the other one has stored", async () => {
    const url = await upload(one, 96);
    const shown = await shownBy(other, url);
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
    expect((await save(other, url)).status).toBe(201);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(
      Buffer.from(await (await shownBy(one, url)).arrayBuffer()),
    );
  });

  test("keep a picture that one saves while a third process sweeps it away", async () => {
    // Further into the sweep each time.
    for (let round = 0; round < 5; round++) {
      const [uploader, saver] = round % 2 ? [one, other] : [other, one];
      const url = await upload(uploader, 100 + round);
      // The sweep takes what was claimed before this second, as a day later; a bucket's times have no milliseconds.
      await delay(1100);
      const aDayLater = new Date(Math.floor(Date.now() / 1000) * 1000 + DAY_MS);
      const [answer] = await Promise.all([
        delay(round * 20).then(() => save(saver, url)),
        sweepPictures(aDayLater),
      ]);
      expect(answer.status, `round ${round}`).toBe(201);
      for (const process of [one, other])
        expect((await shownBy(process, url)).status, `round ${round}`).toBe(200);
    }
  });
});
