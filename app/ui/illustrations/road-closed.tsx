import { AMBER, DIM, GLASS, WHITE } from "./scene";

/** A barrier and a warning sign, for not found and error pages; no background of its own. */
export function RoadClosedIllustration() {
  return (
    <svg viewBox="0 0 560 250" aria-hidden="true" focusable="false">
      <path d="M274 40h12v206h-12z" fill={DIM} />
      <g transform="rotate(45 280 84)">
        <rect x="222" y="26" width="116" height="116" rx="12" fill={AMBER} />
        <rect x="228" y="32" width="104" height="104" rx="8" fill="none" stroke={GLASS} strokeWidth="4" />
      </g>
      <g className="illustration__letters" fill={GLASS}>
        <text x="280" y="78.5">
          ROAD
        </text>
        <text x="280" y="108.5">
          ENDS
        </text>
      </g>
      <path d="M118 246V132M442 246V132" stroke={DIM} strokeWidth="14" />
      <path d="M80 238h76v8H80zM404 238h76v8h-76z" fill={DIM} />
      {[
        [138, 40],
        [192, 34],
      ].map(([y = 0, height = 0]) => (
        <g key={y}>
          <rect x="40" y={y} width="480" height={height} rx="4" fill={WHITE} />
          <path
            d={`M${40 + height} ${y}${`h40l-${height} ${height}h-40l${height}-${height}m80 0`.repeat(6)}`}
            fill={AMBER}
          />
          <rect x="40" y={y} width="480" height={height} rx="4" fill="none" stroke={DIM} strokeWidth="4" />
        </g>
      ))}
      <g fill={AMBER} stroke={DIM} strokeWidth="4">
        <circle cx="118" cy="122" r="15" />
        <circle cx="442" cy="122" r="15" />
      </g>
    </svg>
  );
}
