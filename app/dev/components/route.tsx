import { useForm } from "@conform-to/react";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { StepIndicator } from "~/requests/site/part-request/current-step";
import { AddressLink, CallLink, ContactLines, DirectionsLink } from "~/site/layout/contact-lines";
import { Hero } from "~/site/layout/hero";
import { IconCard } from "~/site/layout/icon-card";
import { MapCard } from "~/site/layout/map-card";
import { SidePanel } from "~/site/layout/side-panel";
import { SignCard } from "~/site/layout/sign-card";
import { COMMON_FILTER_LABELS, FilterChips } from "~/site/lists/filter-chips";
import { ListFilters } from "~/site/lists/list-filters";
import { VehicleCard } from "~/site/vehicles/card";
import { Price, publicStatusBadge, RetailStatusBadge } from "~/site/vehicles/chips";
import { PicturesField, UploadRow } from "~/staff/forms/pictures-field";
import { StaffBar } from "~/staff/frame/staff-bar";
import { RecordText } from "~/staff/lists/record-facts";
import { VinDecodeField } from "~/staff/records/vin-decode-field";
import { SessionCountdown } from "~/staff/session/countdown";
import { INACTIVE_VIEW, SessionContext, type SessionView } from "~/staff/session/store";
import { SessionWarning } from "~/staff/session/warning";
import staff from "~/styles/staff.css?url";
import tokens from "~/styles/tokens.css?raw";
import { ConfirmDialog } from "~/ui/forms/confirm-dialog";
import { Checkbox, ErrorSummaryCard, RadioGroup, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import about from "~/ui/illustrations/about.svg?raw";
import { Drawing } from "~/ui/illustrations/drawing";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import home from "~/ui/illustrations/home.svg?raw";
import inventory from "~/ui/illustrations/inventory.svg?raw";
import partRequest from "~/ui/illustrations/part-request.svg?raw";
import parts from "~/ui/illustrations/parts.svg?raw";
import repair from "~/ui/illustrations/repair.svg?raw";
import roadClosed from "~/ui/illustrations/road-closed.svg?raw";
import { Badge, Plate } from "~/ui/layout/chip";
import { Facts } from "~/ui/layout/facts";
import { ICON_NAMES, Icon } from "~/ui/layout/icon";
import { LogoMark } from "~/ui/layout/logo";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { PrintButton } from "~/ui/layout/print-button";
import { Tabs } from "~/ui/layout/tabs";
import { ToastCard } from "~/ui/layout/toast";
import { useBusiness } from "~/ui/layout/use-business";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { ListFailure } from "~/ui/lists/list-failure";
import { Pagination } from "~/ui/lists/pagination";
import { RETAIL_SORTS, readRetailQuery } from "~/vehicles/list-query";
import { RETAIL_STATUSES } from "~/vehicles/retail";
import { RetailFilterFields } from "~/vehicles/site/inventory/filters";
import styles from "./components.css?url";

export const meta: MetaFunction = () => [{ title: "Components" }];

export const links: LinksFunction = () => [staff, styles].map((href) => ({ rel: "stylesheet", href }));

/**
 * Every component in each of its states, in development only (app/routes.ts). Whole pages and lists are at their own
 * addresses.
 */
export default function Components() {
  useEffect(allowForcedStates, []);
  return (
    <div className="page stack">
      <h1>Components</h1>
      <Colors />
      <Buttons />
      <Fields />
      <Messages />
      <Cards />
      <Lists />
      <Staff />
      <Illustrations />
    </div>
  );
}

function Colors() {
  const names = new Set(tokens.match(/--color-[\w-]+/g));
  return (
    <Group title="Colors">
      {[...names].map((name) => (
        <State key={name} name={name}>
          <svg viewBox="0 0 96 24" aria-hidden="true">
            <rect width="96" height="24" fill={`var(${name})`} />
          </svg>
        </State>
      ))}
    </Group>
  );
}

function Buttons() {
  const business = useBusiness();
  return (
    <Group title="Buttons and links">
      {["", "button--secondary", "button--quiet", "button--danger"].flatMap((kind) => [
        ...[undefined, "hover", "focus-visible", "hover active"].map((state) => (
          <State key={`${kind} ${state}`} name={`${kind || "button"} ${state ?? ""}`}>
            <button type="button" className={`button ${kind}`} data-state={state}>
              Show Vehicles
            </button>
          </State>
        )),
        <State key={`${kind} disabled`} name={`${kind || "button"} disabled, busy`}>
          <button type="button" className={`button ${kind}`} disabled>
            Show Vehicles
          </button>
          <button type="button" className={`button ${kind}`} disabled aria-busy>
            Sending Request...
          </button>
        </State>,
      ])}
      <State name="secondary on the road">
        <div className="on-road">
          <button type="button" className="button button--secondary">
            Show Vehicles
          </button>
        </div>
      </State>
      <State name="small, wide">
        <button type="button" className="button button--small">
          Small
        </button>
        <button type="button" className="button button--wide">
          <Icon name="phone" /> Call
        </button>
      </State>
      <State name="links">
        <a href="#top">All vehicles</a>
        <a href="#top" data-state="hover">
          All vehicles, hover
        </a>
        <a href="#top" data-state="focus-visible">
          All vehicles, focus
        </a>
        <CallLink business={business} />
        <DirectionsLink business={business} />
        <AddressLink business={business} />
        <PrintButton className="button button--quiet button--small">Print list</PrintButton>
      </State>
    </Group>
  );
}

const CHOICES = [
  { value: "phone", label: "Call me" },
  { value: "email", label: "Email me" },
];
const ERRORS = ["Please say a little more"];

function Fields() {
  return (
    <Group title="Fields">
      <FieldStates name="empty" />
      <FieldStates name="filled" value="phone" />
      <FieldStates name="hover" attributes={{ "data-state": "hover" }} />
      <FieldStates name="focus" attributes={{ "data-state": "focus-visible" }} />
      <FieldStates name="error" errors={ERRORS} />
      <FieldStates name="disabled" value="phone" attributes={{ disabled: true }} />
      <StaffFields />
    </Group>
  );
}

interface FieldState {
  name: string;
  value?: string;
  errors?: string[];
  attributes?: Record<string, unknown>;
}

function FieldStates({ name, value = "", errors, attributes }: FieldState) {
  const [form, fields] = useForm({
    id: `fields-${name}`,
    defaultValue: { line: value, vin: value, choice: value, way: value, text: value },
    lastResult: errors && {
      status: "error",
      initialValue: {},
      error: {
        "": ["The request could not be sent."],
        ...Object.fromEntries(["line", "vin", "choice", "way", "text"].map((field) => [field, errors])),
      },
    },
  });
  const isHydrated = useHydrated();
  return (
    <State name={name}>
      {/* Rendered by the server, an error summary would put "Error: " before the page's title. */}
      {errors && isHydrated ? <ErrorSummaryCard form={form} fields={[fields.line, fields.way]} /> : null}
      <TextField field={fields.line} label="Line" hint="For example, headlight." {...attributes} />
      <TextField field={fields.vin} label="VIN" className="field--vin" {...attributes} />
      <SelectField
        field={fields.choice}
        label="Select"
        placeholder="Select a way"
        choices={CHOICES}
        {...attributes}
      />
      <TextArea field={fields.text} label="Text" optional {...attributes} />
      <RadioGroup field={fields.way} legend="How should we contact you?" choices={CHOICES} />
      <Checkbox label="Remove this photo" defaultChecked={value !== ""} {...attributes} />
    </State>
  );
}

const PICTURE_ROW = { imageUrl: "", alt: "", caption: "", removed: false };
const UPLOADS = [{}, { sent: 0.4 }, { sent: 1 }, { problem: "File size must be less than 5MB" }];

function StaffFields() {
  const [form, fields] = useForm<{ vin: string; failed: string; picture: string; rejected: string }>({
    id: "fields-staff",
    defaultValue: { failed: "1HGCM82633A004352" },
  });
  return (
    <SampleSession view={{ phase: "open" }}>
      <State name="VIN lookup">
        <VinDecodeField kind="retail" field={fields.vin} form={form} />
      </State>
      <State name="VIN lookup, failed">
        <VinDecodeField
          kind="retail"
          field={fields.failed}
          form={form}
          problem={{ message: "All VIN decode methods failed", canRetry: true }}
        />
      </State>
      <State name="pictures, and rejected">
        <PicturesField field={fields.picture} anchor="main" problems={[]} />
        <PicturesField
          field={fields.rejected}
          anchor="main"
          problems={["IMG_2041.jpg: File size must be less than 5MB"]}
        />
      </State>
      <State name="pictures that wait, are sent at 40 and 100 percent, and failed">
        <ol className="grid gap-2">
          {UPLOADS.map((upload, index) => (
            <UploadRow
              key={JSON.stringify(upload)}
              item={{
                ...PICTURE_ROW,
                key: String(index),
                upload: { file: new File([], "IMG_2041.jpg"), ...upload },
              }}
              index={index}
              pictures={{ retry: () => {}, cancel: () => {} }}
            />
          ))}
        </ol>
      </State>
    </SampleSession>
  );
}

function Messages() {
  return (
    <Group title="Messages, badges, plates">
      {(["info", "success", "error"] as const).map((tone) => (
        <State key={tone} name={`notice, ${tone}`}>
          <Notice tone={tone} title="Request Submitted!">
            <p>
              We will call you. <a href="#top">Send another request</a>
            </p>
          </Notice>
        </State>
      ))}
      {(["default", "destructive"] as const).map((variant) => (
        <State key={variant} name={`toast, ${variant}`}>
          <ToastCard toast={{ title: "Vehicle deleted", description: "Stock # P1187", variant }} />
        </State>
      ))}
      <State name="failed list">
        <ListFailure message="Failed to fetch vehicles" url="/components" />
      </State>
      <State name="empty, loading">
        <EmptyState title="No vehicles match these filters.">
          <a className="button button--secondary" href="#top">
            Clear filters
          </a>
        </EmptyState>
        <p className="row gap-3 loading">Loading vehicles...</p>
      </State>
      <State name="badges">
        {(["green", "yellow", "red", "gray"] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {RETAIL_STATUSES.map((status) => (
          <RetailStatusBadge key={status} status={status} />
        ))}
      </State>
      <State name="prices, plates">
        <Price price={12_995} />
        <Price price={undefined} />
        <Plate>P1187</Plate>
        <Plate>A-VERY-LONG-STOCK-NUMBER-OF-A-SHOP</Plate>
      </State>
    </Group>
  );
}

const CARD = {
  name: "2014 BMW X5",
  trim: "xDrive35i",
  stockNumber: "P1187",
  facts: ["84,210 miles", "Good condition", "Gasoline", "AWD"],
  page: { to: "#top" },
  price: <Price price={12_995} />,
  position: 9,
  imageUrl: undefined,
} as const;

function Cards() {
  const business = useBusiness();
  return (
    <Group title="Cards and panels">
      <State name="vehicle">
        <VehicleCard {...CARD} />
      </State>
      <State name="pending">
        <VehicleCard {...CARD} badge={publicStatusBadge("pending")} />
      </State>
      <State name="sold, no price, a long name">
        <VehicleCard
          {...CARD}
          name="2021 Mercedes-Benz Sprinter3500XDExtendedHighRoofWheelbase"
          price={<Price price={undefined} />}
          badge={publicStatusBadge("sold")}
        />
      </State>
      <State name="card">
        <IconCard icon="shield" title="Warranty on Our Work">
          <p>A sentence or two about it.</p>
        </IconCard>
      </State>
      <State name="card with a sign">
        <SignCard title="Overview" titleId="sample-card">
          <p>A sentence or two about it.</p>
        </SignCard>
      </State>
      <State name="side panel">
        <SidePanel id="sample-panel" title="Need a part?" sign>
          <ContactLines business={business} lines={["phone", "email", "address", "hours", "text"]} />
        </SidePanel>
      </State>
      <State name="map">
        <MapCard business={business} />
      </State>
      <State name="facts">
        <Facts
          facts={[
            ["Mileage", "84,210 miles"],
            ["VIN", "5UXKR0C5XE0K44021"],
          ]}
        />
        <RecordText title="Notes" text={"It squeals when it brakes.\nSince last week."} />
        <RecordText title="Description" text={undefined} />
      </State>
    </Group>
  );
}

const MAKES = [{ make: "Ford", count: 4, models: [{ model: "F-150", count: 3 }] }];
const QUERY = readRetailQuery(new URLSearchParams("q=truck&make=Ford&yearFrom=2010"));

function Lists() {
  return (
    <Group title="Lists and steps">
      <State name="filters">
        <ListFilters path="/components" query={QUERY} makes={MAKES} sorts={RETAIL_SORTS}>
          <RetailFilterFields query={QUERY} />
        </ListFilters>
      </State>
      <State name="active filters">
        <FilterChips path="/components" query={QUERY} labels={COMMON_FILTER_LABELS} />
      </State>
      {[1, 2, 9].map((page) => (
        <State key={page} name={`page ${page} of 9`}>
          <Pagination page={page} pages={9} urlFor={(other) => `/components?page=${other}`} />
        </State>
      ))}
      {([1, 2, 4] as const).map((step) => (
        <State key={step} name={`step ${step}`}>
          <StepIndicator step={step} />
        </State>
      ))}
    </Group>
  );
}

function Staff() {
  const [dialog, setDialog] = useState<"confirm" | "session">();
  const warning = useRef<HTMLDialogElement>(null);
  const close = () => setDialog(undefined);
  return (
    <Group title="Staff">
      <State name="bar">
        <SampleSession view={{ phase: "open", secondsLeft: 1500 }}>
          <StaffBar username="ann" endsAt="4:35 PM EST" />
        </SampleSession>
      </State>
      <State name="countdown: no script, verifying, open, ending">
        <div className="on-road">
          {[
            {},
            { phase: "verifying" },
            { phase: "open", secondsLeft: 1500 },
            { phase: "open", secondsLeft: 240 },
          ].map((view) => (
            <SampleSession key={JSON.stringify(view)} view={view as Partial<SessionView>}>
              <SessionCountdown endsAt="4:35 PM EST" />
            </SampleSession>
          ))}
        </div>
      </State>
      <State name="dialogs">
        <button type="button" className="button button--secondary" onClick={() => setDialog("confirm")}>
          Delete a vehicle
        </button>
        <button type="button" className="button button--secondary" onClick={() => setDialog("session")}>
          Session warning
        </button>
        {dialog === "confirm" ? (
          <ConfirmDialog
            question="Are you sure you want to delete this vehicle?"
            detail="2014 BMW X5, stock # P1187"
            cancelLabel="Cancel"
            onClose={close}
          >
            {(cancel) => <div className="cluster form__actions">{cancel}</div>}
          </ConfirmDialog>
        ) : null}
        <SampleSession
          view={{ phase: "open", warningSeconds: dialog === "session" ? 95 : undefined }}
          onAnswer={close}
        >
          <SessionWarning dialog={warning} />
        </SampleSession>
      </State>
      <State name="tabs">
        <Tabs
          label="Sample"
          tabs={[
            { to: "/admin", label: "Dismantled Vehicles" },
            { to: "/components", label: "Retail Vehicles" },
          ]}
        />
      </State>
    </Group>
  );
}

function Illustrations() {
  return (
    <Group title="Heroes, illustrations, icons">
      {Object.entries({ home, parts, repair, "part request": partRequest, inventory, about }).map(
        ([name, svg]) => (
          <Hero
            key={name}
            title={`Hero: ${name}`}
            kind="list"
            illustration={<HeroIllustration svg={svg} />}
          />
        ),
      )}
      <State name="road closed, logo, placeholder">
        <Drawing svgs={[roadClosed]} />
        <LogoMark size={88} />
        <img src="/placeholder-car.svg" alt="" width={960} height={720} />
      </State>
      {ICON_NAMES.map((name) => (
        <State key={name} name={name}>
          <Icon name={name} size={32} />
        </State>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section stack">
      <h2>{title}</h2>
      <div className="states">{children}</div>
    </section>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="state">
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  );
}

interface SampleSessionProps {
  view: Partial<SessionView>;
  onAnswer?: () => void;
  children: ReactNode;
}

/** A staff session whose clock is stopped. */
function SampleSession({ view, onAnswer = () => {}, children }: SampleSessionProps) {
  const fixed = { ...INACTIVE_VIEW, ...view };
  const answer = async () => onAnswer();
  const store = {
    start: () => () => {},
    subscribe: () => () => {},
    view: () => fixed,
    refresh: answer,
    extend: answer,
    logout: answer,
    recordActivity: () => {},
  };
  return <SessionContext.Provider value={store}>{children}</SessionContext.Provider>;
}

/** Makes `data-state="hover"` look like `:hover`, by adding it to the selectors of the site's own stylesheets. */
function allowForcedStates(): void {
  const addStates = (rule: CSSRule) => {
    if (rule instanceof CSSStyleRule && !rule.selectorText.includes("data-state")) {
      rule.selectorText = rule.selectorText.replace(
        /:(hover|active|focus-visible)/g,
        ':is(:$1, [data-state~="$1"])',
      );
    }
    if (rule instanceof CSSGroupingRule) [...rule.cssRules].forEach(addStates);
  };
  for (const sheet of document.styleSheets) {
    if (sheet.href?.startsWith(location.origin)) [...sheet.cssRules].forEach(addStates);
  }
}
