import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { listLinesOf } from "~/book/book.server";
import { toRecord } from "~/collections/store.server";
import { LABELS_PAGE, printLabelLink } from "~/documents/labels";
import { loadRecordHistory } from "~/history/view.server";
import { redirectWithToast } from "~/http/toast.server";
import { teardownPath } from "~/parts/teardown";
import { findSigning } from "~/purchases/bill-of-sale.server";
import { type CarDifference, findCarDifferences, takeOverPurchase } from "~/purchases/car.server";
import { purchasePage } from "~/purchases/paths";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES, sealedText } from "~/purchases/purchases";
import { listSealedKinds } from "~/purchases/sealed-items.server";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { SALES_PAGE } from "~/sales/sale";
import { rememberOpened } from "~/search/recent.server";
import { BookTable } from "~/staff/book-table";
import { keepTyped } from "~/staff/forms/keep-typed";
import { RecordHistory } from "~/staff/history/record-history";
import { MoreMenu } from "~/staff/more-menu";
import { RecordHead } from "~/staff/records/head";
import { FieldDetails } from "~/staff/records/table";
import { useMayOpen } from "~/staff/use-may-open";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import { Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { STOCK_NUMBER_TAKEN } from "~/vehicles/inventory";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { requirePurchase } from "./load-purchase.server";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.name ?? "Page not found", matches);

export const loader = staffLoader(async ({ params }) => {
  const row = await requirePurchase(params.id);
  const record = toRecord(PURCHASE_RECORDS, row);
  await rememberOpened(PURCHASES.recordKind, row.id);
  const [history, deleteNote, sealed, lines, signing, differences] = await Promise.all([
    loadRecordHistory(PURCHASES.recordKind, row.id),
    PURCHASE_RECORDS.deleteNote?.(row.id),
    listSealedKinds(row.id),
    listLinesOf([row.id]),
    findSigning(row),
    findCarDifferences(row),
  ]);
  return {
    ...{ record, history, deleteNote, lines, differences },
    signing: SIGNING[signing],
    name: PURCHASES.nameOf(record),
    kept: sealedText(sealed.filter((kind) => kind !== "signature")),
  };
});

const SIGNING = {
  signed: "Signed on the screen.",
  changed: "Changed after it was signed on the screen: have the bill of sale signed again.",
  unsigned: "Not signed on the screen.",
} as const;

/** Makes the car's record say what the purchase does. */
export const action = staffAction(async ({ params }) => {
  const row = await requirePurchase(params.id);
  const outcome = await takeOverPurchase(row);
  return redirectWithToast(purchasePage(row.id), TOASTS[outcome]);
});

export const clientAction = keepTyped;

const TOASTS = {
  saved: { title: "Car changed", description: "Its record matches the purchase." },
  taken: { title: "Car not changed", description: STOCK_NUMBER_TAKEN, variant: "destructive" },
  "no-car": { title: "Car not changed", description: "It has been deleted.", variant: "destructive" },
} as const;

/** What the links on top lead to. */
const LINKED = ["vehicleKind", "vehicleId", "requestId", "tradeSaleId"];

