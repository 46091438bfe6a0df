import { type LabelSize, type StockLabel, vinEnd } from "~/documents/labels";
import type { QrCode } from "~/seo/qr-code.server";
import { useBusiness } from "~/ui/layout/use-business";

interface LabelSheetsProps {
  size: LabelSize;
  /** Undefined for a place that stays empty. */
  sheets: (StockLabel | undefined)[][];
}

/** Labels at their true size: on paper one sheet or one label of a roll a page, on the screen one below the other. */
export function LabelSheets({ size, sheets }: LabelSheetsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide sheet scrolls, also by keyboard
    <section className="label-sheets" data-size={size} aria-label="Preview" tabIndex={0}>
      {sheets.map((labels, sheet) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sheets and places have nothing else, and never move
        <ol className="label-sheet" key={sheet} aria-label={`Sheet ${sheet + 1}`}>
          {labels.map((label, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={place} className="stock-label">
              {label ? <LabelText label={label} /> : <span className="visually-hidden">Empty</span>}
            </li>
          ))}
        </ol>
      ))}
    </section>
  );
}

function LabelText({ label: { stockNumber, name, vin, car, location, code } }: { label: StockLabel }) {
  const { name: yard, phone } = useBusiness();
  return (
    <>
      <p className="stock-label__yard">
        {yard} {phone}
      </p>
      <p className={`stock-label__number ${lengthClass(stockNumber)}`.trim()}>{stockNumber}</p>
      <p className="stock-label__name">{name}</p>
      {car === undefined ? (
        <p className="stock-label__vin">
          {vin ? (
            <>
              VIN <b>{vinEnd(vin)}</b>
            </>
          ) : null}
        </p>
      ) : (
        <p className="stock-label__vin">
          {car}
          {location ? (
            <>
              {" "}
              <b>{location}</b>
            </>
          ) : null}
        </p>
      )}
      {code ? <LabelCode code={code} /> : null}
    </>
  );
}

function LabelCode({ code }: { code: QrCode }) {
  return (
    <svg
      className="stock-label__code"
      viewBox={`0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label="QR code"
      shapeRendering="crispEdges"
    >
      <path d={code.path} stroke="#000" />
    </svg>
  );
}

/** A long stock number is set smaller. */
function lengthClass({ length }: { length: number }): string {
  if (length <= 8) return "";
  return length <= 14 ? "stock-label__number--long" : "stock-label__number--longest";
}
