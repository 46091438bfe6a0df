import { data, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { toRecord } from "~/collections/store.server";
import { readForm } from "~/http/form.server";
import { purchasePage } from "~/purchases/paths";
import { PURCHASE_RECORDS, sellerAddress, titleText } from "~/purchases/purchase.server";
import { PAID_BY, whatName } from "~/purchases/purchases";
import { findSignature, storeSignature } from "~/purchases/sealed-items.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { Facts } from "~/ui/layout/facts";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { formatDateTime, formatDay, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { requirePurchase, yardOnPaper } from "./load-purchase.server";
import { SignaturePad } from "./signature-pad";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data ? `Bill of Sale: ${data.what}` : "Page not found", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => {
  const row = await requirePurchase(params.id);
  const purchase = toRecord(PURCHASE_RECORDS, row);
  const signature = await findSignature(row.id);
  const { price, paidBy, checkNumber, odometer } = purchase;
  return {
    id: row.id,
    yard: yardOnPaper(),
    words: business.buying.billWords,
    what: whatName(purchase),
    boughtOn: formatDay(purchase.boughtOn),
    seller: purchase.sellerName,
    facts: [
      ["VIN", purchase.vin],
      ["Stock number", purchase.stockNumber],
      ["Odometer", odometer === undefined ? "Not known" : formatMileage(odometer)],
      ["Title", titleText(purchase)],
      ["Seller", purchase.sellerName],
      ["Address", sellerAddress(purchase)],
      ["Phone", purchase.sellerPhone],
      ["Facility number", purchase.sellerNumber],
      ["Price", price === undefined ? undefined : formatExactPrice(price)],
      ["Paid by", [paidBy && PAID_BY[paidBy], checkNumber].filter(Boolean).join(" ")],
    ].flatMap(([label, value]) => (value ? [[label ?? "", value] as const] : [])),
    signature: signature && {
      url: signature.url,
      at: formatDateTime(signature.at, business.timeZone),
    },
  };
});

const PNG_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;
const PNG_START = "\x89PNG\r\n\x1a\n";
/** Less than a form may have (http/body-limit.server.ts). */
const MAX_SIGNATURE_BYTES = 45_000;

export const action = staffAction(async ({ request, params }) => {
  const purchase = await requirePurchase(params.id);
  const form = await readForm(request, ["signature"]);
  const base64 = PNG_URL.exec(form.get("signature")?.toString() ?? "")?.[1];
  const png = Buffer.from(base64 ?? "", "base64");
  if (png.subarray(0, 8).toString("latin1") !== PNG_START)
    return data({ problem: "Sign in the box first." }, 400);
  if (png.length > MAX_SIGNATURE_BYTES)
    return data({ problem: "That's too much ink to store. Press Clear, and sign again." }, 400);
  await storeSignature(purchase, png);
  return redirect(purchasePage(purchase.id, "bill-of-sale"));
});

export const clientAction = keepTyped;

/** The bill of sale: to print and sign, or signed on the screen. */
export default function BillOfSalePage() {
  const { id, yard, words, what, boughtOn, seller, facts, signature } = useLoaderData<typeof loader>();
  const problem = useLastAnswer<typeof action>()?.problem;
  const maySign = useMayOpen()(purchasePage(id, "bill-of-sale"), "POST");
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 bill" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={purchasePage(id)} title="the purchase" />
        <PrintButton className="button button--secondary button--small">Print</PrintButton>
      </div>
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
      {maySign ? (
        <Form method="post" className="stack gap-3 screen-only script-only">
          <SignaturePad key={signature?.url} isSigned={signature !== undefined} />
        </Form>
      ) : null}
    </main>
  );
}
