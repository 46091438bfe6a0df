import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    folder: string;
  }
}

/** A folder for everything that the tests write; it goes when they end, however their processes do. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-test-"));
  project.provide("folder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
