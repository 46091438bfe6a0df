import { AMBER, DIM, GLASS, PALE, Scene, SHADE, SignPanel, STEEL, TIRE, WHITE } from "./scene";

/** An exploded view of a brake, with the requested part in amber under a sign. */
export function PartRequestIllustration() {
  return (
    <Scene>
      <path d="M6 172h548" stroke={PALE} strokeWidth="4" strokeDasharray="26 18" />
      {/* The hub with its studs. */}
      <ellipse cx="66" cy="172" rx="22" ry="54" fill={DIM} />
      <ellipse cx="76" cy="172" rx="22" ry="54" fill={STEEL} />
      <ellipse cx="80" cy="172" rx="9" ry="24" fill={PALE} />
      <path d="M80 132h20M88 150h20M88 194h20M80 212h20M92 172h18" stroke={PALE} strokeWidth="6" />
      {/* The disc, vented along its edge. */}
      <ellipse cx="176" cy="172" rx="42" ry="100" fill={DIM} />
      <ellipse cx="192" cy="172" rx="42" ry="100" fill={STEEL} />
      <ellipse
        cx="184"
        cy="172"
        rx="42"
        ry="100"
        fill="none"
        stroke={SHADE}
        strokeWidth="7"
        strokeDasharray="3 9"
      />
      <ellipse cx="192" cy="172" rx="42" ry="100" fill={STEEL} />
      <ellipse cx="192" cy="172" rx="34" ry="82" fill="none" stroke={PALE} strokeWidth="3" />
      <ellipse cx="192" cy="172" rx="20" ry="48" fill={DIM} />
      <ellipse cx="197" cy="172" rx="18" ry="43" fill={SHADE} />
      <ellipse cx="198" cy="172" rx="8" ry="20" fill={GLASS} />
      {/* The caliper: what is wanted. */}
      <path
        d="M262 250c-14-26-20-52-20-78s6-52 20-78l44-8c14 0 22 8 22 20v132c0 12-8 20-22 20z"
        fill={AMBER}
      />
      <path
        d="M274 240c-12-22-17-45-17-68s5-46 17-68"
        fill="none"
        stroke={GLASS}
        strokeWidth="9"
        opacity=".55"
      />
      <path d="M300 106h28M300 138h28M300 206h28M300 238h28" stroke={GLASS} strokeWidth="4" opacity=".5" />
      <circle cx="306" cy="158" r="9" fill={GLASS} opacity=".6" />
      <circle cx="306" cy="188" r="9" fill={GLASS} opacity=".6" />
      {/* The wheel. */}
      <ellipse cx="452" cy="172" rx="66" ry="124" fill={TIRE} />
      <ellipse cx="424" cy="172" rx="64" ry="124" fill={TIRE} stroke={DIM} strokeWidth="3" />
      <ellipse cx="424" cy="172" rx="46" ry="90" fill={PALE} />
      <ellipse cx="424" cy="172" rx="40" ry="80" fill={GLASS} />
      <path
        d="M424 172L416 84h16zM424 172l-42-34 4-18zM424 172l42-34-4-18zM424 172l-30 70 14 8zM424 172l30 70-14 8z"
        fill={PALE}
        stroke={PALE}
        strokeWidth="7"
        strokeLinejoin="round"
      />
      <ellipse cx="424" cy="172" rx="14" ry="26" fill={STEEL} />
      <ellipse cx="424" cy="172" rx="6" ry="12" fill={WHITE} />
      <path d="M288 62v24" stroke={STEEL} strokeWidth="5" />
      <SignPanel x={214} y={14} width={148} height={50}>
        <path d="M234 39h54M300 39h40" stroke={WHITE} strokeWidth="10" />
      </SignPanel>
    </Scene>
  );
}
