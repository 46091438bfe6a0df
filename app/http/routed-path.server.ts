import type { Request } from "express";

/** The path as Remix's router reads it: `/admin` for `/x/../admin`, `/%2e/admin` and `\admin`; escapes in it stay. */
export function routedPath({ originalUrl }: Pick<Request, "originalUrl">): string {
  return new URL(`http://site.invalid${originalUrl}`).pathname;
}
