import type { Readable } from "node:stream";

/** Where the files of pictures are: a folder or a bucket. A picture is a group of files under its public id, whole or absent. */
export interface PictureStorage {
  /** For people: the folder's path, or `s3://bucket/prefix`. */
  name: string;
  /** Writes a picture that isn't there yet; when it resolves, all its files are stored durably. */
  writePicture(publicId: string, files: ReadonlyMap<string, Buffer>): Promise<void>;
  /** True if the picture is there, or was in the trash and is now back; it then counts as claimed now. */
  claimPicture(publicId: string): Promise<boolean>;
  /** The pictures, without those in the trash, and when each was last written or claimed. */
  listPictures(): Promise<{ publicId: string; claimedAt: Date }[]>;
  /**
   * Moves a picture to the trash, unless it was written or claimed at `before` or later; true if it was moved. One that is claimed in the
   * meantime is there afterwards.
   */
  trashPicture(publicId: string, options: { before: Date; now: Date }): Promise<boolean>;
  /** Deletes the days of the trash that were over at `before`. */
  emptyTrash(before: Date): Promise<void>;
  /** Deletes what a crash before `before` left half written, unless it is listed as a picture. */
  deleteUnfinished(before: Date): Promise<void>;
  /** The length of a picture's file in bytes; undefined if it is not there. */
  fileSize(publicId: string, file: string): Promise<number | undefined>;
  /** @throws if the file is not there */
  readFile(publicId: string, file: string): Promise<Readable>;
}

/** The name of the day of the trash that a picture goes to. */
export function trashDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The whole of the day counts, since it has what went there until midnight. */
export function isTrashDayOver(day: string, before: Date): boolean {
  return Date.parse(`${day}T24:00Z`) < before.getTime();
}
