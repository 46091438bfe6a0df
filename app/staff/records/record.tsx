import {
  isRouteErrorResponse,
  Link,
  type MetaFunction,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { noAction, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { storedCollectionAt } from "~/collections.server";
import { listUrlFrom, withListUrl } from "~/lists/staff";
import { RecordHistory } from "~/staff/history/record-history";
import { MoreMenu } from "~/staff/more-menu";
import { useMayOpen } from "~/staff/use-may-open";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import { unlessNoAnswer } from "~/ui/forms/no-answer";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { CarMoneyPanel } from "./car-money";
import { RecordHead } from "./head";
import { loadRecord } from "./loaders.server";
import { RecordNotFound } from "./not-found";
import { MenuLinks } from "./row";
import { FieldDetails, RecordStatus } from "./table";
import { useCollection } from "./use-collection";
import type { RecordLink } from "./view";
import { type StaffRecord, viewOf } from "./views";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.name ?? "Page not found", matches);

export const loader = staffLoader((args) => loadRecord(storedCollectionAt(args.request), args));

export const action = staffAction((args) => {
  storedCollectionAt(args.request);
  return noAction();
});

export const shouldRevalidate = unlessNoAnswer;

/** A record of any collection: its fields, what can be done with it, and its history. */
export default function RecordPage() {
  const { name, record, history, deleteNote, money, newCost } = useLoaderData<typeof loader>();
  const collection = useCollection();
  const staffRecord = record as unknown as StaffRecord;
  const page = `${collection.path}/${staffRecord._id}`;
  const [params] = useSearchParams();
  const listUrl = listUrlFrom(params, collection.list.path);
  const mayOpen = useMayOpen();
  const edit: RecordLink = { to: withListUrl(`${page}/edit`, listUrl), label: "Edit", icon: "pencil" };
  const mayEdit = mayOpen(`${page}/edit`);
  // One button; the rest is in the menu.
  const [first, ...others] = [viewOf(collection).primary?.(staffRecord), edit].flatMap((link) =>
    link && mayOpen(link.to) ? [link] : [],
  );
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <RecordHead
        list={collection.list}
        title={<h1>{name}</h1>}
        status={<RecordStatus collection={collection} record={staffRecord} />}
        action={
          first ? (
            <Link className="button" to={first.to}>
              <Icon name={first.icon} size={20} /> {first.label}
            </Link>
          ) : null
        }
        more={
          mayEdit ? (
            <MoreMenu label={`More about ${name}`} isShort>
              <MenuLinks links={[...others, ...(viewOf(collection).documents?.(staffRecord._id) ?? [])]} />
              {mayOpen(`${page}/delete`) ? (
                <DeleteLink
                  className="more-menu__item tone--bad"
                  action={withListUrl(`${page}/delete`, listUrl)}
                  question={collection.deleteQuestion}
                  name={name}
                  note={deleteNote}
                  version={staffRecord.updatedAt}
                />
              ) : null}
            </MoreMenu>
          ) : null
        }
      />
      <FieldDetails collection={collection} record={staffRecord} isWhole />
      {money ? <CarMoneyPanel money={money} newCost={newCost} /> : null}
      <RecordHistory history={history} />
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}
