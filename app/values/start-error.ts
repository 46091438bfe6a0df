/** A startup error that the person at the terminal can fix, shown without a stack trace. */
export class StartError extends Error {
  override name = "StartError";
}

/** The first zod issue with its source and path: `Environment: PORT: must be a port number`. */
export function firstIssueMessage(
  source: string,
  error: { issues: { path: PropertyKey[]; message: string }[] },
): string {
  const issue = error.issues[0];
  if (!issue) return `${source} is not valid.`;
  const field = issue.path.map(String).join(".") || "the whole of it";
  return `${source}: ${field}: ${isMissing(issue) ? "is missing" : issue.message}`;
}

/** Whether an issue is that there is nothing, which zod says in its own words. */
export function isMissing({ message }: { message: string }): boolean {
  return /received undefined$/.test(message);
}
