import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A file system of a few megabytes that can be filled; it goes with the test. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  free(): void;
  /** Possible while no file on it is open for writing. */
  makeReadOnly(): void;
}

/** True where this user may mount a file system: tests of full disks are skipped elsewhere. */
export const canMount = ((): boolean => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(tmpdir(), "yard-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status === 0;
  if (mounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
})();

/** Mounts one; called from within a test. */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=777`, "tmpfs", folder]);
  onTestFinished(() => {
    // Lazily, since a process that is being killed may still have a file open.
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      for (const bytes of [65_536, 512]) {
        try {
          while (true) writeSync(file, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
      closeSync(file);
    },
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
    free: () => rmSync(filler, { force: true }),
  };
}
