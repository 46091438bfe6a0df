import type { LinksFunction, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen, refusalFor } from "~/accounts/roles";
import { readUnsentForm } from "~/accounts/unsent-form.server";
import { business } from "~/business/business.server";
import { COLLECTIONS } from "~/collections";
import type { PageHandle } from "~/http/page-handle";
import styles from "~/styles/staff.css?url";
import { onlyAfterForm } from "~/ui/layout/only-after-form";
import { pageTitle } from "~/ui/layout/page-title";
import { useFocusOnNewUrl } from "~/ui/lists/focus-on-new-url";
import { dateFormat } from "~/values/date-format";
import { STAFF_HOME, TODAY_PAGE } from "~/values/return-path";
import { FRAME_GROUPS, NEW_PAGES } from "./frame/pages";
import { BottomBar, NARROW_RAIL, NewMenu, Rail } from "./frame/rail";
import { StaffBar } from "./frame/staff-bar";
import { UnsentForm } from "./frame/unsent-form";
import { StaffSession } from "./session/staff-session";
import { StaffNotFound, StaffNotice } from "./staff-notice";
import { useToastForms } from "./staff-toast-forms";
import { countWaitingToday } from "./today/sections.server";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Admin Dashboard", matches, "For staff.");

export const handle: PageHandle = { staff: true };

const EVERY_ROLE = { isFrame: true };

/** The frame's data. This is no guard for the pages inside: each has its own `staffLoader`. */
export const loader = staffLoader(async (args) => {
  const { request, session, now } = args;
  return {
    session: { id: session.id, user: session.user },
    endsAt: formatTime(session.expiresAt),
    loadedAt: now.getTime(),
    waiting: await countWaitingToday(args),
    unsent: await readUnsentForm(args),
    isNarrow: request.headers.get("Cookie")?.includes(NARROW_RAIL) ?? false,
    role: session.role,
    lists: OTHER_LISTS,
    news: [...NEW_PAGES, ...OTHER_NEWS].filter(({ to }) => mayOpen(session.role, to)),
  };
}, EVERY_ROLE);

const KNOWN = new Set(FRAME_GROUPS.flatMap(({ pages }) => pages.map(({ to }) => to)));
const OTHERS = COLLECTIONS.filter(({ list }) => !KNOWN.has(list.path));
const OTHER_LISTS = OTHERS.map(({ list }) => ({ to: list.path, label: list.title }));
const OTHER_NEWS = OTHERS.filter(({ isAddedElsewhere }) => !isAddedElsewhere).map(({ path, titles }) => ({
  to: `${path}/new`,
  label: titles.one,
}));

export const action = noStaffAction;

// In the browser the session clock keeps the bar up to date.
export const shouldRevalidate = onlyAfterForm;

export default function StaffLayout() {
  const data = useLoaderData<typeof loader>();
  useFocusOnNewUrl();
  useToastForms();
  return (
    <StaffFrame {...data}>
      {data.unsent ? <UnsentForm {...data.unsent} /> : null}
      <Outlet />
    </StaffFrame>
  );
}

/** An error that no page caught: the frame stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("staff/layout");
  if (!data) throw error;
  if (isRouteErrorResponse(error) && error.status === 403) {
    return (
      <StaffFrame {...data}>
        <StaffNotice
          title="Not part of your role"
          message={refusalFor(data.role)}
          back={{ to: TODAY_PAGE, label: "Back to Today" }}
        />
      </StaffFrame>
    );
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <StaffFrame {...data}>
        <StaffNotFound />
      </StaffFrame>
    );
  }
  return (
    <StaffFrame {...data}>
      <StaffNotice
        title="Unexpected Application Error!"
        message="Something went wrong on our end, or you lost your connection. Please try again."
        back={{ to: STAFF_HOME, label: "Back to the dashboard" }}
      />
    </StaffFrame>
  );
}

interface StaffFrameProps extends ReturnType<typeof useLoaderData<typeof loader>> {
  children: ReactNode;
}

function StaffFrame({ session, endsAt, waiting, isNarrow, lists, news, children }: StaffFrameProps) {
  const hasNew = news.length > 0;
  return (
    <StaffSession session={session}>
      <StaffBar username={session.user.username} endsAt={endsAt} />
      <Rail lists={lists} hasNew={hasNew} isNarrow={isNarrow} waiting={waiting?.all ?? 0} />
      {children}
      <BottomBar hasNew={hasNew} />
      {hasNew ? <NewMenu pages={news} /> : null}
    </StaffSession>
  );
}

/** `4:35 PM EST`, in the time zone of the business. */
function formatTime(time: Date): string {
  return dateFormat({
    timeZone: business.timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(time);
}
