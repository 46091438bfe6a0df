/** A reason not to start that the person at the terminal can mend: one sentence, no stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** One sentence for the first thing zod found wrong, naming the place: `PORT: must be …`. */
export function firstProblem(
  source: string,
  error: { issues: { path: PropertyKey[]; message: string }[] },
): string {
  const issue = error.issues[0];
  if (!issue) return `${source} is not valid.`;
  const place = issue.path.map(String).join(".") || "the whole of it";
  return `${source}: ${place}: ${issue.message}`;
}
