import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { pageTitle } from "~/ui/layout/page-title";
import { SaleEditor, type SaleReply } from "./editor";
import { loadSaleForm, writeSale } from "./editor.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Draft ${data.sale.number}` : "Sale not found", matches, "For staff.");

export const loader = staffLoader(loadSaleForm);

export const action = staffAction(writeSale, { savesForm: "page" });

export const clientAction = keepTyped;

/** The draft of a sale. */
export default function EditSale() {
  const loaded = useLoaderData<typeof loader>();
  return <SaleEditor key={loaded.version} loaded={loaded} posted={useLastAnswer<SaleReply>()} />;
}
