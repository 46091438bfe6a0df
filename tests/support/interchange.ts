import { execFileSync } from "node:child_process";

/** Builds the interchange's database where it is missing or stale. */
export function buildInterchange() {
  const build = 'import("./scripts/ready.mjs").then((ready) => ready.buildDataIfStale())';
  execFileSync(process.execPath, ["-e", build]);
}
