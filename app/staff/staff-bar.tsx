import { Link, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { Icon } from "~/ui/layout/icon";
import { LogoMark } from "~/ui/layout/logo";
import { useBusiness } from "~/ui/layout/use-business";
import { ACCOUNT_PAGE, STAFF_HOME } from "~/values/return-path";
import { SessionCountdown } from "./session/countdown";
import { useSessionView, useStaffSession } from "./session/store";

/** The bar above all staff pages: the user, the session countdown, Refresh and Logout. */
export function StaffBar({ username, endsAt }: { username: string; endsAt: string }) {
  const { refreshError, phase } = useSessionView();
  const { name } = useBusiness();
  return (
    <header className="staff-bar on-road screen-only">
      <div className="page cluster gap-2 gap-x-3 staff-bar__row">
        <Link className="staff-bar__home" to={STAFF_HOME}>
          <LogoMark /> <span>{name}</span>
        </Link>
        <Link className="row staff-bar__user" to={ACCOUNT_PAGE}>
          <Icon name="user" size={20} />
          <span className="breaks">
            <span className="visually-hidden">Your account: </span>
            {username}
          </span>
        </Link>
        <div className="cluster gap-2 gap-x-3">
          <SessionCountdown endsAt={endsAt} />
          <RefreshForm />
        </div>
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
        className="button button--secondary button--small"
        aria-label={opensNewTab ? "Refresh session (opens a new tab)" : "Refresh session"}
        aria-disabled={isRefreshing || undefined}
      >
        <Icon name="refresh" size={20} /> <span className="visually-hidden--phone">Refresh</span>
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
        className="button button--secondary button--small"
        aria-disabled={phase === "leaving" || undefined}
      >
        <Icon name="logout" size={20} /> <span className="visually-hidden--phone">Logout</span>
      </button>
    </form>
  );
}
