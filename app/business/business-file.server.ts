import { keysOf, SECTIONS } from "~/settings/sections";
import type { StoredSettings } from "~/settings/store.server";
import { readJsonFile } from "~/values/json-file.server";
import { firstIssueMessage, StartError } from "~/values/start-error";
import type { BusinessFile } from "./links";
import { businessSchema } from "./schema";

/** The business file as it is written, before its schema adds to it. */
export type BusinessSource = Readonly<Record<string, unknown>>;

/**
 * Reads and validates a business file.
 * @throws StartError naming the file and the invalid field
 */
export function readBusinessFile(file: string): { business: BusinessFile; source: BusinessSource } {
  const source = readJsonFile("Business file", file, "BUSINESS_FILE");
  const parsed = businessSchema.safeParse(source);
  if (!parsed.success) throw new StartError(firstIssueMessage(`Business file ${file}`, parsed.error));
  return { business: parsed.data, source: source as BusinessSource };
}

/** The business file with its sections replaced by what is stored. A stored section without a key says that it has no value. */
export function withSettings(source: BusinessSource, settings: StoredSettings): BusinessSource {
  const stored = SECTIONS.filter(({ id }) => settings.has(id));
  const replaced = new Set(stored.flatMap(keysOf));
  const kept = Object.entries(source).filter(([key]) => !replaced.has(key));
  // A key that had no page when it was stored counts as long as its section is not saved.
  const values = Object.entries(settings.get("other") ?? {}).filter(([key]) => !replaced.has(key));
  // Only a section's own keys: a row from a backup may have others.
  const own = stored.flatMap((section) => {
    const keys = keysOf(section);
    return Object.entries(settings.get(section.id) ?? {}).filter(([key]) => keys.includes(key));
  });
  return Object.fromEntries([...kept, ...values, ...own]);
}
