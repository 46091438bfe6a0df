import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { StartError } from "~/values/start-error";
import { type Bucket, BucketError, openBucket } from "./bucket.server";
import { openBucketStorage } from "./bucket-storage.server";
import { openFolderStorage } from "./folder-storage.server";
import type { PictureStorage } from "./storage";
import type { BucketPlace } from "./uploads-url";

const PROBE = ".writable";

/** The bucket of UPLOADS_URL; undefined where pictures are in UPLOADS_DIR. */
export const uploadsBucket: Bucket | undefined = config.UPLOADS_URL && openConfigured(config.UPLOADS_URL);

/**
 * Checks that this site can read and write its bucket, if it has one. If the bucket doesn't answer, this is logged and the site starts,
 * because a restart during an outage should at least bring the pages back.
 * @throws StartError if the bucket doesn't exist, or rejects the keys
 */
export async function requireUploadsBucket(): Promise<void> {
  if (!uploadsBucket) return;
  try {
    await uploadsBucket.check();
    await uploadsBucket.put(PROBE, Buffer.from("writable"));
    await uploadsBucket.delete(PROBE);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const { status, message } = error;
    if (status === undefined || status >= 500)
      return log.warn({ error }, "the bucket of the pictures does not answer");
    throw new StartError(`UPLOADS_URL: ${message} ${howToFix(status)}`);
  }
}

/** What to do about a bucket's answer. */
export function howToFix(status: number): string {
  if (status >= 500) return "The provider may say more.";
  if (status === 404) return "Create the bucket, or correct its name and endpoint.";
  if (status === 403) return "Check the keys, and that they may list, read, write and delete there.";
  return "Check the endpoint and the region.";
}

/** The storage of this site's pictures. */
export function openUploads(): PictureStorage {
  return uploadsBucket ? openBucketStorage(uploadsBucket) : openFolderStorage(config.UPLOADS_DIR);
}

/** Opens another storage, a folder by its path. */
export function openStorageAt(place: string | BucketPlace): PictureStorage {
  return typeof place === "string" ? openFolderStorage(place) : openBucketStorage(openConfigured(place));
}

/** Opens a bucket with the keys of the environment. */
function openConfigured(place: BucketPlace): Bucket {
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "", AWS_SESSION_TOKEN } = config;
  return openBucket(place, {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  });
}
