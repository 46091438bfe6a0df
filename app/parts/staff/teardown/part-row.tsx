import { Link } from "@remix-run/react";
import { useState } from "react";
import { entryName, findEntry } from "~/parts/catalog";
import { computeGrade, isMechanical } from "~/parts/grade";
import { PARTS } from "~/parts/parts";
import {
  rowField,
  type StockErrors,
  type StockedPart,
  type StockFields,
  TAKE,
  type TeardownRow,
} from "~/parts/teardown";
import { VehiclePicture } from "~/site/vehicles/picture";
import { useMayPrice } from "~/staff/use-may-open";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { formatPrice } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import type { RowView } from "./use-stocking";

/** The car that parts are taken from. */
export interface Donor {
  id: string;
  stockNumber: string;
  year: number;
  make: string;
  model: string;
  mileage: number | undefined;
  dateAcquired: string;
}

interface PartRowProps {
  row: TeardownRow;
  donor: Donor;
  isHidden: boolean;
  /** What was typed before. */
  initial: (StockFields & { isTicked: boolean }) | undefined;
  /** What is wrong with what was posted without script. */
  errors: StockErrors | undefined;
  /** Its state with script. */
  view: RowView | undefined;
  onPhotos: ((files: readonly File[]) => void) | undefined;
  /** Opens the row of a part that is on record. */
  onEdit: ((part: StockedPart) => void) | undefined;
  onRetryPhoto: (key: string) => void;
}

