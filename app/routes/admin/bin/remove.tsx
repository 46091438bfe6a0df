import { type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, Link, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import { z } from "zod";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import type { BinEntry } from "~/history/bin";
import { countDeleted, emptyBin, findDeletedName, removeRecord } from "~/history/bin.server";
import { BIN_PAGE } from "~/history/change";
import { redirectWithToast } from "~/http/toast.server";
import { DeleteForm } from "~/ui/forms/confirm-delete";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { formatCount } from "~/values/format";
import { readBinEntry } from "./entry";

export const meta: MetaFunction = ({ matches }) => pageTitle("Remove for good", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const selection = readSelection(request);
  if (!(selection instanceof Date)) {
    const name = await findDeletedName(selection);
    if (name === undefined) throw new Response(null, { status: 404 });
    return { question: "Remove it for good?", detail: name, label: "Remove for good" };
  }
  const count = await countDeleted(selection);
  if (count === 0) throw redirect(BIN_PAGE);
  const detail = count === 1 ? "1 record is in it." : `${formatCount(count)} records are in it.`;
  return { question: "Empty the bin?", detail, label: "Empty bin" };
});

export const action = staffAction(
  async ({ request }) => {
    const selection = readSelection(request);
    if (selection instanceof Date) {
      const removed = await emptyBin(selection);
      const description =
        removed === 1 ? "1 record was removed" : `${formatCount(removed)} records were removed`;
      return redirectWithToast(BIN_PAGE, { title: "Bin emptied", description: `${description} for good.` });
    }
    return redirectWithToast(
      BIN_PAGE,
      (await removeRecord(selection))
        ? { title: "Removed for good" }
        : { title: "Not removed", description: "It was no longer in the bin.", variant: "destructive" },
    );
  },
  { savesForm: false },
);

/** Asks before records are removed for good; with script, a dialog in the bin asks instead. */
export default function RemoveForGood() {
  const { question, detail, label } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="page page--narrow" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question}</h1>
        <p>
          <strong>{detail}</strong>
        </p>
        <p>This can't be undone.</p>
        <DeleteForm action={pathname + search} label={label}>
          <Link className="button button--secondary" to={BIN_PAGE}>
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
      title="Not in the bin"
      message="It may have been restored or removed already."
      back={{ to: BIN_PAGE, label: "Back to the bin" }}
    />
  );
}

/** One record, or the time until which everything was deleted. @throws Response 404 */
function readSelection(request: Request): BinEntry | Date {
  const { searchParams } = new URL(request.url);
  const until = z.iso.datetime().safeParse(searchParams.get("until"));
  const selection = until.success ? new Date(until.data) : readBinEntry(searchParams);
  if (!selection) throw new Response(null, { status: 404 });
  return selection;
}
