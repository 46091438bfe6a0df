import { createCookie } from "@remix-run/node";
import { COOKIE_ATTRIBUTES, cookieName } from "~/cookie.server";
import { DRAFT_LIFETIME_SECONDS, findDraft, type PartRequestDraft } from "~/models/part-request-draft.server";

// The page's own data has another path than the page (`/partsrequest.data`), so the cookie goes to all of them.
const cookie = createCookie(cookieName("part-request"), {
  ...COOKIE_ATTRIBUTES,
  maxAge: DRAFT_LIFETIME_SECONDS,
});

/** The visitor's unfinished request, by their cookie. */
export async function draftOf(request: Request, now: Date): Promise<PartRequestDraft | undefined> {
  const id: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof id === "string" && /^[\w-]{32}$/.test(id) ? findDraft(id, now) : undefined;
}

/** The header that gives the visitor their draft. */
export async function draftHeaders({ id }: PartRequestDraft): Promise<HeadersInit> {
  return { "Set-Cookie": await cookie.serialize(id) };
}

/** The header that takes it away again. */
export async function noDraftHeaders(): Promise<HeadersInit> {
  return { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
}
