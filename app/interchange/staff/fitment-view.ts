import type { Fitment } from "~/interchange/fitments";
import type { RecordView } from "~/staff/records/view";

/** The list of fitments leads to how they have done. */
export const FITMENT_VIEW: RecordView<Fitment> = {
  tools: [{ to: "/admin/fitments/grades", label: "How fits have done", icon: "gears" }],
};
