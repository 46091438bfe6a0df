import { useRef } from "react";
import { LABEL_SIZES, type LabelSize } from "~/documents/labels";
import type { Preview } from "~/settings/preview.server";
import { useFocusOnAnswer } from "~/ui/forms/answer-notice";

/** What visitors or a document would show of a section. */
export function PreviewCard({ preview, isTyped }: { preview: Preview; isTyped: boolean }) {
  const card = useRef<HTMLElement>(null);
  useFocusOnAnswer(card, isTyped && preview);
  return (
    <section
      className="card stack gap-2"
      ref={card}
      tabIndex={-1}
      aria-labelledby="preview-title"
      role={isTyped ? "status" : undefined}
    >
      <h2 className="card__title" id="preview-title">
        {isTyped ? "How it will look, once it's saved" : "How it looks now"}
      </h2>
      <dl className="stack gap-3">
        {preview.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and all remount with each answer
          <div key={at}>
            <dt className="muted">{row.where}</dt>
            <dd className="typed">
              <Shown row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const GROUNDS = {
  light: "row gap-2 settings__ground settings__ground--light",
  dark: "row gap-2 settings__ground settings__ground--dark",
  plate: "row gap-2 settings__ground settings__ground--dark settings__ground--plate",
} as const;

function Shown({ row: { text, color, ground, picture, on, label } }: { row: Preview[number] }) {
  if (color && ground) return <ColorSample color={color} ground={ground} text={text} />;
  if (label) return <LabelSample size={label} text={text} />;
  if (picture && on)
    return (
      <span className={GROUNDS[on]}>
        <img src={picture} alt="The logo" /> {text ? <span>{text}</span> : null}
      </span>
    );
  return (
    <>
      {picture ? <img className="settings__photo" src={picture} alt="" /> : null}
      {text}
    </>
  );
}

/** A color as pages have it. An SVG, because the site allows no inline styles. */
function ColorSample({ color, ground, text }: { color: string; ground: string; text: string }) {
  return (
    <svg className="settings__sample" viewBox="0 0 320 56" role="img" aria-label={text}>
      <rect width="320" height="56" fill={ground} />
      <text x="16" y="35" fontSize="20" fill={color} textDecoration="underline">
        A link
      </text>
      <rect x="96" y="8" width="208" height="40" rx="6" fill={color} />
      <text x="112" y="35" fontSize="20" fill={ground}>
        {color}
      </text>
    </svg>
  );
}

/** An empty label with a stock number, as large as it is on paper where the screen has room. */
function LabelSample({ size, text }: { size: LabelSize; text: string }) {
  const [width, height] = LABEL_SIZES[size].inches;
  const letters = Math.min(width / 5, height / 3);
  return (
    <>
      <svg
        className="settings__label"
        width={`${width}in`}
        height={`${height}in`}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text}
      >
        <rect width={width} height={height} fill="#fff" stroke="#4a5257" strokeWidth="0.02" />
        <text x={width / 2} y={height / 2} fontSize={letters} textAnchor="middle" dominantBaseline="central">
          D000123
        </text>
      </svg>
      {text}
    </>
  );
}
