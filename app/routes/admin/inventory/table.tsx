import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Collection } from "~/collections/collection";
import { type StaffPage, type StaffQuery, staffListUrl } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import type { Column } from "~/ui/lists/record-table";
import { StaffList } from "~/ui/lists/staff-list";
import { AddItem, type DocumentLink, ItemRowActions, type ListedItem } from "./row";

export interface ItemTableProps<Item> {
  page: StaffPage<Item>;
  query: StaffQuery;
}

interface InventoryTableProps<Item> extends ItemTableProps<Item> {
  inventory: Collection;
  columns: readonly Column<Item>[];
  /** Pages beside the list's Print button. */
  tools: readonly DocumentLink[];
  /** What becomes of other records when this one is deleted. */
  deleteNote?: (item: Item) => string | undefined;
  /** Another page of an item, beside Edit. */
  more?: (item: Item) => DocumentLink;
  /** What an open row shows. */
  details: (item: Item) => ReactNode;
}

/** The staff list of one inventory. */
export function ItemTable<Item extends ListedItem>({
  inventory,
  page,
  query,
  columns,
  tools,
  deleteNote,
  more,
  details,
}: InventoryTableProps<Item>) {
  const { path, list, deleteQuestion } = inventory;
  return (
    <StaffList
      kind={list}
      query={query}
      page={page}
      columns={columns}
      nameOf={inventory.nameOf}
      details={details}
      actions={(item, listUrl) => (
        <ItemRowActions
          id={item._id}
          version={item.updatedAt}
          name={inventory.nameOf(item)}
          path={path}
          listUrl={listUrl}
          question={deleteQuestion}
          note={deleteNote?.(item)}
          more={more?.(item)}
        />
      )}
      tools={tools.map(({ to, label, icon }) => (
        <Link key={to} className="button button--quiet button--small" to={to}>
          <Icon name={icon} size={20} /> {label}
        </Link>
      ))}
      add={<AddItem inventory={inventory} listUrl={staffListUrl(list, query)} />}
    />
  );
}
