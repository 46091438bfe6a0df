import { SEDAN, Wheel } from "./car";
import { AMBER, DIM, GLASS, GREEN, PALE, Scene, SHADE, STEEL, WHITE } from "./scene";

/** Shelves of parts, with a tag on the newest. */
export function PartsIllustration() {
  return (
    <Scene>
      <path d="M24 24h512v276H24z" fill={GLASS} />
      <path d="M28 300V20M280 300V20M532 300V20" stroke={STEEL} strokeWidth="9" />
      <path d="M28 300V20M280 300V20M532 300V20" stroke={GLASS} strokeWidth="3" strokeDasharray="4 9" />
      <path d="M22 112h516M22 206h516M22 295h516" stroke={STEEL} strokeWidth="9" />
      {/* A door, a lamp, three wheels. */}
      <g transform="translate(38 196) scale(.66) translate(-137 -208)">
        <path
          d="M140 152C136 170 136 192 144 208L218 208C216 190 214 172 214 124L189 127C173 131 156 140 140 152z"
          fill={GREEN}
        />
        <path d="M150 150C162 141 175 135 190 131L207 129V150z" fill={DIM} />
        <path d="M192 164h14" stroke={WHITE} strokeWidth="4" />
      </g>
      <g transform="translate(112 202) scale(2.300) translate(-28 -179)">
        <path d={SEDAN.headlight} fill={PALE} />
        <circle cx="47" cy="171" r="4.500" fill={AMBER} />
        <circle cx="36" cy="175.500" r="2.600" fill={STEEL} />
      </g>
      <path d="M208 201v-44h50v44z" fill={SHADE} stroke={STEEL} strokeWidth="3" />
      <path d={`M216 201v-44${"m7 44v-44".repeat(5)}`} stroke={STEEL} strokeWidth="2" />
      <Wheel x={74} ground={290} radius={38} />
      <Wheel x={154} ground={290} radius={38} />
      <Wheel x={234} ground={290} radius={38} />
      {/* A bonnet leaning, a mirror, a steering wheel. */}
      <path d="M42 107c4-34 40-54 110-56 36 0 58 12 66 30l4 26z" fill={WHITE} />
      <path d="M62 100c12-22 44-34 92-35 24 0 40 6 48 16" fill="none" stroke={STEEL} strokeWidth="3" />
      <circle cx="246" cy="82" r="21" fill="none" stroke={DIM} strokeWidth="7" />
      <path d="M227 78h38l-14 10h-10zM246 86v17" fill={DIM} stroke={DIM} strokeWidth="6" />
      {/* An engine, an alternator, a battery, a seat. */}
      <g transform="translate(304 290)">
        <path d="M12-44L22-78h92l10 34h16v32h-14L116 0H28L18-12H4v-32z" fill={PALE} />
        <path d="M28-78v-10h80v10z" fill={AMBER} />
        <path d="M40-44v34M64-44v34M88-44v34M112-44v34" stroke={STEEL} strokeWidth="9" />
        <circle cx="12" cy="-22" r="17" fill={DIM} stroke={GLASS} strokeWidth="3" />
        <circle cx="12" cy="-22" r="5" fill={PALE} />
      </g>
      <path d="M468 290v-40h56v40z" fill={DIM} />
      <path d="M468 250h56v9h-56z" fill={GREEN} />
      <path d="M475 250v-8h12v8M505 250v-8h12v8" fill={STEEL} />
      <path
        d="M300 201c-8 0-10-6-8-12l14-58c2-8 6-12 14-12h8c8 0 12 6 10 14l-8 46h36c12 0 16 6 14 22z"
        fill={DIM}
      />
      <path d="M322 132l-12 60" stroke={STEEL} strokeWidth="3" />
      <g transform="translate(440 158)">
        <circle r="42" fill={STEEL} />
        <circle r="34" fill="none" stroke={DIM} strokeWidth="4" strokeDasharray="3 8" />
        <circle r="17" fill={GLASS} />
        <circle r="11" fill={PALE} strokeDasharray="3 4" stroke={GLASS} strokeWidth="4" />
      </g>
      <path d="M494 201v-52h26v52z" fill={AMBER} />
      <path
        d="M500 149v-10h14v10M494 160h26M494 168h26M494 176h26"
        stroke={GLASS}
        strokeWidth="2.500"
        fill="none"
      />
      <path d="M304 107V78c0-9 6-14 14-14h56c8 0 14 5 14 14v29z" fill={SHADE} />
      <path d="M314 76h64v18h-64z" fill={GLASS} />
      <path d="M320 89l8-9 7 6 9-5 8 8h20" stroke={AMBER} strokeWidth="3" fill="none" />
      <path d="M408 107V64h24v43zM440 107V52h24v55zM472 107V72h44v35z" fill={DIM} />
      <path d="M412 74h16M444 62h16M478 84h32M478 93h20" stroke={STEEL} strokeWidth="4" />
      <path d="M150 112v14" stroke={WHITE} strokeWidth="2" />
      <path d="M136 126h28v16h-28z" fill={AMBER} />
      <path d="M142 134h16" stroke={GLASS} strokeWidth="3" />
    </Scene>
  );
}
