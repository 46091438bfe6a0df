import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Collection } from "~/collections/collection";
import { buyersGuidePage } from "~/documents/buyers-guide";
import { PRINT_LABELS_PAGE } from "~/documents/labels";
import { withListUrl } from "~/lists/staff";
import { teardownPath } from "~/parts/teardown";
import type { VehicleImage } from "~/pictures/image-rows";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import { Plate } from "~/ui/layout/chip";
import type { Fact } from "~/ui/layout/facts";
import { Icon, type IconName } from "~/ui/layout/icon";
import { RecordFacts } from "~/ui/lists/record-facts";
import type { Column } from "~/ui/lists/record-table";
import { VehiclePicture } from "~/ui/vehicles/picture";
import { vehicleName } from "~/vehicles/inventory";

/** What identifies a vehicle to staff. */
export interface ListedItem {
  _id: string;
  updatedAt: string;
  stockNumber: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  imageUrl?: string | undefined;
  images: readonly VehicleImage[];
}

/** The columns that both inventories begin with. */
export const VEHICLE_COLUMNS: readonly Column<ListedItem & { vin: string }>[] = [
  { label: "Stock #", is: "name", cell: ({ stockNumber }) => <Plate>{stockNumber}</Plate> },
  { label: "VIN", is: "wide", cell: ({ vin }) => <span className="record-table__vin">{vin}</span> },
  { label: "Year", is: "figure", title: true, cell: ({ year }) => year },
  { label: "Make", title: true, cell: ({ make }) => make },
  { label: "Model", title: true, cell: ({ model }) => model },
];

interface ItemRowActionsProps {
  id: string;
  version: string;
  /** What staff call it. */
  name: string;
  /** The path of the vehicle's pages: `/admin/retail-vehicles`. */
  path: string;
  listUrl: string;
  /** The question before a delete, and what becomes of other records. */
  question: string;
  note?: string | undefined;
  /** Another page of the vehicle that staff often open. */
  more?: DocumentLink | undefined;
}

/** Edit and Delete, which both return to the list as it is, and another page between them. */
export function ItemRowActions({
  id,
  version,
  name,
  path,
  listUrl,
  question,
  note,
  more,
}: ItemRowActionsProps) {
  const page = `${path}/${id}`;
  return (
    <span className="row gap-1 record-table__buttons">
      <Link className="record-table__action" to={withListUrl(`${page}/edit`, listUrl)}>
        <Icon name="pencil" size={20} />
        <span className="record-table__action-label">Edit</span>
        <span className="visually-hidden"> {name}</span>
      </Link>
      {more ? (
        <Link className="record-table__action" to={more.to} title={more.label}>
          <Icon name={more.icon} size={20} />
          <span className="record-table__action-label">{more.label}</span>
          <span className="visually-hidden"> from {name}</span>
        </Link>
      ) : null}
      <DeleteLink
        action={withListUrl(`${page}/delete`, listUrl)}
        question={question}
        name={name}
        note={note}
        version={version}
      />
    </span>
  );
}

interface ItemRowDetailsProps {
  vehicle: ListedItem;
  facts: readonly Fact[];
  /** Its public page. */
  publicPage: { to: string; label: string } | undefined;
  /** What can be printed for it. */
  documents: readonly DocumentLink[];
  /** False for a part, whose place without a photo is not the sign of a car. */
  hasPlaceholder?: boolean;
  /** Multi-line texts. */
  children: ReactNode;
}

/** An open row: pictures, facts, texts. */
export function ItemRowDetails({
  vehicle,
  facts,
  publicPage,
  documents,
  hasPlaceholder = true,
  children,
}: ItemRowDetailsProps) {
  return (
    <div className="grid beside gap-5 start record-details">
      <div className="record-details__picture">
        {vehicle.imageUrl || hasPlaceholder ? (
          <VehiclePicture
            imageUrl={vehicle.imageUrl}
            name={vehicleName(vehicle)}
            sizes="(min-width: 768px) 18rem, 88vw"
            className="picture"
          />
        ) : null}
        {vehicle.images.length > 1 ? (
          <ol className="grid gap-2 record-details__pictures">
            {vehicle.images.slice(1).map(({ imageUrl }, index) => (
              <li key={imageUrl}>
                <VehiclePicture
                  imageUrl={imageUrl}
                  name={`Photo ${index + 2}`}
                  sizes="5rem"
                  className="picture"
                />
              </li>
            ))}
          </ol>
        ) : null}
        {publicPage ? (
          <Link className="icon-line screen-only record-details__public" to={publicPage.to}>
            <Icon name="external" size={20} /> {publicPage.label}
          </Link>
        ) : null}
        <DocumentLinks documents={documents} />
      </div>
      <div className="stack gap-5 record-details__body">
        <RecordFacts facts={facts} />
        {children}
      </div>
    </div>
  );
}

/** A page that prints something for a vehicle. */
export interface DocumentLink {
  to: string;
  label: string;
  icon: IconName;
}

/** What can be done for a vehicle on a page of its own: a label, its Buyers Guide, parts stocked from it. */
export function documentsOf(kind: string, id: string): DocumentLink[] {
  const label: DocumentLink = {
    to: `${PRINT_LABELS_PAGE}?kind=${kind}&id=${id}`,
    label: "Print label",
    icon: "tag",
  };
  if (kind === "retail") return [{ to: buyersGuidePage(id), label: "Buyers Guide", icon: "document" }, label];
  if (kind === "dismantled") return [stockParts(id), label];
  return [label];
}

/** The list of parts to stock from a dismantled vehicle. */
export function stockParts(id: string): DocumentLink {
  return { to: teardownPath(id), label: "Stock parts", icon: "wrench" };
}

/** Links to what can be printed. */
export function DocumentLinks({ documents }: { documents: readonly DocumentLink[] }) {
  return documents.map(({ to, label, icon }) => (
    <Link key={to} className="icon-line screen-only record-details__public" to={to}>
      <Icon name={icon} size={20} /> {label}
    </Link>
  ));
}

interface AddItemProps {
  inventory: Pick<Collection, "path" | "kind" | "noun">;
  listUrl: string;
}

/** Links to the form for a new vehicle, and to the import for many. */
export function AddItem({ inventory: { path, kind, noun }, listUrl }: AddItemProps) {
  return (
    <div className="cluster gap-2 staff-list__add">
      <Link className="button button--secondary" to={`/admin/import?kind=${kind}`}>
        Import
      </Link>
      <Link className="button" to={withListUrl(`${path}/new`, listUrl)}>
        <Icon name="plus" size={20} /> Add {noun}
      </Link>
    </div>
  );
}
