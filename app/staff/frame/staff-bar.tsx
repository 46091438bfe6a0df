import { Link, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { SEARCH_PAGE } from "~/search/search";
import { Icon } from "~/ui/layout/icon";
import { LogoMark } from "~/ui/layout/logo";
import { useBusiness } from "~/ui/layout/use-business";
import { ACCOUNT_PAGE, STAFF_HOME } from "~/values/return-path";
import { StaffSearch } from "../search-field";
import { SessionCountdown } from "../session/countdown";
import { useSessionView, useStaffSession } from "../session/store";

/** The line above all staff pages: search, the session countdown with Refresh, the user and Logout. */
export function StaffBar({ username, endsAt }: { username: string; endsAt: string }) {
  const { refreshError, phase } = useSessionView();
  const { name } = useBusiness();
  const { pathname } = useLocation();
  return (
    <header className="staff-bar small screen-only">
      <div className="page row staff-bar__row">
        <Link className="row staff-bar__home" to={STAFF_HOME}>
          <LogoMark size={32} /> <span>{name}</span>
        </Link>{" "}
        {pathname === SEARCH_PAGE ? null : <StaffSearch />}
        <div className="row gap-0">
          <SessionCountdown endsAt={endsAt} />
          <RefreshForm />
        </div>{" "}
        <Link className="row staff-bar__user" to={ACCOUNT_PAGE}>
          <Icon name="user" size={20} />
          <span>
            <span className="visually-hidden">Your account: </span>
            {username}
          </span>
        </Link>{" "}
        <LogoutForm />
      </div>
      {phase === "inactive" ? null : (
        <p className="page staff-bar__error" role="status">
          {refreshError}
        </p>
      )}
    </header>
  );
}

/** A plain form; with script, the session store gets a new token instead. */
function RefreshForm() {
  const { refresh } = useStaffSession();
  const { phase, isRefreshing } = useSessionView();
  const { pathname, search } = useLocation();
  const onSubmit = (event: FormEvent) => {
    if (phase === "inactive") return;
    event.preventDefault();
    if (!isRefreshing) void refresh();
  };
  // Without script the response is a page, which must not replace a form that is being filled in.
  const opensNewTab = phase === "inactive" && /\/(new|edit)$/.test(pathname);
  return (
    <form
      method="post"
      action="/admin/session"
      onSubmit={onSubmit}
      target={opensNewTab ? "_blank" : undefined}
    >
      <input type="hidden" name="returnTo" value={opensNewTab ? STAFF_HOME : pathname + search} />
      <button
        type="submit"
        className="row center bold staff-bar__button"
        aria-label={opensNewTab ? "Refresh session (opens a new tab)" : "Refresh session"}
        aria-disabled={isRefreshing || undefined}
      >
        <Icon name="refresh" size={20} />
      </button>
    </form>
  );
}

function LogoutForm() {
  const { logout } = useStaffSession();
  const { phase } = useSessionView();
  const onSubmit = (event: FormEvent) => {
    if (phase === "inactive") return;
    event.preventDefault();
    void logout();
  };
  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <button
        type="submit"
        // Lynx turns a POST without any field into a GET.
        name="intent"
        value="logout"
        className="row center bold staff-bar__button"
        aria-disabled={phase === "leaving" || undefined}
      >
        <Icon name="logout" size={20} /> <span>Logout</span>
      </button>
    </form>
  );
}
