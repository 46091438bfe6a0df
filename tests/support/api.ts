import { issueToken } from "~/accounts/access-token.server";
import type { Site } from "./site";
import { signedIn } from "./staff";

/** A caller of the API: JSON in and out, as a member of staff where it was made with `staffApi`. */
export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  delete(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** A caller of the staff's side. */
export interface StaffApi extends Api {
  /** What their `Authorization` says. */
  authorization: string;
  username: string;
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
export async function staffApi(site: Site): Promise<StaffApi> {
  const { session, account } = await signedIn();
  const authorization = `Bearer ${await issueToken(session, new Date())}`;
  return { ...apiOf(site, { Authorization: authorization }), authorization, username: account.username };
}

/** The records of a list, the newest first, as a program of the staff reads them. */
// biome-ignore lint/suspicious/noExplicitAny: each list has its own, and the contract holds it (contract.ts).
export async function recordsOf(site: Site, list: string): Promise<any[]> {
  return (await (await staffApi(site)).get(`/admin/${list}`)).json();
}

/** Empties every list that the contract has. */
export async function emptyLists({ db }: Site): Promise<void> {
  for (const table of LISTS) await db.deleteFrom(table).execute();
}

const LISTS = [
  "retailVehicles",
  "dismantledVehicles",
  "parts",
  "partRequests",
  "repairRequests",
  "vehicleInquiries",
  "offeredCars",
] as const;
type List = (typeof LISTS)[number];

/** Does something while a list's table is away, so that the site cannot read it. */
export async function without({ db }: Site, table: List, act: () => Promise<void>): Promise<void> {
  await db.schema.alterTable(table).renameTo("away").execute();
  try {
    await act();
  } finally {
    await db.schema.alterTable("away").renameTo(table).execute();
  }
}