/** One entry: a box to tick, and its fields once it is. */
export function PartRow(props: PartRowProps) {
  const { row, donor, isHidden, initial, view, onPhotos, onEdit, onRetryPhoto } = props;
  const { entryId, suggestion } = row;
  const entry = findEntry(entryId);
  const mayPrice = useMayPrice()(PARTS.path);
  const [damage, setDamage] = useState(initial?.damage ?? "");
  const taken = view?.status === "taken" ? view.part : view?.part ? undefined : row.taken;
  if (taken && !view?.isOwn) {
    const problem = view?.isForbidden ? NOT_THEIRS : view?.status === "taken" ? CHANGED : undefined;
    return <StockedRow {...{ entryId, taken, isHidden, onEdit, problem }} />;
  }

  const errors = view?.errors ?? props.errors ?? {};
  const name = entryName(entryId);
  const grade = computeGrade({ entry, ...donor, damage });
  const id = (field: string) => `${entryId}-${field}`;
  const images = view?.images ?? initial?.images ?? [];
  const staysTicked = view?.part?.mayUndo === false;
  const describe = (field: keyof StockErrors) => (errors[field] ? `${id(field)}-error` : undefined);
  return (
    <li className="stock-row" id={`row-${entryId}`} tabIndex={-1} hidden={isHidden} data-entry={entryId}>
      <label className="stock-row__tick checkbox">
        <input
          type="checkbox"
          name={TAKE}
          value={entryId}
          defaultChecked={initial?.isTicked ?? false}
          disabled={staysTicked}
          aria-describedby={staysTicked ? id("stays") : undefined}
        />
        <span className="grow bold breaks">
          {name}
          {row.askedFor ? <AskedFor people={row.askedFor} /> : null}
        </span>
        <RowState view={view} suggested={suggestion?.price} />
      </label>
      <div className="grid gap-3 stock-row__fields">
        {staysTicked ? (
          <p className="note wide" id={id("stays")}>
            {NOT_THEIRS}
          </p>
        ) : null}
        <div className="grid pair gap-3">
          {mayPrice ? (
            <div className="field">
              <label className="field__label" htmlFor={id("price")}>
                Price<span className="visually-hidden"> of {name}</span>
              </label>
              <input
                className="input"
                id={id("price")}
                name={rowField(entryId, "price")}
                defaultValue={initial?.price ?? suggestion?.price ?? ""}
                inputMode="decimal"
                enterKeyHint="next"
                aria-invalid={errors.price ? true : undefined}
                aria-describedby={describe("price")}
              />
            </div>
          ) : null}
          <div className="field">
            <label className="field__label" htmlFor={id("location")}>
              Location<span className="visually-hidden"> of {name}</span>
            </label>
            <input
              className="input"
              id={id("location")}
              name={rowField(entryId, "location")}
              defaultValue={initial?.location}
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="next"
              placeholder="As above"
              aria-invalid={errors.location ? true : undefined}
              aria-describedby={describe("location")}
            />
          </div>
        </div>
        {mayPrice ? (
          suggestion && <p className="note wide">{suggestion.from}.</p>
        ) : (
          <p className="note wide">{describePrice(view?.part?.price, suggestion)}</p>
        )}
        {row.alsoFits ? <p className="note wide">Also fits: {row.alsoFits}.</p> : null}
        {isMechanical(entry) ? null : (
          <div className="field">
            <label className="field__label" htmlFor={id("damage")}>
              Damage codes<span className="visually-hidden"> of {name}</span>{" "}
              <span className="field__optional">such as 2D1; 000 for none</span>
            </label>
            <input
              className="input"
              id={id("damage")}
              name={rowField(entryId, "damage")}
              defaultValue={initial?.damage}
              autoCapitalize="characters"
              spellCheck={false}
              aria-invalid={errors.damage ? true : undefined}
              aria-describedby={describe("damage")}
              onChange={({ currentTarget }) => setDamage(currentTarget.value)}
            />
          </div>
        )}
        <p className="note wide">
          {grade ? (
            <>
              <b>Grade {grade.grade}.</b> {grade.reason}.
            </>
          ) : isMechanical(entry) ? (
            "No grade: the car's miles or year aren't known."
          ) : (
            "No grade until its damage is known."
          )}
        </p>
        <div className="cluster gap-2 stock-row__photos">
          {images.map((imageUrl, index) => (
            <span key={imageUrl} className="stock-row__photo">
              <VehiclePicture imageUrl={imageUrl} name={`${name}, photo ${index + 1}`} sizes="4rem" />
              {onPhotos ? null : <input type="hidden" name={rowField(entryId, "images")} value={imageUrl} />}
            </span>
          ))}
          <label className="button button--secondary stock-row__camera" htmlFor={id("image")}>
            <Icon name="camera" size={20} /> Photo<span className="visually-hidden"> of {name}</span>
          </label>
          <input
            className={onPhotos ? "visually-hidden" : "input"}
            type="file"
            id={id("image")}
            // Without a name the files are not posted again with the form.
            name={onPhotos ? undefined : rowField(entryId, "image")}
            accept="image/*"
            capture="environment"
            multiple
            aria-describedby={describe("images")}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              if (!onPhotos || files.length === 0) return;
              currentTarget.value = "";
              onPhotos(files);
            }}
          />
          <details
            className="stock-row__more"
            open={Boolean(initial?.coreCharge || initial?.weight || errors.coreCharge || errors.weight)}
          >
            <summary className="arrow row">
              <span>
                More
                <span className="visually-hidden">
                  {" "}
                  of {name}: {mayPrice ? "core charge and weight" : "weight"}
                </span>
              </span>
            </summary>
            <div className="grid pair gap-3">
              {MORE_FIELDS.filter(({ field }) => mayPrice || field !== "coreCharge").map(
                ({ field, label }) => (
                  <div key={field} className="field">
                    <label className="field__label" htmlFor={id(field)}>
                      {label}
                      <span className="visually-hidden"> of {name}</span>
                    </label>
                    <input
                      className="input"
                      id={id(field)}
                      name={rowField(entryId, field)}
                      defaultValue={initial?.[field]}
                      inputMode="decimal"
                      enterKeyHint="next"
                      aria-invalid={errors[field] ? true : undefined}
                      aria-describedby={describe(field)}
                    />
                  </div>
                ),
              )}
            </div>
          </details>
        </div>
        {view?.uploads.map(({ key, fileName, problem }) => (
          <p
            key={key}
            className={problem ? "field__error" : "note wide"}
            role={problem ? "alert" : undefined}
          >
            {problem ? `${fileName}: ${problem} ` : `Sending ${fileName}…`}
            {problem ? (
              <button
                type="button"
                className="button button--quiet button--small"
                onClick={() => onRetryPhoto(key)}
              >
                Retry
              </button>
            ) : null}
          </p>
        ))}
        {(["row", "price", "location", "damage", "coreCharge", "weight", "images"] as const).map((field) =>
          errors[field] ? (
            <p
              key={field}
              className="field__error"
              id={`${id(field)}-error`}
              role={view ? "alert" : undefined}
            >
              <Icon name="alert" size={18} /> {errors[field].join(" ")}
            </p>
          ) : null,
        )}
      </div>
    </li>
  );
}

