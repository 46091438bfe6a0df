import type { ComponentType } from "react";
import type { Column } from "~/staff/lists/record-table";
import type { IconName } from "~/ui/layout/icon";

/** A link to another page about a record: what can be printed for it, or done. */
export interface RecordLink {
  to: string;
  label: string;
  icon: IconName;
}

/** What the staff pages of a collection show that doesn't follow from its definition. */
export interface RecordView<Item, Besides = unknown> {
  /** The columns of its list. */
  columns?: readonly Column<Item>[];
  /** An open row; `besides` is what its list loads for the record besides its fields (`listBesides`). */
  Details?: ComponentType<{ record: Item; besides: Besides | undefined }>;
  /** Pages next to the list's Print button. */
  tools?: readonly RecordLink[];
  /** What can be printed for a record, or done on another page. */
  documents?(id: string): RecordLink[];
  /** What a record is mostly opened for, and its one button; undefined if that is to edit it. */
  primary?(record: Item): RecordLink | undefined;
  /** Another page of a record, next to Edit. */
  more?(record: Item): RecordLink;
  /** What happens to other records when this one is deleted. */
  deleteNote?(besides: Besides | undefined): string | undefined;
  /** Whether a record without a picture shows the sign of a car. */
  hasPlaceholder?: boolean;
}
