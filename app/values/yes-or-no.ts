import { z } from "zod";

/** Yes or no, of a form or of JSON; undefined if nothing is given, so that the default counts. */
export const yesOrNo = z
  .union([z.boolean(), z.enum(["yes", "no", ""])])
  .nullish()
  .transform((given) =>
    given === undefined || given === null || given === "" ? undefined : given === true || given === "yes",
  );
