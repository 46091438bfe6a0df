import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { internationalPhone, phoneHref } from "~/business/links";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS, type Customer, MAX_CONTACTS } from "~/customers/customers";
import { listMerges } from "~/customers/merged.server";
import { customerPage, mergeUrl, splitUrl } from "~/customers/paths";
import { findPossiblySame } from "~/customers/similar.server";
import { listContacts } from "~/customers/split.server";
import { loadTimeline, type TimelineEntry } from "~/customers/timeline.server";
import { confirmContact, listUnconfirmed } from "~/customers/unconfirmed.server";
import { TRASH_PAGE } from "~/history/change";
import { loadRecordHistory } from "~/history/view.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom, withListUrl } from "~/lists/staff";
import { newRequestUrl } from "~/requests/new-request-page";
import { PART_REQUESTS } from "~/requests/part-requests";
import { OWED_PAGE } from "~/sales/account";
import { listOwedOf } from "~/sales/account.server";
import { findStoreCredit } from "~/sales/complete.server";
import { listSalesAndReturns, type SaleOrReturn } from "~/sales/of-customer.server";
import { SALES_PAGE } from "~/sales/sale";
import { rememberOpened } from "~/search/recent.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { RecordHistory } from "~/staff/history/record-history";
import { RecordFacts } from "~/staff/lists/record-facts";
import { MoreMenu } from "~/staff/more-menu";
import { recordFacts } from "~/staff/records/facts";
import { RecordHead } from "~/staff/records/head";
import { MenuLinks, RecordTexts } from "~/staff/records/row";
import type { RecordLink } from "~/staff/records/view";
import { useMayOpen } from "~/staff/use-may-open";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import { Badge } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { Pagination } from "~/ui/lists/pagination";
import { mailto } from "~/values/contact-links";
import { formatDateTime, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { getPageParam } from "~/values/query-params";
import { formatSaleNumber } from "~/values/sale-number";
import { requireCustomer } from "./loaders.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.name ?? "Customer not found", matches);

export const loader = staffLoader(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const { searchParams } = new URL(args.request.url);
  const id = customer._id;
  await rememberOpened(CUSTOMERS.recordKind, id);
  const [timeline, bought, history, deleteNote, same, merges, owed, credit, contacts, unconfirmed] =
    await Promise.all([
      loadTimeline(id, { page: getPageParam(searchParams), now: args.now }),
      listSalesAndReturns(id, SHOWN_SALES),
      loadRecordHistory(CUSTOMERS.recordKind, id),
      CUSTOMER_RECORDS.deleteNote?.(id),
      findPossiblySame(id),
      listMerges(id),
      listOwedOf(id),
      findStoreCredit(id),
      // For a customer without their own: a request's may be someone else's.
      customer.phones.length > 0 && customer.emails.length > 0 ? [] : listContacts(id),
      listUnconfirmed(customer),
    ]);
  return {
    owed: {
      total: formatExactPrice(owed.reduce((sum, { owedCents }) => sum + owedCents, 0) / 100),
      sales: owed.map((sale) => ({
        to: `${SALES_PAGE}/${sale.id}`,
        number: formatSaleNumber(sale),
        sold: formatDay(`${sale.soldOn}T00:00:00.000Z`),
        owed: formatExactPrice(sale.owedCents / 100),
      })),
    },
    storeCredit: credit > 0 ? formatExactPrice(credit / 100) : undefined,
    ...{ customer, timeline, bought, history, deleteNote, same },
    unconfirmed: unconfirmed.slice(0, MAX_CONTACTS),
    name: CUSTOMERS.nameOf(customer),
    listUrl: listUrlFrom(searchParams, CUSTOMERS.list.path),
    phones: customer.phones.length > 0 ? customer.phones : shared(contacts, "customerPhone", unconfirmed),
    emails: customer.emails.length > 0 ? customer.emails : shared(contacts, "customerEmail", unconfirmed),
    merges: merges.map(({ mergedAt, mergedBy, ...merge }) => ({
      ...merge,
      when: [formatDateTime(mergedAt, business.timeZone), mergedBy].filter(Boolean).join(", "),
    })),
  };
});

