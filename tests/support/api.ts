import { issueToken } from "~/auth/access-token.server";
import type { Site } from "./site";
import { signedIn } from "./staff";

/** A caller of the API: JSON in and out, as a member of staff where it was made with `staffApi`. */
export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  delete(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** Calls `/api` with JSON and these headers. */
export function apiOf(site: Site, always: Record<string, string> = {}): Api {
  const call = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
    site.fetch(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    get: (path, headers) => call("GET")(path, undefined, headers),
    post: call("POST"),
    put: call("PUT"),
    delete: (path, headers) => call("DELETE")(path, undefined, headers),
  };
}

/** The same with the bearer token of somebody who has just signed in. */
export async function staffApi(site: Site): Promise<Api & { username: string }> {
  const { session, account } = await signedIn();
  const token = await issueToken(session, new Date());
  return { ...apiOf(site, { Authorization: `Bearer ${token}` }), username: account.username };
}
