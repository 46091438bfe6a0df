import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { dealPage } from "~/sales/deal";
import { findDeal } from "~/sales/deal-row.server";
import { findCopyNote, type Paper, recordPrint } from "~/sales/print.server";
import { toDepositReceipt } from "~/sales/receipt.server";
import { findSale } from "~/sales/sale.server";
import type { Sale } from "~/sales/sales";
import { keepTyped } from "~/staff/forms/keep-typed";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { PaperPage } from "./paper-page";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Deposit not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const { sale, receipt } = await requireDeposit(id);
  return { receipt, copy: await findCopyNote(paperOf(sale)), deal: dealPage(sale._id) };
});

/** Records that it was printed. */
export const action = staffAction(async ({ params: { id } }) => {
  const { sale } = await requireDeposit(id);
  await recordPrint(paperOf(sale), sale._id);
  return null;
});

export const clientAction = keepTyped;

/** @throws Response 404 for a sale that isn't a deal, has no deposit, or is completed */
async function requireDeposit(id: string | undefined) {
  const found = isValidId(id) && (await findDeal(id)) ? await findSale(id) : undefined;
  const receipt = found && toDepositReceipt(found.item);
  if (!receipt) throw new Response(null, { status: 404 });
  return { sale: found.item, receipt };
}

/** With another deposit it is another paper. */
function paperOf({ payments }: Sale): Paper {
  return { kind: "deposit", id: payments.filter(({ takenAt }) => takenAt).at(-1)?._id ?? "" };
}

/** What the buyer of a car gets for a deposit. */
export default function DepositPage() {
  const { receipt, copy, deal } = useLoaderData<typeof loader>();
  return <PaperPage receipt={receipt} copy={copy} back={{ to: deal, title: "the deal" }} />;
}
