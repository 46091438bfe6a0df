import type { MetaFunction } from "@remix-run/node";
import {
  Form,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayPrice } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { findRecord } from "~/collections/records.server";
import { TRASH_DAYS } from "~/history/change";
import { loadRecordHistory } from "~/history/view.server";
import { entryName } from "~/parts/catalog";
import { describeDamage } from "~/parts/damage";
import { GRADE_WORDS } from "~/parts/grade";
import { PART_STATUS_TONES, PUBLIC_PART_STATUSES, partsOfDonorUrl } from "~/parts/part";
import { PART_RECORDS } from "~/parts/part.server";
import { actionsFor, DEFAULT_HOLD, HOLD_CHOICES, PART_ACTIONS, type PartAction } from "~/parts/part-actions";
import { gradeReasonOf } from "~/parts/part-notes.server";
import { PARTS, type Part } from "~/parts/parts";
import { describeSale, SALE_LEAVES } from "~/parts/sale";
import { suggestPrice } from "~/reports/suggested-price.server";
import { SALES_PAGE } from "~/sales/sale";
import { rememberOpened } from "~/search/recent.server";
import { VehiclePicture } from "~/site/vehicles/picture";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { RecordHistory } from "~/staff/history/record-history";
import { MoreMenu } from "~/staff/more-menu";
import { RecordHead } from "~/staff/records/head";
import { MenuLinks } from "~/staff/records/row";
import { StaffNotice } from "~/staff/staff-notice";
import { useMayOpen, useMayRead } from "~/staff/use-may-open";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { Badge, Plate } from "~/ui/layout/chip";
import { Facts } from "~/ui/layout/facts";
import { Icon, type IconName } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { dayInTimeZone, formatDateTime, formatDay, formatMileage } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { formatTypedDay } from "~/values/typed-date";
import { vehicleName } from "~/vehicles/inventory";
import { changePartFromPage, type PartReply } from "./detail.server";
import { loadFits } from "./fits.server";
import { partDocuments } from "./part-view";
import { SuggestedPricePanel } from "./suggested-price";
import { WhatItFits } from "./what-it-fits";

export const meta: MetaFunction = ({ matches }) => pageTitle("Part", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id }, session, now }) => {
  const stored = isValidId(id) ? await findRecord(PART_RECORDS, id) : undefined;
  if (!stored) throw new Response(null, { status: 404 });
  const { item: part, version } = stored;
  await rememberOpened(PARTS.recordKind, part._id);
  const { heldUntil } = part;
  const { timeZone } = business;
  return {
    part,
    version,
    mayPrice: mayPrice(session.role, PARTS.path),
    suggested:
      mayPrice(session.role, PARTS.path) && PUBLIC_PART_STATUSES.includes(part.status)
        ? await suggestPrice(part)
        : undefined,
    gradeReason: await gradeReasonOf(part),
    heldUntil: heldUntil && formatDateTime(heldUntil, timeZone),
    sale: part.status === "Sold" ? describeSale(part, timeZone) : undefined,
    today: formatTypedDay(dayInTimeZone(timeZone, now)),
    history: await loadRecordHistory(PARTS.recordKind, part._id),
    fits: await loadFits(part),
  };
});

export const action = staffAction(changePartFromPage, { savesForm: "frame", namedBy: ["intent"] });

export const clientAction = keepTyped;

