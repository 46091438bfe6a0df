import type { ReactNode } from "react";

// The hero is asphalt in both color schemes, so its illustrations have one set of colors.
export const GREEN = "#0d6b45";
export const AMBER = "#ffb81c";
export const WHITE = "#fff";
export const PALE = "#d6dad9";
export const STEEL = "#949c9f";
export const DIM = "#525a5e";
export const SHADE = "#3a4145";
export const GLASS = "#1b1f22";
export const TIRE = "#0d0f11";

/** Hills behind a row of trees. */
const FAR = "#2b3135";
const NEAR = "#1f2427";

/** The ground of every hero illustration; its horizon continues behind the text, as wide as the window. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className="hero__illustration" viewBox="0 0 560 300" aria-hidden="true" focusable="false">
      <g className="illustration__horizon">
        <path
          d="M-1800 300v-50l260-50 240 46 300-78 270 70 250-40 240 44 230-84 120 44 150-62 170 76 160-48 200 64 260-40v130z"
          fill={FAR}
        />
        <path d={TREE_LINE} fill={NEAR} />
      </g>
      {children}
    </svg>
  );
}

/** A repeating outline of firs: tall, short, medium. */
const TREE_LINE = `M-1800 300v-26${"l11-30 11 30 9-20 9 20 10-38 10 38 8-14 8 14".repeat(34)}v26z`;

/** A road sign's panel: green with an inset white border. */
export function SignPanel({ x, y, width, height, children }: SignPanelProps) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="11" fill={GREEN} />
      <rect
        x={x + 4}
        y={y + 4}
        width={width - 8}
        height={height - 8}
        rx="8"
        fill="none"
        stroke={WHITE}
        strokeWidth="3"
      />
      {children}
    </>
  );
}

interface SignPanelProps {
  x: number;
  y: number;
  width: number;
  height: number;
  children?: ReactNode;
}

/** Text on a sign; decorative, like the rest of the illustration. */
export function Letters({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text className="illustration__letters" x={x} y={y} fill={WHITE}>
      {children}
    </text>
  );
}
