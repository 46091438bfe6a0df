import { isDeepStrictEqual } from "node:util";
import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { sectionOf } from "~/settings/sections";
import { type StoredSettings, watchSettings } from "~/settings/store.server";
import { type BusinessSource, readBusinessFile, withSettings } from "./business-file.server";
import type { Business, BusinessFile, PublicFact } from "./links";
import { businessSchema } from "./schema";

const file = readBusinessFile(config.BUSINESS_FILE);

/**
 * This site's business: the business file, with sections replaced by those saved in the browser. It is replaced when they change, so read
 * it where you use it, and don't keep anything derived from it.
 */
export let business: BusinessFile = file.business;

/** The same, as it could be in a business file. */
export let businessSource: BusinessSource = file.source;

watchSettings((settings) => {
  for (let valid = settings; ; ) {
    businessSource = withSettings(file.source, valid);
    const parsed = businessSchema.safeParse(businessSource);
    if (parsed.success) {
      business = parsed.data;
      return;
    }
    // What an older version stored, or a backup brought, must not keep this one from starting.
    const keys = parsed.error.issues.flatMap((issue) =>
      // Of a key that it doesn't know, the file as a whole is at fault.
      issue.code === "unrecognized_keys" && issue.path.length === 0
        ? issue.keys
        : String(issue.path[0] ?? ""),
    );
    const rest = withoutKeys(valid, keys);
    log.error(
      { sections: [...new Set(keys.map(sectionOf))] },
      "stored settings are not valid, so the business file counts for them",
    );
    if (isDeepStrictEqual(rest, valid)) {
      business = file.business;
      businessSource = file.source;
      return;
    }
    valid = rest;
  }
});

/** What is stored without the sections of some keys, and without these in what no page sets. */
function withoutKeys(settings: StoredSettings, keys: readonly string[]): StoredSettings {
  const sections = new Set<string>(keys.map(sectionOf));
  const others = Object.entries(settings.get("other") ?? {}).filter(([key]) => !keys.includes(key));
  const kept = [...settings].filter(([section]) => section !== "other" && !sections.has(section));
  return new Map([...kept, ["other", Object.fromEntries(others)]]);
}

/** The facts that every page may show. What is added to the business file leaves for no page until it is named. */
export function publicFacts(file: BusinessFile): Business {
  const keys = Object.keys(PUBLIC_FACTS) as PublicFact[];
  return Object.fromEntries(keys.map((key) => [key, file[key]])) as unknown as Business;
}

// A record, so that the type checker names one that is missing.
const PUBLIC_FACTS: Record<PublicFact, true> = {
  name: true,
  tagline: true,
  foundedYear: true,
  owner: true,
  operationsManager: true,
  team: true,
  services: true,
  milestones: true,
  phone: true,
  email: true,
  privacyEmail: true,
  address: true,
  coordinates: true,
  timeZone: true,
  hours: true,
  answerHours: true,
  warranty: true,
  partWarranties: true,
  returnPolicy: true,
  shipping: true,
  marketplace: true,
  look: true,
};
