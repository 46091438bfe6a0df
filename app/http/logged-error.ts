/** An error as it is logged. */
interface LoggedError {
  name: string;
  message: string;
  /** SQLite's, the system's or a library's, such as `SQLITE_FULL`. */
  code?: string;
  stack?: string | undefined;
  cause?: LoggedError;
}

/** A whole error with its causes, without the input that `JSON.parse` quotes in its messages. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, cause } = error;
  const safe = error instanceof SyntaxError ? message.replace(/"[\s\S]*"/, '"…"') : message;
  return {
    name,
    message: safe,
    ...("code" in error ? { code: String(error.code) } : {}),
    stack: error.stack?.replace(message, () => safe),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  };
}
