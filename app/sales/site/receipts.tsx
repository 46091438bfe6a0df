import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findReceipts } from "~/sales/receipt.server";
import { CallLink } from "~/site/layout/contact-lines";
import { NoticePage } from "~/ui/layout/notice-page";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { useBusiness } from "~/ui/layout/use-business";
import { ReceiptSheet } from "./receipt-sheet";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageTitle(loaded ? "Your Receipts" : "This link doesn't open a receipt", matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const receipts = await findReceipts(new URL(request.url).searchParams.get("key") ?? "");
  return receipts ? data({ receipts }) : data(null, { status: 404 });
}

/** A customer's receipts, behind the code on any of them: the one that it is on first. */
export default function Receipts() {
  const loaded = useLoaderData<typeof loader>();
  const business = useBusiness();
  if (!loaded)
    return (
      <NoticePage
        title="This link doesn't open a receipt"
        message="Please scan the code on your receipt again, or call us: we'll find it by your name or its number."
      >
        <p className="cluster">
          <CallLink business={business} />{" "}
          <a className="button button--secondary" href="/">
            Return Home
          </a>
        </p>
      </NoticePage>
    );
  return (
    <div className="page page--narrow stack gap-5">
      <div className="cluster between screen-only">
        <h1>Your Receipts</h1>
        <PrintButton className="button button--secondary">Print</PrintButton>
      </div>
      {loaded.receipts.map((receipt) => (
        <ReceiptSheet key={receipt.id} receipt={receipt} heading="h2" />
      ))}
    </div>
  );
}
