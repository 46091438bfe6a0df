import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { business } from "~/business.server";
import { STAFF_HOME } from "~/models/return-address";
import type { PageHandle } from "~/page-handles";
import styles from "~/styles/staff.css?url";
import { useFocusOnNewAddress } from "~/ui/focus-on-new-address";
import { onlyAfterForm } from "~/ui/only-after-form";
import { pageTitle } from "~/ui/page-title";
import { StaffBar } from "~/ui/staff-bar";
import { StaffNotice } from "~/ui/staff-notice";
import { StaffSession } from "~/ui/staff-session";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Admin Dashboard", matches, "For staff.");

// The session's clock runs.
export const handle: PageHandle = { awake: () => true };

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
  const data = useLoaderData<typeof loader>();
  useFocusOnNewAddress();
  return (
    <UnderBar {...data}>
      <Outlet />
    </UnderBar>
  );
}

/** What no boundary of a page caught: the bar stays, and with it the session's clock and the way out. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  if (!data) throw error;
  return (
    <UnderBar {...data}>
      <StaffNotice
        title="Unexpected Application Error!"
        sentence="Something went wrong on our side, or the connection is gone. Please try again."
        back={{ to: STAFF_HOME, label: "Back to the dashboard" }}
      />
    </UnderBar>
  );
}

interface UnderBarProps extends ReturnType<typeof useLoaderData<typeof loader>> {
  children: ReactNode;
}

function UnderBar({ session, endsAt, children }: UnderBarProps) {
  return (
    <StaffSession session={session}>
      <StaffBar username={session.user.username} endsAt={endsAt} />
      {children}
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
