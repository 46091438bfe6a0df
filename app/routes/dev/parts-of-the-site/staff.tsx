import { useRef, useState } from "react";
import type { RetailVehicle } from "~/models/retail-vehicle";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { readStaffQuery } from "~/models/staff-list";
import { RETAIL_COLUMNS, RetailDetails } from "~/routes/admin/retail-vehicles/row";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { RecordTable } from "~/ui/record-table";
import { RequestFacts } from "~/ui/request-facts";
import { SessionCountdown } from "~/ui/session-countdown";
import type { SessionView } from "~/ui/session-store";
import { SessionWarning } from "~/ui/session-warning";
import { StaffBar } from "~/ui/staff-bar";
import { StaffFilters } from "~/ui/staff-filters";
import { StaffNotice } from "~/ui/staff-notice";
import { Section, State, States } from "./section";
import { StillSession } from "./still-session";

const QUERY = readStaffQuery(new URLSearchParams("open=01AAAAAAAAAAAAAAAAAAAAAAAA"), RETAIL_LIST);

const VEHICLE: RetailVehicle = {
  _id: "01AAAAAAAAAAAAAAAAAAAAAAAA",
  stockNumber: "P1187",
  year: 2014,
  make: "BMW",
  model: "X5",
  vin: "5UXKR0C5XE0K44021",
  mileage: 84_210,
  price: 12_995,
  status: "available",
  features: ["Heated seats", "Tow hitch"],
  dateAcquired: "2026-11-02T00:00:00.000Z",
  createdAt: "2026-11-02T15:04:00.000Z",
};

const VEHICLES: readonly RetailVehicle[] = [
  VEHICLE,
  {
    ...VEHICLE,
    _id: "01BBBBBBBBBBBBBBBBBBBBBBBB",
    stockNumber: "P1188",
    model: "3 Series",
    status: "pending",
  },
  { ...VEHICLE, _id: "01CCCCCCCCCCCCCCCCCCCCCCCC", stockNumber: "P1189", model: "M5", status: "sold" },
];

/** What only staff see. */
export function StaffSection() {
  return (
    <Section id="staff" title="For staff">
      <StillSession view={{ phase: "open", secondsLeft: 1500 }}>
        <StaffBar username="ann" endsAt="4:35 PM EST" />
      </StillSession>
      <States>
        <State name="countdown without script">
          <Countdown phase="plain" />
        </State>
        <State name="countdown while verifying">
          <Countdown phase="verifying" />
        </State>
        <State name="countdown">
          <Countdown phase="open" secondsLeft={1500} />
        </State>
        <State name="countdown, amber">
          <Countdown phase="open" secondsLeft={240} />
        </State>
        <State name="a question">
          <Question />
        </State>
        <State name="the warning before a session ends">
          <Warning />
        </State>
      </States>
      <nav className="tabs" aria-label="Sample">
        <ul>
          {["Dismantled Vehicles", "Retail Vehicles", "Parts Requests", "Repair Requests"].map(
            (label, at) => (
              <li key={label}>
                <a className="tabs__tab" href="#staff" aria-current={at === 1 ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
      <StaffFilters kind={RETAIL_LIST} query={QUERY} />
      <RecordTable
        kind={RETAIL_LIST}
        query={QUERY}
        entries={VEHICLES}
        columns={RETAIL_COLUMNS}
        nameOf={({ model, stockNumber }) => `${model}, stock # ${stockNumber}`}
        details={(vehicle) => <RetailDetails vehicle={vehicle} />}
        actions={() => null}
      />
      <RequestFacts
        heading="h3"
        groups={[
          {
            title: "Customer",
            facts: [
              ["Name", "Ann Baker"],
              ["Phone", "(555) 555-0111"],
              ["Email", undefined],
            ],
            texts: [["Message", "It squeals when it brakes.\nSince last week."]],
          },
        ]}
        notes={[]}
      />
      <StaffNotice
        title="Not here any more"
        sentence="This record was deleted."
        back={{ to: "#staff", label: "Back to the dashboard" }}
      />
    </Section>
  );
}

function Countdown(view: Partial<SessionView>) {
  return (
    <StillSession view={view}>
      <SessionCountdown endsAt="4:35 PM EST" />
    </StillSession>
  );
}

function Question() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button button--secondary" onClick={() => setAsking(true)}>
        Ask
      </button>
      {asking ? (
        <ConfirmDialog
          question="Are you sure you want to delete this vehicle?"
          detail="2014 BMW X5, stock # P1187"
          wayOut="Cancel"
          onClose={() => setAsking(false)}
        >
          {(wayOut) => (
            <div className="form__actions">
              <button type="button" className="button button--danger">
                Delete
              </button>
              {wayOut}
            </div>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Warning() {
  const [shown, setShown] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="button button--secondary" onClick={() => setShown(true)}>
        Warn
      </button>
      <StillSession
        view={{ phase: "open", warningSeconds: shown ? 95 : undefined }}
        onAnswer={() => setShown(false)}
      >
        <SessionWarning dialog={dialog} />
      </StillSession>
    </>
  );
}
