import { config } from "~/config.server";
import { readJsonFile } from "~/values/json-file.server";
import { firstIssueMessage, StartError } from "~/values/start-error";
import type { Business, BusinessFile } from "./links";
import { businessSchema } from "./schema";

/**
 * Reads and validates a business file.
 * @throws StartError naming the file and the invalid field
 */
export function readBusiness(file: string): BusinessFile {
  const parsed = businessSchema.safeParse(readJsonFile("Business file", file, "BUSINESS_FILE"));
  if (!parsed.success) throw new StartError(firstIssueMessage(`Business file ${file}`, parsed.error));
  return parsed.data;
}

/** This site's business. */
export const business: BusinessFile = readBusiness(config.BUSINESS_FILE);

/** The business without what only staff's documents say, and without the addresses of its feeds. */
export function publicFacts({
  buyersGuide: _guide,
  nmvtis: _registration,
  feeds: _addresses,
  ...facts
}: BusinessFile): Business {
  return facts;
}
