import { type MetaFunction, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { SALES } from "~/sales/sales";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { pageTitle } from "~/ui/layout/page-title";
import { SaleEditor, type SaleReply } from "./editor";
import { loadNewSale, writeSale } from "./editor.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("New Sale", matches, "For staff.");

export const loader = staffLoader(loadNewSale);

export const action = staffAction(writeSale, { savesForm: "page" });

export const clientAction = keepTyped;

/** A new sale: its first save makes it a draft. */
export default function NewSale() {
  const loaded = useLoaderData<typeof loader>();
  // What one sale started with must not get into the next.
  const { search } = useLocation();
  return <SaleEditor key={search} loaded={loaded} posted={useLastAnswer<SaleReply>()} />;
}

export function ErrorBoundary() {
  return (
    <StaffNotice
      title="That didn't work"
      message="Something went wrong on our end. Please try again."
      back={{ to: SALES.path, label: "Back to Sales" }}
    />
  );
}
