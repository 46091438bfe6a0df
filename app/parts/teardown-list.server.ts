import { business } from "~/business/business.server";
import type { TeardownLines } from "~/business/teardown-lines";
import { config } from "~/config.server";
import { lookupTable } from "~/values/lookup-table";
import { BODY_KINDS, type BodyKind } from "./body-kind";
import { entryName, findEntryByName } from "./catalog";
import { readTeardownFile, type TeardownFile } from "./teardown-file.server";

/** Entries under a heading, in the order of a walk around the car. */
interface EntryGroup {
  title: string;
  entryIds: string[];
}

/**
 * What is usually sold from a car with this body, each entry once.
 * @param lines what was saved in the browser; as long as nothing was, the file counts
 */
export function listUsualEntries(
  kind: BodyKind,
  lines: TeardownLines | undefined = business.teardown,
): EntryGroup[] {
  const { everyBody, bodies } = lines ? toList(lines) : usual;
  const all = lookupTable(everyBody);
  const own = lookupTable(bodies[kind]);
  const seen = new Set<string>();
  const titles = [...new Set([...Object.keys(all), ...Object.keys(own)])];
  return titles.map((title) => ({
    title,
    entryIds: [...(all[title] ?? []), ...(own[title] ?? [])].filter((id) => !seen.has(id) && seen.add(id)),
  }));
}

/** The list as it is edited in Settings: parts by name, one a line, under headings that end with a colon. */
export function usualLines(): TeardownLines {
  const { everyBody, bodies } = usual;
  const own = BODY_KINDS.map((kind) => [kind, toLines(bodies[kind])] as const);
  return {
    everyBody: toLines(everyBody),
    ...Object.fromEntries(own.filter(([, lines]) => lines.length > 0)),
  };
}

function toLines(list: TeardownFile["everyBody"]): string[] {
  return Object.entries(list).flatMap(([title, ids]) => [`${title}:`, ...ids.map(entryName)]);
}

function toList(teardown: TeardownLines): TeardownFile {
  const bodies = BODY_KINDS.map((kind) => [kind, fromLines(teardown[kind] ?? [])] as const);
  return {
    everyBody: fromLines(teardown.everyBody),
    bodies: Object.fromEntries(bodies) as TeardownFile["bodies"],
  };
}

function fromLines(lines: readonly string[]): TeardownFile["everyBody"] {
  const list = lookupTable<string[]>();
  let title = FIRST_HEADING;
  for (const line of lines) {
    const entry = line.endsWith(":") ? undefined : findEntryByName(line);
    if (line.endsWith(":")) title = line.slice(0, -1).trim() || FIRST_HEADING;
    else if (entry) list[title] = [...(list[title] ?? []), entry.id];
  }
  return list;
}

/** For the parts above the first heading. */
const FIRST_HEADING = "Parts";

const usual: TeardownFile = readTeardownFile(config.TEARDOWN_FILE);
