import { useEffect, useRef } from "react";
import type { QrCode } from "~/models/qr-code.server";
import { PART_REQUEST_LIST } from "~/models/request-list";
import type { RetailVehicle } from "~/models/retail-vehicle";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { readStaffQuery, type StaffPage } from "~/models/staff-list";
import { readRetailQuery, type VehiclePage } from "~/models/vehicle-search";
import { partRequestGroups } from "~/routes/admin/part-requests/facts";
import { PartRequestPaper } from "~/routes/admin/part-requests/paper";
import { PART_REQUEST_COLUMNS } from "~/routes/admin/part-requests/row";
import { RetailTable } from "~/routes/admin/retail-vehicles/table";
import { type CardVehicle, RetailCard } from "~/routes/site/inventory/cards";
import { RETAIL_FILTER_WORDS } from "~/routes/site/inventory/filters";
import { AlikeVehicles } from "~/routes/site/vehicle/alike";
import { VehicleSheet } from "~/routes/site/vehicle/sheet";
import type { Arrival } from "~/ui/arrival";
import { useBusiness } from "~/ui/business";
import { ListFailure } from "~/ui/list-failure";
import { RequestActions } from "~/ui/request-columns";
import { RequestFacts } from "~/ui/request-facts";
import { SiteFooter } from "~/ui/site-footer";
import { SiteHeader } from "~/ui/site-header";
import { StaffList, StaffListHead } from "~/ui/staff-list";
import { StaffNotice } from "~/ui/staff-notice";
import { VehicleList } from "~/ui/vehicle-list";
import { Framed } from "./framed";
import { BARE_REQUEST, GALLERY, LONG_VEHICLE, REQUEST, SOLD_VEHICLE, VEHICLE, VEHICLES } from "./samples";
import { Section, State, States } from "./section";

interface Samples {
  imageUrl: string | undefined;
  outside: { address: string; code: QrCode };
}

const NO_QUERY = readStaffQuery(new URLSearchParams(), RETAIL_LIST);
const ROWS: StaffPage<RetailVehicle> = {
  entries: [...VEHICLES],
  total: VEHICLES.length,
  all: VEHICLES.length,
  page: 1,
  pages: 1,
};
const NO_ROWS = { ...ROWS, entries: [], total: 0, pages: 0 };

/** Whole pages, and what comes out of a printer. */
export function PagesSection({ imageUrl, outside }: Samples) {
  const pictured = { ...VEHICLE, imageUrl };
  const alike = { total: 1, vehicles: [pictured] };
  return (
    <Section id="pages" title="Pages and paper">
      <States>
        <State name="the header on a phone">
          <Framed title="Header" as="phone">
            <SiteHeader business={useBusiness()} />
          </Framed>
        </State>
        <State name="the drawer">
          <Framed title="Drawer" as="phone">
            <OpenDrawer />
          </Framed>
        </State>
        <State name="the footer where nobody knows whose it is" wide>
          <Framed title="Footer">
            <SiteFooter business={undefined} />
          </Framed>
        </State>
        <State name="a vehicle" wide>
          <Framed title="A vehicle">
            <VehicleSheet vehicle={pictured} outside={outside} />
          </Framed>
        </State>
        <State name="a vehicle of which little is known, sale pending" wide>
          <Framed title="A vehicle of which little is known">
            <VehicleSheet vehicle={{ ...LONG_VEHICLE, status: "pending" }} />
          </Framed>
        </State>
        <State name="a sold vehicle" wide>
          <Framed title="A sold vehicle">
            <VehicleSheet vehicle={SOLD_VEHICLE} alike={alike} />
            <AlikeVehicles make="BMW" vehicles={alike.vehicles} />
          </Framed>
        </State>
        <State name="window sticker: a picture and few words" wide>
          <Framed title="Window sticker" as="paper">
            <VehicleSheet vehicle={pictured} outside={outside} />
          </Framed>
        </State>
        <State name="window sticker: no picture, no price, a long name, sale pending" wide>
          <Framed title="Window sticker without a picture" as="paper">
            <VehicleSheet vehicle={{ ...LONG_VEHICLE, status: "pending" }} outside={outside} />
          </Framed>
        </State>
        <State name="window sticker: sold, more features than there is room for" wide>
          <Framed title="Window sticker of a sold vehicle" as="paper">
            <VehicleSheet vehicle={{ ...SOLD_VEHICLE, imageUrl }} outside={outside} />
          </Framed>
        </State>
        <PublicLists imageUrl={imageUrl} />
        <StaffLists />
        <RequestSheets />
        <State name="nothing to show" wide>
          <Framed title="Nothing to show">
            <StaffNotice
              title="Not here any more"
              sentence="This record was deleted."
              back={{ to: GALLERY, label: "Back to the dashboard" }}
            />
          </Framed>
        </State>
      </States>
    </Section>
  );
}

