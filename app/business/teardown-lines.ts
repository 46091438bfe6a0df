import { z } from "zod";
import { BODY_KINDS, type BodyKind } from "~/parts/body-kind";
import { findEntryByName } from "~/parts/catalog";

/* The teardown list as it is stored in the settings: parts by name, one a line, under headings that end with a colon. */

const MAX_LINES = 300;

const lines = z
  .array(
    z
      .string()
      .max(80)
      .refine((line) => line.endsWith(":") || findEntryByName(line) !== undefined, {
        error: ({ input }) =>
          `must have parts of the catalog alone. “${String(input).slice(0, 80)}” isn't in it`,
      }),
  )
  .max(MAX_LINES);

const bodies = Object.fromEntries(BODY_KINDS.map((kind) => [kind, lines.optional()])) as Record<
  BodyKind,
  z.ZodOptional<typeof lines>
>;

/** What is usually sold from every car, and from each body besides. */
export const teardownLinesSchema = z.strictObject({ everyBody: lines.default([]), ...bodies });

export type TeardownLines = z.infer<typeof teardownLinesSchema>;
