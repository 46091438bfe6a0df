import { Link, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { STAFF_HOME } from "~/models/return-address";
import { useBusiness } from "./business";
import { Icon } from "./icon";
import { LogoMark } from "./logo";
import { useSessionView, useStaffSession } from "./session-context";
import { SessionCountdown } from "./session-countdown";

/** The bar above all staff pages: whose session it is, how long it lasts, another half hour, and the way out. */
export function StaffBar({ username, endsAt }: { username: string; endsAt: string }) {
  const { trouble, phase } = useSessionView();
  const { name } = useBusiness();
  return (
    <header className="staff-bar on-road">
      <div className="page staff-bar__row">
        <Link className="staff-bar__home" to={STAFF_HOME}>
          <LogoMark /> <span>{name}</span>
        </Link>
        <p className="staff-bar__user icon-line">
          <Icon name="user" size={20} />
          <span>
            <span className="visually-hidden">Signed in as </span>
            {username}
          </span>
        </p>
        <div className="staff-bar__session">
          <SessionCountdown endsAt={endsAt} />
          <RefreshForm />
        </div>
        <LogoutForm />
      </div>
      {phase === "plain" ? null : (
        <p className="page staff-bar__trouble" role="status">
          {trouble}
        </p>
      )}
    </header>
  );
}

/** A plain form; with script the session's clock asks for a new token instead. */
function RefreshForm() {
  const { refresh } = useStaffSession();
  const { phase, isRefreshing } = useSessionView();
  const { pathname, search } = useLocation();
  const onSubmit = (event: FormEvent) => {
    if (phase === "plain") return;
    event.preventDefault();
    if (!isRefreshing) void refresh();
  };
  // Without script the answer is a page: in this tab it would take the place of what is being typed.
  const elsewhere = phase === "plain" && /\/(new|edit)$/.test(pathname);
  return (
    <form method="post" action="/admin/session" onSubmit={onSubmit} target={elsewhere ? "_blank" : undefined}>
      <input type="hidden" name="returnTo" value={elsewhere ? STAFF_HOME : pathname + search} />
      <button
        type="submit"
        className="button button--secondary button--small"
        aria-label={elsewhere ? "Refresh session (opens a new tab)" : "Refresh session"}
        aria-disabled={isRefreshing || undefined}
      >
        <Icon name="refresh" size={20} /> Refresh
      </button>
    </form>
  );
}

function LogoutForm() {
  const { logout } = useStaffSession();
  const { phase } = useSessionView();
  const onSubmit = (event: FormEvent) => {
    if (phase === "plain") return;
    event.preventDefault();
    void logout();
  };
  return (
    <form className="staff-bar__logout" method="post" action="/logout" onSubmit={onSubmit}>
      <button
        type="submit"
        className="button button--secondary button--small"
        aria-disabled={phase === "leaving" || undefined}
      >
        <Icon name="logout" size={20} /> Logout
      </button>
    </form>
  );
}
