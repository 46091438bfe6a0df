import type { QrCode } from "~/seo/qr-code.server";

/*
 * Stock labels: their sizes, and how they fall on sheets. The measures themselves are in documents/staff/labels.css. Rolls have one
 * label a page.
 */

/** What labels are printed for, by the collections' keys. */
export const LABEL_KINDS = ["dismantled", "retail", "part"] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

export const LABELS_PAGE = "/admin/labels";
export const PRINT_LABELS_PAGE = "/admin/labels/print";

/** The most labels that are printed at once. */
export const MAX_LABELS = 300;

/** Every size, in inches, width first. */
export const LABEL_SIZES = {
  "4x6": { label: "4 × 6 in, roll (windshield)", perSheet: 1, inches: [4, 6] },
  "2.25x1.25": { label: "2.25 × 1.25 in, roll (shelf)", perSheet: 1, inches: [2.25, 1.25] },
  "avery-5163": { label: "4 × 2 in, 10 a sheet (Avery 5163)", perSheet: 10, inches: [4, 2] },
  "avery-5160": { label: "2.625 × 1 in, 30 a sheet (Avery 5160)", perSheet: 30, inches: [2.625, 1] },
} as const;
export type LabelSize = keyof typeof LABEL_SIZES;
export const LABEL_SIZE_NAMES = Object.keys(LABEL_SIZES) as LabelSize[];

/** The size that is printed where none is chosen: for a windshield, or for a shelf. */
export function usualLabelSize(kind: LabelKind): LabelSize {
  return kind === "retail" ? "4x6" : "2.25x1.25";
}

/** What is on a label. */
export interface StockLabel {
  id: string;
  stockNumber: string;
  /** `2014 Acura ILX`, or a part's name. */
  name: string;
  /** Empty on the label of a part. */
  vin: string;
  /** For a part: the car that it is from, and where it is stored. */
  car?: string | undefined;
  location?: string | undefined;
  /** Without `PUBLIC_URL` a label has no code. */
  code: QrCode | undefined;
}

/** Labels by sheet; `skip` leaves the first places of a used sheet empty. */
export function toSheets<Label>(
  labels: readonly Label[],
  size: LabelSize,
  skip: number,
): (Label | undefined)[][] {
  const { perSheet } = LABEL_SIZES[size];
  const places = [...Array<undefined>(skip % perSheet).fill(undefined), ...labels];
  return Array.from({ length: Math.ceil(places.length / perSheet) }, (_, sheet) =>
    places.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}

/** The end of a VIN, which tells one vehicle from the next. */
export function vinEnd(vin: string): string {
  return vin.slice(-8);
}

/** The link that prints one label. */
export function printLabelLink(kind: LabelKind, id: string) {
  return { to: `${PRINT_LABELS_PAGE}?kind=${kind}&id=${id}`, label: "Print label", icon: "tag" } as const;
}
