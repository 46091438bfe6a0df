import { z } from "zod";
import { readJsonFile } from "~/values/json-file.server";
import { firstIssueMessage, StartError } from "~/values/start-error";
import { BODY_KINDS, type BodyKind } from "./body-kind";
import { findEntry } from "./catalog";

const entryId = z.string().refine((id) => findEntry(id) !== undefined, {
  error: ({ input }) => `has no part with the id "${input}"`,
});
const groups = z.record(z.string().trim().min(1).max(60), z.array(entryId).max(100));

/** What is usually sold from a car: from every one, and from each body besides. */
const teardownFileSchema = z.strictObject({
  everyBody: groups,
  bodies: z.strictObject(
    Object.fromEntries(BODY_KINDS.map((kind) => [kind, groups.default({})])) as Record<
      BodyKind,
      z.ZodDefault<typeof groups>
    >,
  ),
});

export type TeardownFile = z.infer<typeof teardownFileSchema>;

/**
 * Reads and validates the file that lists what is usually sold from a car.
 * @throws StartError naming the file and what is wrong with it
 */
export function readTeardownFile(file: string): TeardownFile {
  const parsed = teardownFileSchema.safeParse(readJsonFile("Teardown file", file, "TEARDOWN_FILE"));
  if (!parsed.success) throw new StartError(firstIssueMessage(`Teardown file ${file}`, parsed.error));
  return parsed.data;
}