/** Makes what a request came with the customer's. */
export const action = staffAction(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const contact = (await readForm(args.request, ["contact"])).get("contact")?.toString() ?? "";
  return redirectWithToast(
    customerPage(customer._id),
    (await confirmContact(customer._id, contact))
      ? { title: "Added", description: contact }
      : {
          title: "Not added",
          description: `Another customer already has it, or this customer has ${MAX_CONTACTS}. Look under Edit.`,
          variant: "destructive",
        },
  );
});

export const clientAction = keepTyped;

/** A customer: how to reach them, all that they ever asked for, and what is known about them. */
export default function CustomerPage() {
  const {
    customer,
    name,
    listUrl,
    timeline,
    bought,
    history,
    deleteNote,
    same,
    merges,
    owed,
    storeCredit,
    unconfirmed,
    ...reach
  } = useLoaderData<typeof loader>();
  const { timeZone } = useBusiness();
  const mayOpen = useMayOpen();
  const { _id: id } = customer;
  const { entries, total, page, pages } = timeline;
  const open = entries.filter((entry) => entry.isOpen);
  const others = entries.filter((entry) => !entry.isOpen);
  return (
    <main id="main" className="page staff-page stack gap-5 customer" tabIndex={-1}>
      <RecordHead
        list={CUSTOMERS.list}
        title={<h1>{name}</h1>}
        about={
          reach.phones.length + reach.emails.length === 0 ? (
            <p className="muted">No phone number and no email address.</p>
          ) : null
        }
        action={<Reach {...reach} />}
        more={
          <MoreMenu label={`More about ${name}`} isShort>
            <MenuLinks
              links={[
                ...newLinks(customer),
                { to: withListUrl(`${customerPage(id)}/edit`, listUrl), label: "Edit", icon: "pencil" },
                { to: customerPage(id, "merge"), label: "Merge…", icon: "user" },
                ...(mayOpen(customerPage(id, "data"))
                  ? [{ to: customerPage(id, "data"), label: "Data and privacy", icon: "lock" } as const]
                  : []),
              ]}
            />
            {mayOpen(`${customerPage(id)}/delete`) ? (
              <DeleteLink
                className="more-menu__item tone--bad"
                action={withListUrl(`${customerPage(id)}/delete`, listUrl)}
                question={CUSTOMERS.deleteQuestion}
                name={name}
                note={deleteNote}
                version={customer.updatedAt}
              />
            ) : null}
          </MoreMenu>
        }
      />
      {same.length > 0 ? (
        <Notice tone="info" title="This may be the same person as:" className="screen-only">
          <ul className="stack gap-2">
            {same.map((other) => (
              <li key={other._id} className="cluster gap-2 gap-x-4">
                <Link className="tap" to={customerPage(other._id)}>
                  {other.name}
                </Link>
                <span className="breaks">{[...other.phones, ...other.emails].join(", ")}</span>
                <Link className="tap" to={mergeUrl(id, other._id)}>
                  Merge<span className="visually-hidden"> with {other.name}</span>…
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className="grid gap-6 start customer__columns">
        <div className="stack gap-5">
          <section className="stack sheet" aria-labelledby="requests">
            <h2 id="requests">Requests</h2>
            {total === 0 ? <EmptyState title="No requests yet." /> : null}
            {open.length > 0 ? (
              <>
                <h3>Open</h3>
                <Timeline entries={open} customer={customer} canSplit={total > 1} />
              </>
            ) : null}
            {others.length > 0 ? (
              <>
                <h3>Finished</h3>
                <Timeline entries={others} customer={customer} canSplit={total > 1} />
              </>
            ) : null}
            <Pagination
              page={page}
              pages={pages}
              urlFor={(number) => {
                const first = withListUrl(customerPage(id), listUrl);
                return number > 1 ? `${first}${first.includes("?") ? "&" : "?"}page=${number}` : first;
              }}
            />
          </section>
          {bought.total > 0 ? <Bought {...bought} name={customer.name} /> : null}
        </div>
        <section className="stack gap-5 sheet" aria-labelledby="about">
          <h2 id="about">About</h2>
          {owed.sales.length > 0 ? (
            <div className="card stack gap-3">
              <h3>Owes {owed.total}</h3>
              <ul className="lines-ruled">
                {owed.sales.map((sale) => (
                  <li key={sale.to} className="row between gap-3">
                    <span>
                      <Link className="tap" to={sale.to}>
                        {sale.number}
                      </Link>
                      , <span className="muted">{sale.sold}</span>
                    </span>
                    <span>{sale.owed}</span>
                  </li>
                ))}
              </ul>
              <p>
                <Link className="button button--secondary" to={`${OWED_PAGE}/${id}`}>
                  Take a Payment
                </Link>
              </p>
            </div>
          ) : null}
          {storeCredit ? (
            <div className="card">
              <h3>Has {storeCredit} of store credit</h3>
            </div>
          ) : null}
          <RecordFacts facts={recordFacts(CUSTOMERS, customer, { timeZone, without: ["name"] })} />
          <ContactLines label="Phones" texts={customer.phones} />
          <ContactLines label="Emails" texts={customer.emails} />
          <Unconfirmed texts={unconfirmed} />
          <RecordTexts collection={NOTES} record={customer} />
          {merges.map(({ mergedId, name: merged, when }) => (
            <Form key={mergedId} method="post" action={TRASH_PAGE} className="cluster gap-2 screen-only note">
              <input type="hidden" name="kind" value={CUSTOMERS.recordKind} />
              <input type="hidden" name="id" value={mergedId} />
              <input type="hidden" name="returnTo" value={customerPage(id)} />
              <span>
                {merged} was merged into this customer: {when}.
              </span>
              <button type="submit" className="button button--quiet button--small">
                Undo<span className="visually-hidden"> the merge with {merged}</span>
              </button>
            </Form>
          ))}
          <RecordHistory history={history} />
        </section>
      </div>
    </main>
  );
}

/**
 * What can be started for a customer. A request is theirs by its number or address, so one for someone without either would be nobody's.
 */
function newLinks({ _id: id, phones, emails }: Customer): RecordLink[] {
  const sale = { to: `${SALES_PAGE}/new?${new URLSearchParams({ customer: id })}`, label: "New Sale" };
  const request = { to: newRequestUrl(PART_REQUESTS, id), label: "New Request" };
  return (phones.length + emails.length > 0 ? [sale, request] : [sale]).map((link) => ({
    ...link,
    icon: "plus",
  }));
}

/** How many sales and credit notes the page has. */
const SHOWN_SALES = 25;

/** What the customer has bought and brought back, the newest first. */
function Bought({ newest, total, name }: { newest: readonly SaleOrReturn[]; total: number; name: string }) {
  const mayOpen = useMayOpen();
  return (
    <section className="stack gap-3 sheet" aria-labelledby="bought">
      <h2 id="bought">Sales and Credit Notes</h2>
      <ul className="lines-ruled">
        {newest.map(({ to, kind, number, day, status, total }) => (
          <li key={to} className="row between gap-3">
            <span className="cluster gap-x-3">
              <span>
                {kind}{" "}
                {mayOpen(to) ? (
                  <Link className="tap" to={to}>
                    {number}
                  </Link>
                ) : (
                  number
                )}
                , <span className="muted">{day}</span>
              </span>
              {status ? <Badge tone={status.tone}>{status.label}</Badge> : null}
            </span>
            <span>{total}</span>
          </li>
        ))}
      </ul>
      {total > newest.length ? (
        <p>
          The newest {newest.length} of {total}.{" "}
          <Link to={`${SALES_PAGE}?${new URLSearchParams({ customer: name })}`}>All sales to {name}</Link>
        </p>
      ) : null}
    </section>
  );
}

/** The long texts that are no lists of numbers and addresses. */
const NOTES = { fields: { notes: CUSTOMERS.fields.notes } };

/** Buttons to call, text and write to the customer. */
function Reach({ phones, emails }: { phones: readonly string[]; emails: readonly string[] }) {
  const [phone] = phones;
  const [email] = emails;
  return (
    <>
      {phone ? (
        <>
          <a className="button" href={phoneHref({ phone })}>
            <Icon name="phone" size={20} /> Call <span className="visually-hidden--phone">{phone}</span>
          </a>
          <a className="button button--secondary" href={`sms:${internationalPhone({ phone })}`}>
            <Icon name="text" size={20} /> Text
          </a>
        </>
      ) : null}
      {email ? (
        <a className={phone ? "button button--secondary" : "button"} href={mailto(email)}>
          <Icon name="mail" size={20} /> Email
        </a>
      ) : null}
    </>
  );
}

/** Every number or address, each a link. */
function ContactLines({ label, texts }: { label: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div className="record-text">
      <h3>{label}</h3>
      <ul className="stack gap-2">
        {texts.map((text) => (
          <li key={text}>
            <a className="tap breaks" href={text.includes("@") ? mailto(text) : phoneHref({ phone: text })}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What requests came with, each with a button that makes it the customer's. */
function Unconfirmed({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div className="record-text screen-only">
      <h3>Also Sent with Requests</h3>
      <p className="note">Anyone can type this customer's number. Add what you know is theirs.</p>
      <ul className="stack gap-2">
        {texts.map((text) => (
          <li key={text}>
            <Form method="post" className="cluster gap-2">
              <input type="hidden" name="contact" value={text} />
              <span className="breaks">{text}</span>
              <button type="submit" className="button button--quiet button--small">
                Add<span className="visually-hidden"> {text}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  customer: Pick<Customer, "_id" | "name">;
  /** Whether one can be split off: not if it is the only one. */
  canSplit: boolean;
}

function Timeline({ entries, customer, canSplit }: TimelineProps) {
  return (
    <ol className="rows gap-4 customer__requests">
      {entries.map((entry) => (
        <li key={entry._id} className="stack gap-2">
          <p className="cluster gap-2 gap-x-3">
            <Link className="tap" to={entry.path}>
              <strong>{entry.reference}</strong>
            </Link>
            <Badge tone={entry.status.tone}>{entry.status.label}</Badge>
            {entry.hasMessage ? <Badge tone="blue">New message</Badge> : null}
          </p>
          <p className="breaks">{entry.subject ?? entry.kind}</p>
          <p className="cluster gap-1 gap-x-4 note">
            <span>{entry.kind}</span>
            <time dateTime={entry.createdAt}>{entry.sentAt}</time>
            {entry.name === customer.name ? null : <span className="breaks">as {entry.name}</span>}
            {entry.quote === undefined ? null : <span>Quoted {formatExactPrice(entry.quote)}</span>}
            {entry.due && entry.isOpen ? (
              <span className={`request-due tone--${entry.due.state}`}>{entry.due.text}</span>
            ) : null}
            {canSplit ? (
              <Link className="tap screen-only" to={splitUrl(customer._id, entry)}>
                Not this person<span className="visually-hidden">: split off {entry.reference}</span>
              </Link>
            ) : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** What requests came with that may be someone's. */
function shared<Name extends string>(
  contacts: readonly Record<Name, string | null>[],
  name: Name,
  unconfirmed: readonly string[],
): string[] {
  const texts = contacts.map((contact) => contact[name]).filter((text) => text !== null);
  return [...new Set(texts)].filter((text) => !unconfirmed.includes(text));
}
