import { AppointmentPanel } from "./appointment-panel";
import { EstimatePanel } from "./estimate-panel";
import type { loadRepairWork } from "./repair.server";

interface RepairWorkProps {
  repair: NonNullable<Awaited<ReturnType<typeof loadRepairWork>>>;
}

/** What staff do with a repair request alone: its appointment and its estimate. */
export function RepairWork({ repair: { appointment, canChange, ...estimate } }: RepairWorkProps) {
  return (
    <>
      <AppointmentPanel appointment={appointment} canChange={canChange} />
      <EstimatePanel {...estimate} canChange={canChange} />
    </>
  );
}
