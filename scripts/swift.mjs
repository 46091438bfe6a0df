import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inProject } from "./project.mjs";

/** Debian's Python, which its packages are for. */
export const PYTHON = "/usr/bin/python3";
export const SWIFT = inProject("tests", "support", "swift.py");

/** True if OpenStack Swift can serve a bucket here (Debian's package python3-swift); the tests of buckets are skipped without. */
export function canServeBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-swift-"));
  try {
    return spawnSync(PYTHON, [SWIFT, folder], { stdio: "ignore" }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
