import { Link, useFetcher, useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import type { ReceiptView } from "~/sales/receipt.server";
import { ReceiptSheet } from "~/sales/site/receipt-sheet";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { PrintButton } from "~/ui/layout/print-button";

interface PaperPageProps {
  receipt: ReceiptView;
  /** That it was printed before. */
  copy: string | undefined;
  back: { to: string; title: string };
  /** Next to Print. */
  actions?: ReactNode;
  /** Below the paper, only on the screen. */
  children?: ReactNode;
}

/** The page of a receipt or what looks like one: to print on letter paper or on a roll. */
export function PaperPage({ receipt, copy, back, actions, children }: PaperPageProps) {
  const { pathname } = useLocation();
  const isRoll = useSearchParams()[0].get("paper") === "roll";
  useRecordedPrint();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo {...back} />
        <div className="cluster gap-2">
          <PrintButton className="button button--small">Print</PrintButton>
          <Link
            className="button button--secondary button--small"
            to={isRoll ? pathname : `${pathname}?paper=roll`}
          >
            {isRoll ? "Letter Paper" : "80 mm Roll"}
          </Link>
          {actions}
        </div>
      </div>
      <ReceiptSheet receipt={receipt} heading="h1" isRoll={isRoll} copy={copy} />
      {children}
    </main>
  );
}

/** Records each print of a page through the page's action. */
export function useRecordedPrint(): void {
  const { pathname } = useLocation();
  const { submit } = useFetcher();
  const mayRecord = useMayOpen()(pathname, "POST");
  useEffect(() => {
    if (!mayRecord) return;
    // Even if someone cancels: the browser doesn't say.
    const record = () => submit({ printed: "yes" }, { method: "post", action: pathname });
    addEventListener("afterprint", record);
    return () => removeEventListener("afterprint", record);
  }, [pathname, mayRecord, submit]);
}
