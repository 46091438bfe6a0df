import { Link } from "@remix-run/react";
import type { Collection } from "~/collections/collection";
import type { Field } from "~/collections/field";
import { formatFieldValue } from "~/collections/form";
import { type StaffPage, type StaffQuery, staffListUrl, withListUrl } from "~/lists/staff";
import { RecordFacts } from "~/staff/lists/record-facts";
import type { Column } from "~/staff/lists/record-table";
import { StaffList } from "~/staff/lists/staff-list";
import { Badge } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { recordFacts } from "./facts";
import { AddRecord, MenuLinks, RecordActions, RecordTexts } from "./row";
import type { RecordLink } from "./view";
import { type StaffRecord, viewOf } from "./views";

export interface RecordListPage extends StaffPage<StaffRecord> {
  /** What the list shows of a record besides its fields, by its id. */
  besides?: Readonly<Record<string, unknown>> | undefined;
}

interface CollectionTableProps {
  collection: Collection;
  page: RecordListPage;
  query: StaffQuery;
}

/** The staff list of a collection. */
export function CollectionTable({ collection, page, query }: CollectionTableProps) {
  const { path, list, deleteQuestion, nameOf } = collection;
  const { columns = columnsOf(collection), Details, tools = [], deleteNote, more } = viewOf(collection);
  return (
    <StaffList
      kind={list}
      query={query}
      page={page}
      columns={columns}
      nameOf={nameOf}
      details={(record) =>
        Details ? (
          <Details record={record} besides={page.besides?.[record._id]} />
        ) : (
          <FieldDetails collection={collection} record={record} />
        )
      }
      actions={(record, listUrl) =>
        collection.isWrittenBySubject ? null : (
          <RecordActions
            id={record._id}
            version={record.updatedAt}
            name={nameOf(record)}
            path={path}
            listUrl={listUrl}
            question={deleteQuestion}
            note={deleteNote?.(page.besides?.[record._id])}
            more={more?.(record)}
          />
        )
      }
      tools={
        <MenuLinks links={[...(collection.isWrittenBySubject ? [] : [importLink(collection)]), ...tools]} />
      }
      add={<AddRecord collection={collection} listUrl={staffListUrl(list, query)} />}
    />
  );
}

function importLink({ kind }: Collection): RecordLink {
  return { to: `/admin/import?kind=${kind}`, label: "Import", icon: "document" };
}

/** The columns that a definition names; the first leads to the record's page. */
function columnsOf(collection: Collection): Column<StaffRecord>[] {
  return collection.columns.map((name, index): Column<StaffRecord> => {
    const field = collection.fields[name];
    const label = field?.label ?? name;
    const text = (record: StaffRecord) => formatFieldValue(field ?? {}, record[name]);
    if (index === 0)
      return {
        label,
        is: "name",
        cell: (record, listUrl) => (
          <Link className="tap" to={withListUrl(`${collection.path}/${record._id}`, listUrl)}>
            {text(record)}
          </Link>
        ),
      };
    if (name === "status")
      return { label, is: "status", cell: (record) => <Badge tone="gray">{text(record)}</Badge> };
    return { label, ...(isFigure(field) ? { is: "figure" as const } : {}), cell: text };
  });
}

interface RecordStatusProps {
  collection: Collection;
  record: StaffRecord;
}

/** The status of a record, as its list shows it; nothing if its kind has none. */
export function RecordStatus({ collection, record }: RecordStatusProps) {
  const columns = viewOf(collection).columns ?? columnsOf(collection);
  return columns.find(({ is }) => is === "status")?.cell(record, collection.list.path) ?? null;
}

function isFigure(field: Field | undefined): boolean {
  return field?.input === "integer" || field?.input === "decimal";
}

interface FieldDetailsProps {
  collection: Collection;
  record: StaffRecord;
  /** Whether the fields that are columns of the list are shown too. */
  isWhole?: boolean;
  /** Fields that the page shows elsewhere. */
  without?: readonly string[];
}

/** The fields of a record, long texts below the others. */
export function FieldDetails({ collection, record, isWhole = false, without = [] }: FieldDetailsProps) {
  const { timeZone } = useBusiness();
  const facts = recordFacts(collection, record, {
    timeZone,
    without: isWhole ? without : [...collection.columns, ...without],
  });
  return (
    <div className="stack gap-5 record-details__body">
      <RecordFacts facts={facts} />
      <RecordTexts collection={collection} record={record} heading={isWhole ? "h2" : "h3"} />
    </div>
  );
}
