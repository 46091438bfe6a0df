import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { business } from "~/business.server";
import { onlyAfterForm } from "~/ui/only-after-form";
import { pageTitle } from "~/ui/page-title";
import { StaffBar } from "~/ui/staff-bar";
import { StaffSession } from "~/ui/staff-session";

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle("Admin Dashboard", matches, "For staff."),
  { name: "robots", content: "noindex" },
];

/** The guard of every staff page stands in `staffLoader`; this adds what the bar above them shows. */
export const loader = staffLoader(({ session, now }) => ({
  // What the access token names too: a token of another session is told from this one's.
  session: { id: session.id, user: session.user, serverNow: now.getTime() },
  endsAt: timeOf(session.expiresAt),
}));

export const action = noStaffAction;

// Each page is guarded by itself, and with script the clock runs in the browser.
export const shouldRevalidate = onlyAfterForm;

export default function StaffLayout() {
  const { session, endsAt } = useLoaderData<typeof loader>();
  return (
    <StaffSession session={session}>
      <StaffBar username={session.user.username} endsAt={endsAt} />
      <Outlet />
    </StaffSession>
  );
}

/** `4:35 PM EST`, where the business is. */
function timeOf(moment: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: business.timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(moment);
}
