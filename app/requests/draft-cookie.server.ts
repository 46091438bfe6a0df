import { createCookie } from "@remix-run/node";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { DRAFT_LIFETIME_SECONDS, findDraft, type PartRequestDraft } from "./part-draft.server";

// Sent with every path, since the page's data has another path (`/partsrequest.data`).
const cookie = createCookie(cookieName("part-request"), {
  ...COOKIE_ATTRIBUTES,
  maxAge: DRAFT_LIFETIME_SECONDS,
});

/** The draft that the visitor's cookie names. */
export async function readDraft(request: Request, now: Date): Promise<PartRequestDraft | undefined> {
  const id: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof id === "string" && /^[\w-]{32}$/.test(id) ? findDraft(id, now) : undefined;
}

/** The header that gives the visitor the draft's cookie. */
export async function draftCookie({ id }: PartRequestDraft): Promise<HeadersInit> {
  return { "Set-Cookie": await cookie.serialize(id) };
}
