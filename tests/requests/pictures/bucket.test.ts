import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { TestBucket } from "../../support/bucket";

// Before anything reads the environment.
const bucket = await vi.hoisted(async (): Promise<TestBucket | undefined> => {
  const { useBucket } = await import("../../support/bucket");
  return useBucket();
});

import { config } from "~/config.server";
import { pictureStore } from "~/pictures/claims.server";
import { largestFile } from "~/pictures/picture";
import { retailVehicle } from "../../support/builders";
import { runScript, startCommand, startScript } from "../../support/command";
import { pictureSender, picturesOnDisk, type Sender } from "../../support/picture-sender";
import { photo } from "../../support/pictures";
import { type Site, startSite, textOf } from "../../support/site";

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Where the commands of these tests keep what is not in the bucket. */
const at = (name: string) => path.join(config.DATA_DIR, "..", name);

describe.skipIf(!bucket)("a site whose pictures are in a bucket", () => {
  let site: Site;
  let sender: Sender;
  let url: string;
  let publicId: string;
  beforeAll(async () => {
    site = await startSite();
    sender = await pictureSender(site);
    const answer = await sender.upload(await photo(640, 480).jpeg().toBuffer());
    expect(answer.status).toBe(201);
    ({ url, public_id: publicId } = await answer.json());
    await retailVehicle({ imageUrl: url });
  });

  test("has every version there and none on disk", async () => {
    expect((await bucket?.keys())?.sort()).toEqual(
      [
        `.claimed/${publicId}`,
        ...["320", "480", "640"].flatMap((width) => [
          `${publicId}/${width}.avif`,
          `${publicId}/${width}.webp`,
        ]),
      ].sort(),
    );
    expect(await picturesOnDisk()).toEqual([]);
    const stored = await bucket?.send(`${publicId}/320.avif`, { method: "HEAD" });
    expect(stored?.headers.get("Content-Type")).toBe("image/avif");
  });

  test("shows them at the same addresses, with the headers of a folder's", async () => {
    for (const [address, type] of [
      [url, "image/webp"],
      [url.replace("webp", "avif"), "image/avif"],
    ] as const) {
      const answer = await site.fetch(address);
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.status).toBe(200);
      expect(body.length).toBe(Number(answer.headers.get("Content-Length")));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        etag: expect.stringMatching(/^"\w+"$/),
        "last-modified": expect.stringMatching(/GMT$/),
      });
      const head = await site.fetch(address, { method: "HEAD" });
      expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([
        200,
        String(body.length),
        "",
      ]);
      const etag = answer.headers.get("ETag") ?? "";
      const same = await site.fetch(address, { headers: { "If-None-Match": etag } });
      expect([same.status, same.headers.get("ETag"), await same.text()]).toEqual([304, etag, ""]);
      const part = await site.fetch(address, { headers: { Range: "bytes=10-19" } });
      expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 10-19/${body.length}`]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(body.subarray(10, 20));
      const beyond = await site.fetch(address, { headers: { Range: "bytes=9999999-" } });
      expect([beyond.status, await beyond.text()]).toEqual([416, ""]);
    }
  });

  test("answers 404 for what is no picture, is not there, or is in the trash", async () => {
    for (const address of [
      "/uploads/",
      `/uploads/.claimed/${publicId}`,
      `/uploads/${publicId}/9.webp`,
      `/uploads/${"0".repeat(24)}-8x6-2/8.webp`,
    ]) {
      const answer = await site.fetch(address);
      expect([answer.status, await answer.text()], address).toEqual([404, "Not found\n"]);
      expect(answer.headers.get("Cache-Control") ?? "").not.toContain("immutable");
    }
    const { url: other, public_id: unused } = await (
      await sender.upload(await photo(90, 60).png().toBuffer())
    ).json();
    const now = new Date();
    const before = new Date(now.getTime() + 60_000);
    expect(await pictureStore.trashPicture(unused, { before, now })).toBe(true);
    expect((await site.fetch(other)).status).toBe(404);
    expect((await sender.upload(await photo(90, 60).png().toBuffer())).status).toBe(201);
    expect((await site.fetch(other)).status).toBe(200);
  });

  test("answers pages, and says what is wrong, while the bucket does not answer", async () => {
    expect(await (await site.fetch("/healthz")).json()).toMatchObject({ status: "ok" });
    // What is known of the bucket's health is kept for seconds of this clock, which the site in this process shares.
    const realNow = performance.now.bind(performance);
    let skipped = 10_000;
    vi.spyOn(performance, "now").mockImplementation(() => realNow() + skipped);
    bucket?.pause();
    try {
      const form = new FormData();
      form.set("stockNumber", "TYPED-1");
      form.set("images[0].imageUrl", url);
      form.set("image", new Blob([new Uint8Array(sender.jpeg)], { type: "image/jpeg" }), "car.jpg");
      const saving = site.fetch("/admin/retail-vehicles/new", {
        method: "POST",
        body: form,
        headers: { Cookie: sender.cookie, Origin: site.url },
      });
      const [page, health, picture, uploaded, saved] = await Promise.all([
        site.fetch("/"),
        site.fetch("/healthz"),
        site.fetch(url),
        sender.upload(await photo(91, 60).png().toBuffer()),
        saving,
      ]);
      expect(page.status).toBe(200);
      expect([health.status, await health.json()]).toEqual([200, { status: "ok", pictures: "unavailable" }]);
      expect([picture.status, picture.headers.get("Cache-Control"), await picture.text()]).toEqual([
        503,
        "no-store",
        "The photos can't be reached right now.\n",
      ]);
      expect([uploaded.status, await uploaded.json()]).toEqual([500, { error: "Failed to upload image" }]);
      expect(saved.status).toBe(500);
      const html = await saved.text();
      expect(html).toContain("TYPED-1");
      expect(html).toContain("The photo storage does not answer, so nothing was saved.");
      expect(html).toContain("car.jpg: Failed to upload image");
    } finally {
      bucket?.resume();
    }
    skipped = 20_000;
    expect((await site.fetch(url)).status).toBe(200);
  }, 60_000);

  test("is told by a backup where its pictures are, and a restore wants that bucket and finds them", async () => {
    const env = { BACKUP_DIR: at("backups"), DATA_DIR: config.DATA_DIR };
    const backup = await runScript("scripts/backup.mjs", { env });
    expect(backup).toMatchObject({ code: 0, errors: "" });
    expect(backup.output).toContain(
      "The pictures are not in it: they are in s3://pictures/yard/pictures, where the bucket's versions keep them",
    );
    const [folder = ""] = backup.output.trim().split("\n").slice(-1);
    const elsewhere = {
      DATA_DIR: at("restored"),
      UPLOADS_DIR: at("restored-uploads"),
      BUSINESS_FILE: at("b.json"),
    };
    const args = [folder, "--yes"];
    const withoutBucket = await runScript("scripts/restore.mjs", {
      args,
      env: { ...elsewhere, UPLOADS_URL: "" },
    });
    expect([withoutBucket.code, withoutBucket.errors]).toEqual([
      1,
      "The pictures of this backup are not in it but in s3://pictures/yard/pictures. Set UPLOADS_URL to that bucket, or to one with a copy of it.\n",
    ]);
    const now = new Date();
    await pictureStore.trashPicture(publicId, { before: new Date(now.getTime() + 60_000), now });
    const restored = await runScript("scripts/restore.mjs", { args, env: elsewhere });
    expect(restored).toMatchObject({ code: 0, errors: "" });
    expect(restored.output).toContain("All 1 pictures are in s3://pictures/yard/pictures.");
    expect(await pictureStore.fileSize(publicId, largestFile(publicId))).toBeGreaterThan(0);
  }, 60_000);

  test("that does not answer does not make a restore one that has failed: what was replaced is said", async () => {
    const env = { BACKUP_DIR: at("backups"), DATA_DIR: config.DATA_DIR };
    const { output } = await runScript("scripts/backup.mjs", { env });
    const [folder = ""] = output.trim().split("\n").slice(-1);
    const elsewhere = {
      DATA_DIR: at("again"),
      UPLOADS_DIR: at("again-uploads"),
      BUSINESS_FILE: at("c.json"),
    };
    const journal = path.join(at("again"), "backup-journal.json");
    const readLast = () => JSON.parse(readFileSync(journal, "utf8")).lastRestore;
    bucket?.pause();
    try {
      const restore = startScript("scripts/restore.mjs", [folder, "--yes"], elsewhere);
      await expect.poll(() => existsSync(journal)).toBe(true);
      await restore.stop();
    } finally {
      bucket?.resume();
    }
    expect(readLast()).toEqual({
      ...{ at: expect.any(String), backup: path.basename(folder) },
      warning: "The pictures in the bucket were not all checked.",
    });
    const restored = await runScript("scripts/restore.mjs", { args: [folder, "--yes"], env: elsewhere });
    expect([restored.code, readLast().warning]).toEqual([0, undefined]);
  }, 60_000);

  test("can be moved to a folder with one command, and its export has the pictures", async () => {
    const args = ["--uploads", at("moved")];
    const moved = await runScript("scripts/move.mjs", { args });
    expect(moved).toMatchObject({ code: 0, errors: "" });
    expect(moved.output).toMatch(
      /copied \(.+\), with the hash of every file compared; 0 pictures there already\./,
    );
    const again = await runScript("scripts/move.mjs", { args });
    expect(again.output).toContain("0 pictures copied");
    const back = await runScript("scripts/move.mjs", {
      args: ["--uploads", bucket?.env.UPLOADS_URL ?? ""],
      env: { UPLOADS_URL: "", UPLOADS_DIR: at("moved") },
    });
    expect(back.output).toContain("0 pictures copied");
    const refused = await runScript("scripts/move.mjs", { args, env: { AWS_SECRET_ACCESS_KEY: "wrong" } });
    expect([refused.code, refused.errors]).toEqual([
      1,
      "The move stopped: s3://pictures/yard/pictures answered 403 (SignatureDoesNotMatch). Check the keys, and that they may list, read, write and delete there. Run it again to continue.\n",
    ]);
    const exported = await runScript("scripts/export.mjs", { args: ["--to", at("all.zip")] });
    expect([exported.code, exported.output]).toEqual([0, expect.stringContaining("pictures: 1")]);
  }, 60_000);

  test("does not start where the bucket refuses it, and says so in one sentence", async () => {
    const env = { DATA_DIR: at("refused"), UPLOADS_DIR: at("refused-uploads"), PORT: "0" };
    const wrong = await runScript("scripts/start.mjs", { env: { ...env, AWS_SECRET_ACCESS_KEY: "wrong" } });
    expect([wrong.code, wrong.errors]).toEqual([
      1,
      "UPLOADS_URL: s3://pictures/yard/pictures answered 403. Check the keys, and that they may list, read, write and delete there.\n",
    ]);
  }, 60_000);

  test("starts during an outage, with every page and without pictures", async () => {
    const away = { UPLOADS_URL: "s3://pictures?endpoint=http://127.0.0.1:9" };
    mkdirSync(at("away"), { recursive: true });
    writeFileSync(at("away-uploads"), "no folder, and none is needed");
    const started = await startCommand({ DATA_DIR: at("away"), UPLOADS_DIR: at("away-uploads"), ...away });
    expect((await fetch(started.url)).status).toBe(200);
    expect((await fetch(`${started.url}${url}`)).status).toBe(503);
    expect(await textOf(await fetch(`${started.url}/healthz`))).toContain("unavailable");
    await started.stop();
  }, 60_000);
});
