import { logout } from "~/api-client";
import { forgetToken } from "~/api-client/token";
import { markEnded } from "./session-tabs";
import { STAFF_SESSION_ENDING } from "./staff-session-events";

/** Why the browser leaves the staff's side, which decides what is done on the way. */
export type Leaving =
  /** Somebody pressed a logout button here. */
  | "asked"
  /** Nobody was here for too long, an extension failed or the token is dead. */
  | "ended here"
  /** Another tab logged out, or the server has ended the session. */
  | "ended elsewhere";

/** How long the browser waits for the server to hear of a logout, in milliseconds. */
const LOGOUT_PATIENCE_MS = 5_000;

/**
 * Ends the session of this browser and goes to the sign-in. Whoever did not ask for it comes back to where they were,
 * and what they typed can be kept on `STAFF_SESSION_ENDING`.
 */
export async function leaveStaffPages(sessionId: string, why: Leaving): Promise<void> {
  const here = window.location.pathname + window.location.search;
  const redirectTo = why === "asked" ? undefined : here;
  if (why !== "asked") window.dispatchEvent(new Event(STAFF_SESSION_ENDING));
  const serverKnows =
    why === "ended elsewhere" || (await logout({ signal: AbortSignal.timeout(LOGOUT_PATIENCE_MS) }));
  forgetToken();
  markEnded(sessionId);
  if (!serverKnows) return postLogoutForm(redirectTo);
  const query = redirectTo === undefined ? "" : `?${new URLSearchParams({ redirectTo })}`;
  // Replaced, so that the way back does not lead to a staff page.
  window.location.replace(`/login${query}`);
}

// The API could not be told: the plain way out is another door, and its failure is at least seen.
function postLogoutForm(redirectTo: string | undefined): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/logout";
  if (redirectTo !== undefined) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "redirectTo", value: redirectTo });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
