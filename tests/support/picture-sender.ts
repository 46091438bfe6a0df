import { readdir } from "node:fs/promises";
import { issueToken } from "~/accounts/access-token.server";
import { config } from "~/config.server";
import { MULTIPART, type RawAnswer, sendRaw } from "./multipart";
import { photo } from "./pictures";
import type { Site } from "./site";
import { signedIn } from "./staff";

export const UPLOAD = "/api/admin/upload";

/** Somebody of the staff who sends pictures to the API. */
export interface Sender {
  /** What their `Authorization` says. */
  bearer: string;
  cookie: string;
  /** A picture of theirs. */
  jpeg: Buffer;
  /** The picture with so many bytes behind it that it has this length. */
  padded(length: number): Buffer;
  /** Uploads as a browser does. */
  upload(bytes: Uint8Array, named?: { type?: string; name?: string }): Promise<Response>;
  /** Uploads these bytes, headers and all. */
  raw(body: Buffer | string, headers?: Record<string, string>): Promise<RawAnswer>;
}

export async function pictureSender(site: Site): Promise<Sender> {
  const { session, cookie } = await signedIn();
  const bearer = `Bearer ${await issueToken(session, new Date())}`;
  const jpeg = await photo(640, 480).jpeg().toBuffer();
  return {
    bearer,
    cookie,
    jpeg,
    padded: (length) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)]),
    upload(bytes, { type = "image/jpeg", name = "car.jpg" } = {}) {
      const form = new FormData();
      form.set("image", new Blob([new Uint8Array(bytes)], { type }), name);
      return site.fetch(UPLOAD, { method: "POST", body: form, headers: { Authorization: bearer } });
    },
    raw: (body, headers = {}) =>
      sendRaw(site.url + UPLOAD, {
        body,
        headers: {
          Authorization: bearer,
          "Content-Type": MULTIPART,
          "Content-Length": String(Buffer.byteLength(body)),
          ...headers,
        },
      }).answer,
  };
}

/** The names in the folder that pictures live in. */
export async function picturesOnDisk(): Promise<string[]> {
  return (await readdir(config.UPLOADS_DIR).catch(() => [])).sort();
}
