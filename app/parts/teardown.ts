import type { DismantledStatus } from "~/vehicles/dismantled";

/** The cars that wait to be torn down. */
export const TEARDOWN_PAGE = "/admin/teardown";

/** The status of a car that waits to be torn down. */
export const WAITS_FOR_TEARDOWN: DismantledStatus = "Awaiting Dismantle";

/** The fields of a row in the list of parts to stock, as they are typed. */
export interface StockFields {
  price: string;
  location: string;
  damage: string;
  coreCharge: string;
  weight: string;
  /** One of `business.json`'s, or empty. It is chosen once for all rows that are checked from then on. */
  warranty: string;
  /** The URLs of its pictures, in order. */
  images: readonly string[];
}

/** A part that has been stocked, as its row shows it. */
export interface StockedPart extends StockFields {
  id: string;
  version: string;
  stockNumber: string;
  status: string;
  /** Whether the current user may take it off the shelf by its row. */
  mayUndo: boolean;
}

/** One row of the list. */
export interface TeardownRow {
  entryId: string;
  /** What the same entry of the same model went on the shelf for, and where that is from. */
  suggestion?: { price: number; from: string } | undefined;
  taken?: StockedPart | undefined;
  /** How many open requests ask for it, of such a car or one that it is likely to fit; undefined for none. */
  askedFor?: number | undefined;
  /** The cars that it is likely to fit besides: `2010–2012 Ford Fusion (same generation)`. */
  alsoFits?: string | undefined;
}

/** A heading with its rows. */
export interface TeardownGroup {
  title: string;
  rows: TeardownRow[];
}

/** The answer to a row that was sent on its own. */
export type StockResult =
  /** Stored, or stored before with the same values. */
  | { outcome: "saved"; part: StockedPart }
  /** Undone: it is in the trash. */
  | { outcome: "removed" }
  /** Someone else has stocked it, or changed it since. */
  | { outcome: "taken"; part: StockedPart }
  /** It is not theirs to undo. */
  | { outcome: "forbidden"; part: StockedPart }
  | { outcome: "invalid"; errors: StockErrors };

export type StockErrors = Partial<Record<keyof StockFields | "row", string[]>>;

export const TAKE = "take";
/** The name of the field for the warranty of the whole car. */
export const WARRANTY = "warranty";
/** The fields that are typed into a row. */
export const TYPED_FIELDS = ["price", "location", "damage", "coreCharge", "weight"] as const;
export const EMPTY_ROW: StockFields = {
  ...{ price: "", location: "", damage: "", coreCharge: "", weight: "", warranty: "" },
  images: [],
};

/** The part of a car that was stocked last, whose place and warranty the next one starts with. */
export function lastStocked(rows: readonly TeardownRow[], has: (part: StockedPart) => boolean = () => true) {
  const parts = rows.flatMap(({ taken }) => (taken && has(taken) ? [taken] : []));
  return parts.sort((a, b) => (a.id < b.id ? 1 : -1))[0];
}

/** The name of a row's field: `alternator.price`. */
export function rowField(entryId: string, field: keyof StockFields | "image"): string {
  return `${entryId}.${field}`;
}

/** The path of a car's list of parts to stock. */
export function teardownPath(donorId: string): string {
  return `/admin/dismantled-vehicles/${donorId}/teardown`;
}
