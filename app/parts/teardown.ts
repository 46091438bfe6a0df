/** The fields of a row in the list of parts to take in, as they are typed. */
export interface TakeInFields {
  price: string;
  location: string;
  damage: string;
  /** The URLs of its pictures, in order. */
  images: readonly string[];
}

/** A part that has been taken in, as its row shows it. */
export interface TakenPart extends TakeInFields {
  id: string;
  version: string;
  stockNumber: string;
  status: string;
}

/** One row of the list. */
export interface TeardownRow {
  entryId: string;
  /** What the same entry of the same model went on the shelf for, and where that is from. */
  suggestion?: { price: number; from: string } | undefined;
  taken?: TakenPart | undefined;
}

/** A heading with its rows. */
export interface TeardownGroup {
  title: string;
  rows: TeardownRow[];
}

/** The answer to a row that was sent by itself. */
export type TakeInResult =
  /** Stored, or stored before with the same values. */
  | { outcome: "saved"; part: TakenPart }
  /** Taken back: it is in the bin. */
  | { outcome: "removed" }
  /** Somebody else has taken it in, or changed it since. */
  | { outcome: "taken"; part: TakenPart }
  | { outcome: "invalid"; errors: TakeInErrors };

export type TakeInErrors = Partial<Record<keyof TakeInFields | "row", string[]>>;

export const TAKE = "take";
export const EMPTY_ROW: TakeInFields = { price: "", location: "", damage: "", images: [] };

/** The name of a row's field: `alternator.price`. */
export function rowField(entryId: string, field: keyof TakeInFields | "image"): string {
  return `${entryId}.${field}`;
}

/** The path of a car's list of parts to take in. */
export function teardownPath(donorId: string): string {
  return `/admin/dismantled-vehicles/${donorId}/teardown`;
}