const MORE_FIELDS = [
  { field: "coreCharge", label: "Core charge ($)" },
  { field: "weight", label: "Weight (lb)" },
] as const;

/** The note about a part's price for someone who may not set it. */
function describePrice(stored: string | undefined, suggestion: TeardownRow["suggestion"]): string {
  if (stored) return `Its price is ${formatDollars(Number(stored))}.`;
  return suggestion && stored === undefined
    ? `It goes on the shelf for ${formatDollars(suggestion.price)}. ${suggestion.from}.`
    : "The counter sets its price.";
}

/** The note next to a row's name. */
function AskedFor({ people }: { people: number }) {
  return (
    <span className="note block stock-row__asked">
      {" "}
      Asked for: {people === 1 ? "1 person wants" : `${people} people want`} this
    </span>
  );
}

function RowState({ view, suggested }: { view: RowView | undefined; suggested: number | undefined }) {
  switch (view?.status) {
    case "saved":
      return (
        <strong className="row note gap-1 tone--good stock-row__state">
          <Icon name="check" size={18} /> {view.part?.stockNumber}
        </strong>
      );
    case "saving":
      return <span className="row note gap-1 stock-row__state">Saving…</span>;
    case "unsaved":
      return <strong className="row note gap-1 tone--bad stock-row__state">Not saved yet</strong>;
    case "invalid":
      return <strong className="row note gap-1 tone--bad stock-row__state">Not saved</strong>;
    default:
      return suggested === undefined ? null : (
        <span className="row note gap-1 stock-row__state">{formatPrice(suggested)}</span>
      );
  }
}

const CHANGED = "Someone else saved it in the meantime. This is how it is now; your change wasn't saved.";
const NOT_THEIRS =
  "This one stays: your role can only undo what you stocked yourself today and nobody else has changed since.";

interface StockedRowProps {
  entryId: string;
  taken: StockedPart;
  isHidden: boolean;
  /** Why this page's change wasn't saved. */
  problem: string | undefined;
  onEdit: ((part: StockedPart) => void) | undefined;
}

/** A part that is on record already. With script its row opens to be corrected; without, Edit leads to its form. */
function StockedRow({ entryId, taken, isHidden, problem, onEdit }: StockedRowProps) {
  const { id, stockNumber, price, location, status } = taken;
  const facts = [
    price && formatDollars(Number(price)),
    location,
    status === "Available" ? undefined : status,
  ];
  const name = entryName(entryId);
  const edit = (
    <>
      <Icon name="pencil" size={20} /> Edit<span className="visually-hidden"> {name}</span>
    </>
  );
  return (
    <li
      className="stock-row row gap-3 stock-row--taken"
      id={`row-${entryId}`}
      tabIndex={-1}
      hidden={isHidden}
    >
      <Icon name="check" size={24} />
      <div className="grow bold breaks ink">
        <p>{name}</p>
        <p className="cluster muted gap-0 gap-x-2 wide stock-row__facts">
          <Link className="tap" to={`${PARTS.path}/${id}`}>
            <Plate>{stockNumber}</Plate>
          </Link>{" "}
          <span>{facts.filter(Boolean).join(" · ") || "Stocked"}</span>
        </p>
        {problem ? (
          <p className="note tone--bad" role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {onEdit ? (
        <button type="button" className="button button--quiet button--small" onClick={() => onEdit(taken)}>
          {edit}
        </button>
      ) : (
        <Link className="button button--quiet button--small" to={`${PARTS.path}/${id}/edit`}>
          {edit}
        </Link>
      )}
    </li>
  );
}

/** `$1,250`, and with cents if there are any. */
function formatDollars(price: number): string {
  return Number.isInteger(price) ? formatPrice(price) : formatExactPrice(price);
}
