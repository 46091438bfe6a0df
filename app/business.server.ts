import { readFileSync } from "node:fs";
import { config } from "./config.server";
import type { Business } from "./models/business";
import { businessSchema } from "./models/business-schema";
import { firstProblem, StartError } from "./startup.server";

/**
 * Reads and checks a business file.
 * @throws StartError naming the file, and the field that is wrong
 */
export function readBusiness(file: string): Business {
  const parsed = businessSchema.safeParse(parseJson(file));
  if (!parsed.success) throw new StartError(firstProblem(`Business file ${file}`, parsed.error));
  return parsed.data;
}

/** The business this site is for. */
export const business: Business = readBusiness(config.BUSINESS_FILE);

function parseJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new StartError(`Business file ${file} cannot be read. Set BUSINESS_FILE to one that can.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`Business file ${file} is not JSON: ${(error as Error).message}`);
  }
}