/** The page that a scanned label opens: what the part is, and what can be done to it, each in two taps. */
export default function PartDetail() {
  const { part, version, heldUntil, sale, gradeReason, today, history, mayPrice, suggested, fits } =
    useLoaderData<typeof loader>();
  const reply = useLastAnswer<PartReply>();
  const {
    _id: id,
    stockNumber,
    status,
    entryId,
    location,
    price,
    heldFor,
    heldRequestId: requestId,
    donorId,
  } = part;
  const { search } = useLocation();
  const mayOpen = useMayOpen();
  const page = `${PARTS.path}/${id}`;
  const actions = mayOpen(page, "POST")
    ? actionsFor(status).filter(
        (one) => mayPrice || (one !== "sell" && (status !== "Sold" || one === "move")),
      )
    : [];
  const mayRead = useMayRead();
  const newSale = `${SALES_PAGE}/new?part=${id}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    // The button that was pressed is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [version]);
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4 part-page" tabIndex={-1}>
      <RecordHead
        list={PARTS.list}
        title={
          <h1 ref={heading} tabIndex={-1}>
            {entryName(entryId)}
          </h1>
        }
        status={<Badge tone={PART_STATUS_TONES[status]}>{status}</Badge>}
        action={
          part.saleId && mayOpen(`${SALES_PAGE}/${part.saleId}`) ? (
            <Link className="button button--secondary" to={`${SALES_PAGE}/${part.saleId}`}>
              Its Sale
            </Link>
          ) : !part.saleId && actions.includes("sell") && mayOpen(newSale) ? (
            <Link className="button" to={newSale}>
              <Icon name="tag" size={20} /> New Sale
            </Link>
          ) : null
        }
        more={
          <MoreMenu label={`More about ${stockNumber}`} isShort>
            {mayOpen(`${page}/edit`) ? (
              <Link className="more-menu__item" to={`${page}/edit${search}`}>
                <Icon name="pencil" size={20} /> Edit
              </Link>
            ) : null}
            <MenuLinks links={partDocuments(id)} />
            {donorId ? (
              <Link className="more-menu__item" to={partsOfDonorUrl(part.donor ?? "")}>
                <Icon name="car" size={20} /> Parts of this car
              </Link>
            ) : null}
          </MoreMenu>
        }
      />
      <div>
        <p className="cluster">
          <Plate>{stockNumber}</Plate>
        </p>
        <p className="lead">{vehicleName(part)}</p>
        <p className="cluster gap-2 gap-x-6 wide breaks part-page__where">
          <span>{price === undefined ? "No price yet" : formatExactPrice(price)}</span>
          <span className="icon-line">
            <Icon name="pin" size={20} /> {location ?? "No location"}
          </span>
        </p>
        {status === "On hold" ? (
          <p>
            Held
            {heldFor ? (
              <>
                {" "}
                for{" "}
                {requestId && mayOpen(`/admin/parts-requests/${requestId}`) ? (
                  <Link to={`/admin/parts-requests/${requestId}`}>{heldFor}</Link>
                ) : (
                  heldFor
                )}
              </>
            ) : null}
            {heldUntil ? ` until ${heldUntil}` : ", until it's released"}.
          </p>
        ) : null}
        {sale ? <p>{sale}.</p> : null}
      </div>
      {reply?.isChanged ? (
        <AnswerNotice tone="error" title="Someone else has changed this part" answer={reply}>
          <p>
            Your change isn't saved yet. The part as it is now is above; what you typed is still below. Press
            the button again to go on.
          </p>
        </AnswerNotice>
      ) : null}
      {reply?.reason ? (
        <AnswerNotice tone="error" title="Nothing was changed" answer={reply}>
          <p>{reply.reason}</p>
        </AnswerNotice>
      ) : null}
      <div className="grid gap-3">
        {actions.map((action) => (
          <ActionForm
            // A change that was carried out closes what was open.
            key={`${action} ${version}`}
            action={action}
            reply={reply?.action === action ? reply : undefined}
            namesCustomers={mayRead("holds")}
            {...{ part, version, today, sale }}
            newSale={mayOpen(newSale) ? newSale : undefined}
          />
        ))}
      </div>
      {part.images.length > 0 ? (
        <ul className="grid gap-2 part-page__pictures">
          {part.images.map(({ imageUrl, alt }, index) => (
            <li key={imageUrl}>
              <VehiclePicture
                imageUrl={imageUrl}
                name={alt || `Photo ${index + 1}`}
                sizes="(min-width: 768px) 14rem, 45vw"
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Facts facts={factsOf(part, gradeReason)} className="record-facts" />
      {suggested ? <SuggestedPricePanel {...suggested} /> : null}
      <WhatItFits
        fits={fits}
        reply={reply?.action === "fitment" ? reply : undefined}
        mayChange={mayOpen(page, "POST")}
      />
      <RecordHistory history={history} />
    </main>
  );
}

const ICONS: Record<PartAction, IconName> = {
  hold: "clock",
  sell: "tag",
  move: "pin",
  scrap: "recycle",
  release: "refresh",
};

interface ActionFormProps {
  action: PartAction;
  part: Part;
  version: string;
  today: string;
  /** `Sold to Ann Lee for $80.00 on Dec 3, 2026`; undefined for a part that isn't sold. */
  sale: string | undefined;
  reply: PartReply | undefined;
  /** Whether the form of a hold asks who it is for. */
  namesCustomers: boolean;
  /** Where a sale of it starts; undefined for someone who may not sell. */
  newSale: string | undefined;
}

/** One action: the first tap opens it, the second carries it out. Making a part available again takes one, unless it is sold. */
function ActionForm({ action, part, version, today, sale, reply, namesCustomers, newSale }: ActionFormProps) {
  const isBusy = useNavigation().formData?.get("intent") === action;
  const label = PART_ACTIONS[action];
  const { values = {}, errors = {} } = reply ?? {};
  const button = (text: string, className = "button") => (
    <button type="submit" name="intent" value={action} className={className} disabled={isBusy}>
      {isBusy ? "Saving..." : text}
    </button>
  );
  const form = (children: ReactNode) => (
    <Form method="post" className="form wide part-action__form" aria-label={label}>
      <input type="hidden" name="version" value={version} />
      {children}
    </Form>
  );
  const field = (name: string, text: string, value: string | undefined, input: object = {}) => (
    <div className={errors[name] ? "field field--invalid" : "field"}>
      <label className="field__label" htmlFor={`${action}-${name}`}>
        {text}
      </label>
      <input
        className="input"
        id={`${action}-${name}`}
        name={name}
        defaultValue={values[name] ?? value}
        autoComplete="off"
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${action}-${name}-error` : undefined}
        {...input}
      />
      {errors[name] ? (
        <p className="field__error" id={`${action}-${name}-error`}>
          <Icon name="alert" size={18} /> {errors[name]}
        </p>
      ) : null}
    </div>
  );
  if (action === "release" && !sale) return form(button(label, "button button--secondary"));
  return (
    // One at a time: opening one closes the others.
    <details className="part-action" name="part-action" open={reply !== undefined}>
      <summary className="row">
        <Icon name={ICONS[action]} size={24} /> {label}
      </summary>
      {action === "sell"
        ? form(
            <>
              <p>
                For parts sold on eBay or in another program. This makes no receipt, charges no tax, and isn't
                in the cash drawer or the sales reports.{" "}
                {newSale ? (
                  <>
                    Sold here? <Link to={newSale}>Make a sale</Link> instead.
                  </>
                ) : null}
              </p>
              {field("soldPrice", "Price", part.price?.toString(), { inputMode: "decimal" })}
              {field("soldTo", "Sold to (optional)", part.heldFor, { autoCapitalize: "words" })}
              {field("day", "Date", today, { inputMode: "numeric" })}
              {button("Mark as Sold")}
            </>,
          )
        : null}
      {action === "hold"
        ? form(
            <>
              {namesCustomers
                ? field("heldFor", "Held for (optional)", undefined, { autoCapitalize: "words" })
                : null}
              <div className="field">
                <label className="field__label" htmlFor="hold-hours">
                  How long
                </label>
                <select
                  className="input input--select"
                  id="hold-hours"
                  name="hours"
                  defaultValue={values.hours ?? DEFAULT_HOLD}
                >
                  {Object.entries(HOLD_CHOICES).map(([hours, text]) => (
                    <option key={hours} value={hours}>
                      {text}
                    </option>
                  ))}
                </select>
              </div>
              {button("Hold It")}
            </>,
          )
        : null}
      {action === "move"
        ? form(
            <>
              {field("location", "New location", part.location, {
                autoCapitalize: "characters",
                spellCheck: false,
              })}
              {button("Move It")}
            </>,
          )
        : null}
      {action === "release"
        ? form(
            <>
              <p>
                {sale}. {SALE_LEAVES}
              </p>
              {button("Make It Available")}
            </>,
          )
        : null}
      {action === "scrap"
        ? form(
            <>
              <p>It comes off the site. You can make it available again.</p>
              {button("Scrap It", "button button--danger")}
            </>,
          )
        : null}
    </details>
  );
}

function factsOf(part: Part, gradeReason: string | undefined) {
  const { grade, gradeOverride, damage, damageNotes, mileage, warranty, coreCharge, donor, interchange } =
    part;
  const reason = gradeOverride ? "set by staff" : gradeReason;
  const all: [string, ReactNode][] = [
    ["Grade", grade && `${grade}, ${GRADE_WORDS[grade].toLowerCase()}${reason ? `: ${reason}` : ""}`],
    ["Damage", [...(damage ? describeDamage(damage) : []), damageNotes].filter(Boolean).join(". ")],
    ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
    ["Core charge", coreCharge === undefined ? undefined : formatExactPrice(coreCharge)],
    ["Warranty", warranty],
    ["Interchange", interchange],
    ["Donor", donor],
    ["Taken in", formatDay(part.dateAcquired)],
    ["Notes", part.notes],
  ];
  return all.filter(([, value]) => value);
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <StaffNotice
      title="Part not found"
      message={`The address is wrong, or it was deleted. Deleted parts are in the trash for ${TRASH_DAYS} days.`}
      back={{ to: PARTS.list.path, label: "Back to the list" }}
    />
  );
}
