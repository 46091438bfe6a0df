import type { LineKind } from "~/requests/estimate";

/** A line as the form has it. */
export type EstimateLineValues = {
  kind: LineKind;
  description: string;
  quantity: string;
  price: string;
  /** `yes`, `no`, or empty for what is usual. */
  taxed: string;
};

/** The form of an estimate. */
export type EstimateFormValues = {
  lines: EstimateLineValues[];
  taxRate: string;
  complaint: string;
  plate: string;
  vin: string;
  odometer: string;
};

export const LINE_FIELDS = ["kind", "description", "quantity", "price", "taxed"] as const;

/** A line before anything is typed. */
export const EMPTY_LINE: EstimateLineValues = {
  kind: "labor",
  description: "",
  quantity: "1",
  price: "",
  taxed: "",
};