/** A purchase: what comes next, what was written down, and its lines in the book. */
export default function PurchasePage() {
  const page = useLoaderData<typeof loader>();
  const { record, name, history, deleteNote, kept, signing, lines, differences } = page;
  const mayOpen = useMayOpen();
  const { _id: id, what, vehicleId, vehicleKind } = record;
  const path = purchasePage(id);
  // A core becomes nothing, whatever its form's default is.
  const notShown = what === "car" ? LINKED : [...LINKED, "becomes"];
  const isRetail = vehicleKind === "retail";
  const vehicles = isRetail ? RETAIL_VEHICLES.path : DISMANTLED_VEHICLES.path;
  const label = vehicleId ? printLabelLink(isRetail ? "retail" : "dismantled", vehicleId) : undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <RecordHead
        list={PURCHASES.list}
        title={<h1>{name}</h1>}
        action={
          <Link className="button" to={purchasePage(id, "bill-of-sale")}>
            <Icon name="document" size={20} /> Bill of Sale
          </Link>
        }
        more={
          mayOpen(`${path}/edit`, "POST") ? (
            <MoreMenu label={`More about ${name}`} isShort>
              <Link className="more-menu__item" to={`${path}/edit`}>
                Edit
              </Link>
              {mayOpen(`${path}/delete`) ? (
                <DeleteLink
                  className="more-menu__item tone--bad"
                  action={`${path}/delete`}
                  question={PURCHASES.deleteQuestion}
                  name={name}
                  note={deleteNote}
                  version={record.updatedAt}
                />
              ) : null}
            </MoreMenu>
          ) : null
        }
      />
      <p className="cluster screen-only">
        {vehicleId ? (
          <Link className="button button--secondary" to={`${vehicles}/${vehicleId}`}>
            <Icon name="car" size={20} /> The Car
          </Link>
        ) : null}
        {record.requestId && mayOpen(OFFERED_CARS.path) ? (
          <Link className="button button--secondary" to={`${OFFERED_CARS.path}/${record.requestId}`}>
            <Icon name="text" size={20} /> The Car Offer
          </Link>
        ) : null}
        {record.tradeSaleId && mayOpen(SALES_PAGE) ? (
          <Link className="button button--secondary" to={`${SALES_PAGE}/${record.tradeSaleId}`}>
            <Icon name="document" size={20} /> The Sale
          </Link>
        ) : null}
        {label && mayOpen(LABELS_PAGE) ? (
          <Link className="button button--secondary" to={`${label.to}&size=4x6`}>
            <Icon name="tag" size={20} /> Windshield Label
          </Link>
        ) : null}
        {vehicleId && !isRetail && mayOpen(teardownPath(vehicleId)) ? (
          <Link className="button button--secondary" to={teardownPath(vehicleId)}>
            <Icon name="wrench" size={20} /> Teardown
          </Link>
        ) : null}
        <span className="muted">{signing}</span>
      </p>
      <CarDifferences differences={differences} path={path} />
      <FieldDetails collection={PURCHASES} record={record as never} isWhole without={notShown} />
      <p className="muted">
        {kept ? `Kept encrypted: ${kept}.` : "No ID number or photo was kept, or it has been deleted."}
      </p>
      {mayOpen(purchasePage(id, "photos")) ? (
        <p className="screen-only">
          <Link className="button button--secondary" to={purchasePage(id, "photos")}>
            <Icon name="plus" size={20} /> Add ID or Title Photo
          </Link>
        </p>
      ) : null}
      {kept && mayOpen(purchasePage(id, "seller-id"), "POST") ? (
        <Form method="post" action={purchasePage(id, "seller-id")} className="stack gap-2 screen-only">
          <p className="muted">
            The seller's ID is encrypted. Opening it is logged in this purchase's history, with your name.
          </p>
          <button type="submit" className="button button--secondary">
            <Icon name="lock" size={20} /> Open the seller's ID
          </button>
        </Form>
      ) : null}
      <section className="stack gap-2">
        <h2>In the Book</h2>
        {lines.length > 0 ? (
          <BookTable lines={lines} />
        ) : (
          <p className="muted">Not in the book: it was imported.</p>
        )}
      </section>
      <RecordHistory history={history} />
    </main>
  );
}

/** Where the car's record says something else, and the way to have it follow. */
function CarDifferences({ differences, path }: { differences: CarDifference[]; path: string }) {
  const mayOpen = useMayOpen();
  if (differences.length === 0) return null;
  return (
    <Notice className="screen-only" tone="info" title="The car's record is different">
      <Facts
        facts={differences.map(({ label, purchase, car }) => [
          label,
          `${purchase}; the car: ${car || "none"}`,
        ])}
      />
      {mayOpen(path, "POST") ? (
        <Form method="post">
          <button type="submit" className="button button--secondary">
            Change the Car to Match
          </button>
        </Form>
      ) : null}
    </Notice>
  );
}
