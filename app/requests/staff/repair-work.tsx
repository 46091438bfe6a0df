import { AppointmentPanel } from "./appointment-panel";
import { EstimatePanel } from "./estimate-panel";
import type { loadRepairWork } from "./repair.server";

interface RepairWorkProps {
  repair: NonNullable<Awaited<ReturnType<typeof loadRepairWork>>>;
}

/** What staff do only with repair requests: the appointment and the estimate. */
export function RepairWork({ repair: { appointment, canChange, ...estimate } }: RepairWorkProps) {
  return (
    <>
      <AppointmentPanel appointment={appointment} canChange={canChange} />
      <EstimatePanel {...estimate} canChange={canChange} />
    </>
  );
}