/** The header with its drawer out. Opened the browser's way it would take the focus. */
function OpenDrawer() {
  const header = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawer = header.current?.querySelector("dialog");
    const stand = () => drawer?.setAttribute("open", "");
    stand();
    // A window of a desktop's width closes it.
    drawer?.addEventListener("close", stand);
    return () => drawer?.removeEventListener("close", stand);
  }, []);
  return (
    <div ref={header}>
      <SiteHeader business={useBusiness()} />
    </div>
  );
}

function PublicLists({ imageUrl }: Pick<Samples, "imageUrl">) {
  const vehicles = VEHICLES.map((vehicle) => ({ ...vehicle, imageUrl }));
  const page: VehiclePage<CardVehicle> = {
    vehicles,
    total: vehicles.length,
    all: 60,
    page: 2,
    pages: 3,
    makes: [],
  };
  const none = { ...page, vehicles: [], total: 0, pages: 0 };
  const arrivals: [string, Arrival<VehiclePage<CardVehicle>>, search?: string][] = [
    ["loaded", { state: "loaded", value: page, last: page }, "make=BMW&priceTo=20000"],
    ["loading", { state: "loading", last: undefined }],
    ["loading, the last one still there", { state: "loading", last: page }],
    ["nothing matches", { state: "loaded", value: none, last: none }, "q=spaceship"],
    ["none at all", { state: "loaded", value: { ...none, all: 0 }, last: { ...none, all: 0 } }],
    ["failed", { state: "failed", message: "Failed to fetch vehicles", last: undefined }],
  ];
  return arrivals.map(([state, arrival, search]) => (
    <State key={state} name={`a public list: ${state}`} wide>
      <Framed title={`A public list: ${state}`}>
        <VehicleList
          path={GALLERY}
          title="Vehicles for sale"
          query={readRetailQuery(new URLSearchParams(search))}
          arrival={arrival}
          filterWords={RETAIL_FILTER_WORDS}
          emptyText="No vehicles currently available."
          card={(vehicle, position) => <RetailCard vehicle={vehicle} position={position} search="" />}
        />
      </Framed>
    </State>
  ));
}

function StaffLists() {
  const open = readStaffQuery(new URLSearchParams(`open=${VEHICLE._id}`), RETAIL_LIST);
  const narrow = readStaffQuery(new URLSearchParams("q=spaceship&status=sold"), RETAIL_LIST);
  return (
    <>
      <State name="a staff list, a row open" wide>
        <Framed title="A staff list">
          <RetailTable page={ROWS} query={open} />
        </Framed>
      </State>
      <State name="on paper" wide>
        <Framed title="A staff list on paper" as="paper">
          <RetailTable page={ROWS} query={NO_QUERY} />
        </Framed>
      </State>
      <State name="nothing matches" wide>
        <Framed title="A staff list where nothing matches">
          <RetailTable page={{ ...NO_ROWS, all: 3 }} query={narrow} />
        </Framed>
      </State>
      <State name="none at all" wide>
        <Framed title="An empty staff list">
          <RetailTable page={{ ...NO_ROWS, all: 0 }} query={NO_QUERY} />
        </Framed>
      </State>
      <State name="failed" wide>
        <Framed title="A staff list that failed">
          <section className="staff-list">
            <StaffListHead kind={RETAIL_LIST} />
            <ListFailure title="Error: Failed to fetch vehicles" address={RETAIL_LIST.path} />
          </section>
        </Framed>
      </State>
      <State name="requests, a row open" wide>
        <Framed title="Requests">
          <StaffList
            kind={PART_REQUEST_LIST}
            query={readStaffQuery(new URLSearchParams(`open=${REQUEST._id}`), PART_REQUEST_LIST)}
            page={{ entries: [REQUEST, BARE_REQUEST], total: 2, all: 2, page: 1, pages: 1 }}
            columns={PART_REQUEST_COLUMNS}
            nameOf={({ reference }) => reference}
            details={(request) => (
              <RequestFacts groups={partRequestGroups(request)} notes={request.notes} heading="h3" />
            )}
            actions={(request, listAddress) => (
              <RequestActions request={request} path={PART_REQUEST_LIST.path} listAddress={listAddress} />
            )}
          />
        </Framed>
      </State>
    </>
  );
}

function RequestSheets() {
  return (
    <>
      {[REQUEST, BARE_REQUEST].map((request) => (
        <State key={request._id} name={`request sheet ${request.reference}`} wide>
          <Framed title={`Request sheet ${request.reference}`}>
            <PartRequestPaper request={request} />
          </Framed>
        </State>
      ))}
      <State name="on paper" wide>
        <Framed title="Request sheet on paper" as="paper">
          <PartRequestPaper request={REQUEST} />
        </Framed>
      </State>
    </>
  );
}
