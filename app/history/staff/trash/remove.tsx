import { type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, Link, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import { z } from "zod";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { TRASH_PAGE } from "~/history/change";
import type { TrashEntry } from "~/history/trash";
import { countRemovable, emptyTrash, findDeletedName, removeRecord } from "~/history/trash.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { DeleteForm } from "~/ui/forms/confirm-delete";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";
import { readTrashEntry } from "./entry";

export const meta: MetaFunction = ({ matches }) => pageTitle("Remove for good", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const selection = readSelection(request);
  if (!(selection instanceof Date)) {
    const name = await findDeletedName(selection);
    if (name === undefined) throw new Response(null, { status: 404 });
    return { question: "Remove it for good?", detail: name, label: "Remove for good" };
  }
  const { removable, kept } = await countRemovable(selection);
  if (removable === 0) throw redirect(TRASH_PAGE);
  const stays = kept > 0 ? " What must be kept stays." : "";
  const detail = `${recordCount(removable)} ${removable === 1 ? "is" : "are"} removed for good.${stays}`;
  return { question: "Empty the trash?", detail, label: "Empty trash" };
});

export const action = staffAction(async ({ request }) => {
  const selection = readSelection(request);
  if (selection instanceof Date) {
    const removed = await emptyTrash(selection);
    if (removed === 0)
      return redirectWithToast(TRASH_PAGE, {
        title: "Nothing was removed",
        description: "It's no longer in the trash, or it must be kept.",
        variant: "destructive",
      });
    return redirectWithToast(TRASH_PAGE, {
      title: "Trash emptied",
      description: `${recordCount(removed)} ${removed === 1 ? "was" : "were"} removed for good.`,
    });
  }
  return redirectWithToast(
    TRASH_PAGE,
    (await removeRecord(selection))
      ? { title: "Removed for good" }
      : {
          title: "Not removed",
          description: "It's no longer in the trash, or it must be kept.",
          variant: "destructive",
        },
  );
});

export const clientAction = keepTyped;

/** Asks before records are removed for good; with script, a dialog in the trash asks instead. */
export default function RemoveForGood() {
  const { question, detail, label } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question}</h1>
        <p>
          <strong>{detail}</strong>
        </p>
        <p>This can't be undone.</p>
        <DeleteForm action={pathname + search} label={label}>
          <Link className="button button--secondary" to={TRASH_PAGE}>
            Cancel
          </Link>
        </DeleteForm>
      </div>
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <StaffNotice
      title="Not in the trash"
      message="It may have been restored or removed already."
      back={{ to: TRASH_PAGE, label: "Back to the trash" }}
    />
  );
}

function recordCount(count: number): string {
  return count === 1 ? "1 record" : `${formatCount(count)} records`;
}

/** One record, or the time until which everything was deleted. @throws Response 404 */
function readSelection(request: Request): TrashEntry | Date {
  const { searchParams } = new URL(request.url);
  const until = z.iso.datetime().safeParse(searchParams.get("until"));
  const selection = until.success ? new Date(until.data) : readTrashEntry(searchParams);
  if (!selection) throw new Response(null, { status: 404 });
  return selection;
}
