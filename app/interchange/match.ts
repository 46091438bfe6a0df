import { z } from "zod";

/** How sure it is that a part fits. Another generation of the same model is none of these: ask us. */
export const MATCH_GRADES = [
  "confirmed here",
  "same generation",
  "same engine",
  "same transmission",
] as const;

/** Cars whose part fits the car that was asked for, and why. */
export const matchSchema = z.object({
  make: z.string(),
  model: z.string(),
  yearFrom: z.number().int(),
  yearTo: z.number().int(),
  grade: z.enum(MATCH_GRADES),
  reason: z.string(),
});

export type Match = z.infer<typeof matchSchema>;
