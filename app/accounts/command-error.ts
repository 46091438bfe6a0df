/** A command failed: the message goes to standard error, and the process exits with this status; 2 for wrong usage. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}
