import { type Bar, formatCell } from "~/reports/report";

interface BarChartProps {
  title: string;
  kind: "money" | "count";
  bars: readonly Bar[];
}

const HEIGHT = 120;
const BAR = 14;
const GAP = 4;

/** Bars side by side, drawn on the server. The table below has the same figures, so a screen reader hears only what it is. */
export function BarChart({ title, kind, bars }: BarChartProps) {
  const values = bars.map(({ value }) => value);
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const heightOf = (value: number) => (Math.abs(value) * HEIGHT) / (top - bottom || 1);
  const zero = heightOf(top);
  const [first, last] = [bars[0], bars.at(-1)];
  const width = bars.length * (BAR + GAP) - GAP;
  return (
    <figure className="report__chart">
      <figcaption>
        {title}
        {first && last && first !== last ? `, ${first.label} to ${last.label}` : null}. Highest:{" "}
        {formatCell(top, kind)}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width * 1.5}
        height={HEIGHT * 1.5}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ label, value }, index) => (
          <rect
            key={label}
            x={index * (BAR + GAP)}
            y={value >= 0 ? zero - heightOf(value) : zero}
            width={BAR}
            height={heightOf(value)}
          >
            <title>{`${label}: ${formatCell(value, kind)}`}</title>
          </rect>
        ))}
        <line x1="0" x2={width} y1={zero} y2={zero} />
      </svg>
    </figure>
  );
}
