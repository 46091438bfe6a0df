import { randomUUID } from "node:crypto";
import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { z } from "zod";
import { COOKIE_ATTRIBUTES, cookieName } from "./cookie.server";
import { sessionSecret } from "./session-secret.server";
import type { Toast } from "./toast";

const toastSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  variant: z.enum(["default", "destructive"]),
  action: z
    .object({
      label: z.string(),
      method: z.enum(["get", "post"]).optional(),
      to: z.string(),
      fields: z.record(z.string(), z.string()),
    })
    .optional(),
});

const storage = createCookieSessionStorage({
  cookie: {
    ...COOKIE_ATTRIBUTES,
    name: cookieName("toast"),
    maxAge: 300,
    secrets: [sessionSecret],
  },
});

/** Redirects to `to` (303) and shows `toast` there: as a toast with JavaScript, at the top of the page without. */
export async function redirectWithToast(
  to: string,
  toast: Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>,
  headers: HeadersInit = {},
): Promise<Response> {
  const session = await storage.getSession();
  const { title, description } = toast;
  const shown = {
    ...toast,
    title: shortened(title, MAX_TITLE_BYTES),
    ...(description === undefined ? {} : { description: shortened(description, MAX_DESCRIPTION_BYTES) }),
  };
  session.flash("toast", { id: randomUUID(), variant: "default", ...shown });
  const responseHeaders = new Headers(headers);
  responseHeaders.append("Set-Cookie", await storage.commitSession(session));
  return redirect(to, { status: 303, headers: responseHeaders });
}

/** A cookie has 4 KB, in base64: a longer one would be dropped. */
const MAX_TITLE_BYTES = 600;
const MAX_DESCRIPTION_BYTES = 1200;

function shortened(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // Not within a letter.
  return `${new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\ufffd{1,3}$/, "")}…`;
}

/** The toast for this visitor, and the header that deletes its cookie. */
export async function readToast(request: Request): Promise<{ toast?: Toast; headers?: HeadersInit }> {
  const cookie = request.headers.get("Cookie");
  if (!cookie?.includes("toast=")) return {};
  const session = await storage.getSession(cookie);
  const parsed = toastSchema.safeParse(session.get("toast"));
  if (!parsed.success) return {};
  return { toast: parsed.data, headers: { "Set-Cookie": await storage.destroySession(session) } };
}
