import { data, redirect } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { findBill, openDrawing, type SignedBill, signBill } from "~/purchases/bill-of-sale.server";
import { purchasePage } from "~/purchases/paths";
import { MAX_OF_PURCHASE } from "~/purchases/purchases";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { Facts } from "~/ui/layout/facts";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { formatDateTime } from "~/values/format";
import { requirePurchase } from "./load-purchase.server";
import { SignaturePad } from "./signature-pad";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data ? `Bill of Sale: ${data.what}` : "Page not found", matches, "For staff.");

/** The parameter of an address that shows a bill as it was signed before the purchase was changed. */
const SIGNED_PARAM = "signed";

export const loader = staffLoader(async ({ request, params }) => {
  const row = await requirePurchase(params.id);
  const shown = await findBill(row);
  const asked = new URL(request.url).searchParams.get(SIGNED_PARAM);
  const old = shown.earlier.find(({ id }) => id === asked);
  if (asked !== null && !old?.bill) throw new Response(null, { status: 404 });
  const signed = old ?? shown.signed;
  const url = signed && (await openDrawing(row.id, signed.id));
  return {
    id: row.id,
    ...(old?.bill ?? shown.bill),
    fingerprint: shown.fingerprint,
    signature: signed && { url, at: timeOf(signed) },
    isOld: old !== undefined,
    isSigned: shown.signed !== undefined,
    full: shown.isFull ? FULL : undefined,
    earlier: shown.earlier.map((earlier) => ({
      id: earlier.id,
      at: timeOf(earlier),
      isKnown: earlier.bill !== undefined,
    })),
  };
});

function timeOf({ at }: SignedBill): string {
  return formatDateTime(at, business.timeZone);
}

const FULL = `A purchase keeps at most ${MAX_OF_PURCHASE} signed bills, and this one has that many. Print this bill, and have it signed on paper.`;

const PNG_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;
const PNG_START = "\x89PNG\r\n\x1a\n";
/** Less than a form may have (http/body-limit.server.ts). */
const MAX_SIGNATURE_BYTES = 45_000;

export const action = staffAction(async ({ request, params }) => {
  const purchase = await requirePurchase(params.id);
  const form = await readForm(request, ["signature", "bill"]);
  const base64 = PNG_URL.exec(form.get("signature")?.toString() ?? "")?.[1];
  const png = Buffer.from(base64 ?? "", "base64");
  if (png.subarray(0, 8).toString("latin1") !== PNG_START)
    return data({ problem: "Sign in the box first." }, 400);
  if (png.length > MAX_SIGNATURE_BYTES)
    return data({ problem: "That's too much ink to store. Press Clear, and sign again." }, 400);
  const outcome = await signBill(purchase.id, png, form.get("bill")?.toString() ?? "");
  return outcome === "signed"
    ? redirect(purchasePage(purchase.id, "bill-of-sale"))
    : data({ problem: outcome === "full" ? FULL : CHANGED }, 409);
});

const CHANGED = "This purchase was changed in the meantime. Read the bill of sale, and sign again.";

export const clientAction = keepTyped;

/** The bill of sale: to print and sign, or signed on the screen. */
export default function BillOfSalePage() {
  const page = useLoaderData<typeof loader>();
  const { id, yard, words, what, boughtOn, seller, facts, signature, isOld, isSigned, full, earlier } = page;
  const problem = useLastAnswer<typeof action>()?.problem;
  const maySign = useMayOpen()(purchasePage(id, "bill-of-sale"), "POST") && !isOld;
  // What was drawn stays next to the reason why it isn't stored.
  const isOnPaper = full !== undefined && problem === undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 bill" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={purchasePage(id)} title="the purchase" />
        <PrintButton className="button button--secondary button--small">Print</PrintButton>
      </div>
      {isOld ? (
        <Notice tone="info" title="Changed since">
          <p>This is what was signed {signature?.at}. The purchase was changed after that.</p>
          <p className="screen-only">
            <Link to={purchasePage(id, "bill-of-sale")}>The bill of sale now</Link>
          </p>
        </Notice>
      ) : (
        <Earlier earlier={earlier} isSigned={isSigned} />
      )}
      <article className="stack gap-4">
        <header>
          <p>
            <strong>{yard.name}</strong>
            <br />
            {yard.address}, {yard.phone}
            {yard.registration ? (
              <>
                <br />
                {yard.registration}
              </>
            ) : null}
          </p>
          <h1>Bill of Sale</h1>
          <p className="lead">
            {what}, sold to {yard.name} on {boughtOn}
          </p>
        </header>
        <Facts facts={facts} />
        <ul className="stack gap-2">
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="grid pair gap-6 bill__signatures">
          <div>
            <div className="bill__line">
              {signature ? <img src={signature.url} alt={`Signature of ${seller}`} /> : null}
            </div>
            <p>
              Seller: {seller}
              {signature ? `, signed ${signature.at}` : ""}
            </p>
          </div>
          <div>
            <div className="bill__line" />
            <p>For {yard.name}, and the date</p>
          </div>
        </div>
      </article>
      {problem ? (
        <Notice tone="error" title="Not signed" role="alert">
          <p>{problem}</p>
        </Notice>
      ) : null}
      {maySign && isOnPaper ? (
        <Notice className="screen-only" tone="info" title="To sign on paper">
          <p>{full}</p>
        </Notice>
      ) : null}
      {maySign && !isOnPaper ? (
        <Form method="post" className="stack gap-3 screen-only script-only">
          <input type="hidden" name="bill" value={page.fingerprint} />
          <SignaturePad key={page.fingerprint + signature?.url} isSigned={isSigned} />
        </Form>
      ) : null}
    </main>
  );
}

interface EarlierProps {
  earlier: { id: string; at: string; isKnown: boolean }[];
  isSigned: boolean;
}

/** What was signed before the purchase was changed; a bill that nobody has signed since asks for it. */
function Earlier({ earlier, isSigned }: EarlierProps) {
  if (earlier.length === 0) return null;
  return (
    <Notice
      className="screen-only"
      tone={isSigned ? "info" : "error"}
      title={isSigned ? "Signed again" : "Changed after it was signed"}
    >
      {isSigned ? null : <p>The seller hasn't signed what this says now. Have them sign again.</p>}
      <ul className="stack gap-2">
        {earlier.map(({ id, at, isKnown }) => (
          <li key={id}>
            {isKnown ? (
              <Link to={`?${new URLSearchParams({ [SIGNED_PARAM]: id })}`}>What was signed {at}</Link>
            ) : (
              `Signed ${at}. What it said wasn't kept.`
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
