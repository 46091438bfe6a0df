import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { restoreInPlace } from "~/backup/in-place.server";
import { UNDO_RESTORE_PAGE } from "~/backup/paths";
import { isRunning } from "~/backup/run.server";
import { viewBackup } from "~/backup/view.server";
import { findWayBack } from "~/backup/way-back.server";
import { business } from "~/business/business.server";
import { logSecurity } from "~/http/log.server";
import { SignInCard } from "~/staff/sign-in-card";
import styles from "~/styles/staff.css?url";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatDateTime } from "~/values/format";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Undo the Restore", matches, "For staff.");

export async function loader({ request }: LoaderFunctionArgs) {
  const { former, until } = await requireWayBack(request);
  return { madeAt: viewBackup(former)?.madeAt ?? former, until: formatDateTime(until, business.timeZone) };
}

/** Restores what was before, in the browser that has restored something else. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { folder } = await requireWayBack(request);
  if (isRunning()) return data({ problem: "A backup is being made or tested. Wait until it's done." }, 409);
  if (!restoreInPlace(folder))
    return data({ problem: "The site is being restored, or can't do that where it runs now." }, 409);
  logSecurity("restore-undone", { requestId: context.requestId });
  return redirect("/login", 303);
}

/** @throws Response 404 in every other browser */
async function requireWayBack(request: Request) {
  const wayBack = await findWayBack(request, new Date());
  if (!wayBack) throw new Response(null, { status: 404 });
  return wayBack;
}

/** For whoever restored a backup and can't sign in with what it had. */
export default function UndoRestore() {
  const { madeAt, until } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as { problem: string } | undefined;
  return (
    <SignInCard title="Undo the Restore">
      {reply ? (
        <Notice tone="error" title="Not undone" role="alert">
          <p>{reply.problem}</p>
        </Notice>
      ) : null}
      <p>
        The site goes back to what it had on {madeAt}, before the restore, with the accounts and passwords of
        then. What it has now is backed up first.
      </p>
      <p>This browser can do that until {until}, because the restore was confirmed in it.</p>
      <form method="post" action={UNDO_RESTORE_PAGE} className="cluster gap-2 gap-x-4">
        <button type="submit" className="button button--danger">
          Undo the Restore
        </button>
        <Link className="button button--secondary" to="/login">
          Cancel
        </Link>
      </form>
    </SignInCard>
  );
}
