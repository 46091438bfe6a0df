import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a file, or the names in a folder, to the disk. */
export function syncPath(target: string): void {
  const descriptor = openSync(target, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
