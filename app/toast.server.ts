import { randomUUID } from "node:crypto";
import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { z } from "zod";
import { COOKIE_ATTRIBUTES, cookieName } from "./cookie.server";
import type { Toast } from "./models/toast";
import { sessionSecret } from "./secret.server";

const toastSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  variant: z.enum(["default", "destructive"]),
});

const storage = createCookieSessionStorage({
  cookie: {
    ...COOKIE_ATTRIBUTES,
    name: cookieName("toast"),
    maxAge: 300,
    secrets: [sessionSecret],
  },
});

/** Goes to `to` (303) and says `toast` there: as a toast with script, at the top of the page without. */
export async function redirectWithToast(
  to: string,
  toast: Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>,
  headers: HeadersInit = {},
): Promise<Response> {
  const session = await storage.getSession();
  session.flash("toast", { id: randomUUID(), variant: "default", ...toast });
  const answer = new Headers(headers);
  answer.append("Set-Cookie", await storage.commitSession(session));
  return redirect(to, { status: 303, headers: answer });
}

/** The toast that waits for this visitor, and the header that marks it as shown. */
export async function takeToast(request: Request): Promise<{ toast?: Toast; headers?: HeadersInit }> {
  const cookie = request.headers.get("Cookie");
  if (!cookie?.includes("toast=")) return {};
  const session = await storage.getSession(cookie);
  const parsed = toastSchema.safeParse(session.get("toast"));
  if (!parsed.success) return {};
  return { toast: parsed.data, headers: { "Set-Cookie": await storage.destroySession(session) } };
}
