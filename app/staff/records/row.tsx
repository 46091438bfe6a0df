import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Collection } from "~/collections/collection";
import { withListUrl } from "~/lists/staff";
import type { VehicleImage } from "~/pictures/image-rows";
import { VehiclePicture } from "~/site/vehicles/picture";
import { RecordFacts, RecordText } from "~/staff/lists/record-facts";
import { useMayOpen } from "~/staff/use-may-open";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import type { Fact } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { titleCase } from "~/values/capitals";
import { vehicleName } from "~/vehicles/inventory";
import { recordTexts } from "./facts";
import type { RecordLink } from "./view";

/** A vehicle or a part in an open row. */
interface PicturedRecord {
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  imageUrl?: string | undefined;
  images: readonly VehicleImage[];
}

interface RecordActionsProps {
  id: string;
  version: string;
  /** What staff call it. */
  name: string;
  /** The path of the record's pages: `/admin/retail-vehicles`. */
  path: string;
  listUrl: string;
  /** The question before a delete, and what happens to other records. */
  question: string;
  note?: string | undefined;
  /** Another page of the record that staff often open. */
  more?: RecordLink | undefined;
}

/** Edit and Delete, which both return to the list as it is, and another page between them. */
export function RecordActions({
  id,
  version,
  name,
  path,
  listUrl,
  question,
  note,
  more,
}: RecordActionsProps) {
  const page = `${path}/${id}`;
  const mayOpen = useMayOpen();
  return (
    <span className="row gap-1 record-table__buttons">
      {mayOpen(`${page}/edit`) ? (
        <Link className="record-table__action" to={withListUrl(`${page}/edit`, listUrl)}>
          <Icon name="pencil" size={20} />
          <span className="record-table__action-label">Edit</span>
          <span className="visually-hidden"> {name}</span>
        </Link>
      ) : null}
      {more && mayOpen(more.to) ? (
        <Link className="record-table__action" to={more.to} title={more.label}>
          <Icon name={more.icon} size={20} />
          <span className="record-table__action-label">{more.label}</span>
          <span className="visually-hidden"> of {name}</span>
        </Link>
      ) : null}
      {mayOpen(`${page}/delete`) ? (
        <DeleteLink
          action={withListUrl(`${page}/delete`, listUrl)}
          question={question}
          name={name}
          note={note}
          version={version}
        />
      ) : null}
    </span>
  );
}

interface PicturedDetailsProps {
  vehicle: PicturedRecord;
  facts: readonly Fact[];
  /** Its public page. */
  publicPage: { to: string; label: string } | undefined;
  /** What can be printed for it. */
  documents: readonly RecordLink[];
  /** False for a part, whose place without a photo is not the sign of a car. */
  hasPlaceholder?: boolean;
  /** Multi-line texts. */
  children: ReactNode;
}

/** An open row: pictures, facts, texts. */
export function PicturedDetails({
  vehicle,
  facts,
  publicPage,
  documents,
  hasPlaceholder = true,
  children,
}: PicturedDetailsProps) {
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
          <ol className="grid gap-2 above-2 record-details__pictures">
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
          <Link className="tap gap-2 screen-only bold above-2" to={publicPage.to}>
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

/** Links to what can be printed. */
export function DocumentLinks({ documents }: { documents: readonly RecordLink[] }) {
  return useOpen(documents).map(({ to, label, icon }) => (
    <Link key={to} className="tap gap-2 screen-only bold above-2" to={to}>
      <Icon name={icon} size={20} /> {label}
    </Link>
  ));
}

/** The links that the user's role includes. */
function useOpen(links: readonly RecordLink[]): RecordLink[] {
  const mayOpen = useMayOpen();
  return links.filter(({ to }) => mayOpen(to));
}

/** Links in a record's menu. */
export function MenuLinks({ links }: { links: readonly RecordLink[] }) {
  return useOpen(links).map(({ to, label, icon }) => (
    <Link key={to} className="more-menu__item" to={to}>
      <Icon name={icon} size={20} /> {label}
    </Link>
  ));
}

interface AddRecordProps {
  collection: Pick<Collection, "path" | "noun" | "isAddedElsewhere">;
  listUrl: string;
}

/** Links to the form for a new record. */
export function AddRecord({ collection: { path, noun, isAddedElsewhere }, listUrl }: AddRecordProps) {
  const mayOpen = useMayOpen();
  if (isAddedElsewhere || !mayOpen(`${path}/new`)) return null;
  return (
    <Link className="button button--small" to={withListUrl(`${path}/new`, listUrl)}>
      <Icon name="plus" size={20} /> Add {titleCase(noun)}
    </Link>
  );
}

/** The long texts of a record. */
export function RecordTexts({
  collection,
  record,
  heading,
}: {
  collection: Pick<Collection, "fields">;
  record: object;
  heading?: "h2" | "h3";
}) {
  return recordTexts(collection, record).map(([title, text]) => (
    <RecordText key={title} title={title} text={text} {...(heading ? { heading } : {})} />
  ));
}
