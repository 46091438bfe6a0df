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
