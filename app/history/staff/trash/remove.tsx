import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { z } from "zod";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { TRASH_PAGE } from "~/history/change";
import type { TrashEntry } from "~/history/trash";
import { countRemovable, emptyTrash, findDeletedName, removeRecord } from "~/history/trash.server";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { DeleteWithPassword } from "~/staff/forms/delete-with-password";
import { StaffNotice } from "~/staff/staff-notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";
import { readTrashEntry } from "./entry";

export const meta: MetaFunction = ({ matches }) => pageTitle("Delete permanently", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async ({ request }) => {
  const selection = readSelection(request);
  if (!(selection instanceof Date)) {
    const name = await findDeletedName(selection);
    if (name === undefined) throw new Response(null, { status: 404 });
    return { question: "Delete it permanently?", detail: name, label: "Delete permanently" };
  }
  const { removable, kept } = await countRemovable(selection);
  if (removable === 0) throw redirect(TRASH_PAGE);
  const stays = kept > 0 ? " What must be kept stays." : "";
  const detail = `${recordCount(removable)} will be permanently deleted.${stays}`;
  return { question: "Empty the trash?", detail, label: "Empty trash" };
});

/** Removes it. Nothing brings it back, so a session that was left open is not enough. */
export const action = staffAction(async ({ request, context, session }) => {
  const selection = readSelection(request);
  const form = await readForm(request, ["password"]);
  const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
  if (!confirmed.ok) return data({ problem: confirmed.message }, rejectedInit(confirmed));
  if (selection instanceof Date) {
    const removed = await emptyTrash(selection);
    if (removed === 0)
      return redirectWithToast(TRASH_PAGE, {
        title: "Nothing was deleted",
        description: "It's no longer in the trash, or it must be kept.",
        variant: "destructive",
      });
    return redirectWithToast(TRASH_PAGE, {
      title: "Trash emptied",
      description: `${recordCount(removed)} ${removed === 1 ? "was" : "were"} permanently deleted.`,
    });
  }
  return redirectWithToast(
    TRASH_PAGE,
    (await removeRecord(selection))
      ? { title: "Permanently deleted" }
      : {
          title: "Not deleted",
          description: "It's no longer in the trash, or it must be kept.",
          variant: "destructive",
        },
  );
});

/** Asks before records are removed permanently, with the password. */
export default function RemoveForGood() {
  const { question, detail, label } = useLoaderData<typeof loader>();
  const problem = (useActionData<typeof action>() as { problem: string } | undefined)?.problem;
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question}</h1>
        <p>
          <strong>{detail}</strong>
        </p>
        <p>This can't be undone.</p>
        <DeleteWithPassword label={label} cancelTo={TRASH_PAGE} problem={problem} />
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
      message="It may already have been restored or deleted."
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
