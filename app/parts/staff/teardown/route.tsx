import { data, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { findSavedForm } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { TRASH_DAYS } from "~/history/change";
import { redirectWithToast } from "~/http/toast.server";
import { searchParts } from "~/parts/catalog-search";
import { type StockErrors, teardownPath } from "~/parts/teardown";
import { findDonor, listStockedOn, listTeardown, stockPart } from "~/parts/teardown.server";
import { countAskedFor } from "~/requests/asked-for.server";
import { StaffNotice } from "~/staff/staff-notice";
import { pageTitle } from "~/ui/layout/page-title";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { STAFF_HOME } from "~/values/return-path";
import { VEHICLE_NOT_FOUND } from "~/vehicles/messages";
import { readTeardownForm } from "./form.server";
import { StockParts, type TeardownPage, type TeardownReply } from "./page";

export const meta: MetaFunction = ({ matches }) => pageTitle("Teardown", matches, "For staff.");

export const loader = staffLoader(async (args): Promise<TeardownPage> => {
  const { params, session, now } = args;
  const donor = await requireDonor(params.id);
  const kept = await findSavedForm(args);
  const saved = kept && readTeardownForm(new URLSearchParams(kept.fields));
  const { id, stockNumber, year, make, model, mileage, dateAcquired } = donor;
  const today = dayInTimeZone(business.timeZone, now);
  return {
    donor: { id, stockNumber, year, make, model, mileage: mileage ?? undefined, dateAcquired },
    groups: await listTeardown(donor, { added: saved?.added, askedFor: await countAskedFor(donor) }),
    stockedToday: await listStockedOn(id, today),
    owner: session.user._id,
    warranties: business.partWarranties,
    posted: saved && { ...saved, saved: 0, others: 0 },
  };
});

/** Without script: adds what was searched for to the list, or stores every checked row; an invalid one comes back as typed. */
export const action = staffAction(
  async ({ request, params, context }) => {
    const donor = await requireDonor(params.id);
    const body = new URLSearchParams(await request.text());
    const posted = readTeardownForm(body, context.uploads);
    if (body.get("intent") === "search") {
      const found = searchParts(posted.q).map(({ id }) => id);
      const added = [...new Set([...found, ...posted.added])];
      return data<TeardownReply>({
        ...{ ...posted, added, found: found.length, saved: 0, others: 0 },
        groups: await listTeardown(donor, { added, askedFor: await countAskedFor(donor) }),
      });
    }
    const errors: Record<string, StockErrors> = { ...posted.errors };
    let [saved, others, above] = [0, 0, ""];
    for (const entryId of posted.take) {
      const row = posted.rows[entryId];
      if (!row) continue;
      // A shelf that is left empty is the one of the row above.
      above = row.location.trim() || above;
      if (errors[entryId]) continue;
      const result = await stockPart(donor, entryId, { ...row, location: above });
      if (result.outcome === "invalid") errors[entryId] = result.errors;
      else if (result.outcome === "taken") others += 1;
      else saved += 1;
    }
    const isDone = Object.keys(errors).length === 0;
    if (isDone && posted.take.length > 0) {
      return redirectWithToast(teardownPath(donor.id), {
        title: `${saved} ${saved === 1 ? "part" : "parts"} stocked`,
        ...(others > 0
          ? { description: `${others} had been stocked by someone else, and were left as they are.` }
          : {}),
      });
    }
    const groups = await listTeardown(donor, { added: posted.added, askedFor: await countAskedFor(donor) });
    return data<TeardownReply>({ ...posted, errors, saved, others, groups }, 400);
  },
  { savesForm: "page" },
);

async function requireDonor(id: string | undefined) {
  const donor = isValidId(id) ? await findDonor(id) : undefined;
  if (!donor) throw new Response(null, { status: 404 });
  return donor;
}

/** What is usually sold from a car, to tick while walking around it. */
export default function Teardown() {
  const page = useLoaderData<typeof loader>() as TeardownPage;
  const reply = useActionData<typeof action>() as TeardownReply | undefined;
  return <StockParts key={reply ? "posted" : "loaded"} page={page} reply={reply ?? page.posted} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <StaffNotice
      title={VEHICLE_NOT_FOUND}
      message={`The address is wrong, or it was deleted. Deleted vehicles are in the trash for ${TRASH_DAYS} days.`}
      back={{ to: STAFF_HOME, label: "Back to the list" }}
    />
  );
}
