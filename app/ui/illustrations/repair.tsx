import { Car, SEDAN, Wheel } from "./car";
import { AMBER, DIM, GLASS, GREEN, Scene, SHADE, STEEL, TIRE, WHITE } from "./scene";

/** A car on a two-post lift under shop lights. */
export function RepairIllustration() {
  return (
    <Scene>
      <path d="M40 20h480v280H40z" fill={GLASS} />
      <path d="M40 104h480M40 188h480" stroke={TIRE} strokeWidth="3" />
      <path d="M150 34l-70 266h200L190 34zM370 34l-90 266h200L410 34z" fill={WHITE} opacity=".06" />
      <path d="M140 34l12-16h36l12 16zM360 34l12-16h36l12 16z" fill={DIM} />
      <path d="M148 34h44v5h-44zM368 34h44v5h-44z" fill={AMBER} />
      <path d="M66 300V20h26v280zM468 300V20h26v280z" fill={STEEL} />
      <path d="M75 30v262M483 30v262" stroke={DIM} strokeWidth="4" />
      <path d="M66 14h428v12H66z" fill={DIM} />
      <path d="M48 291h62v9H48zM450 291h62v9h-62z" fill={DIM} />
      <path d="M58 176h42v40H58zM460 176h42v40h-42z" fill={GREEN} />
      <path d="M92 204h112v10H92zM356 204h112v10H356z" fill={AMBER} />
      <path d="M186 190h22v16h-22zM350 190h22v16h-22z" fill={AMBER} />
      <Car body={SEDAN} x={120} ground={212} length={320} paint={WHITE} />
      <path d="M236 300v-62h88v62z" fill={GREEN} />
      <path d="M242 248h76v11h-76zM242 264h76v11h-76zM242 280h76v11h-76z" fill={SHADE} />
      <path d="M268 253h24M268 269h24M268 285h24" stroke={WHITE} strokeWidth="3" />
      <path d="M250 238v-12l-4-6 8-8 8 8-4 6v12M274 238v-18h8v18M298 238v-10h-6v-8h20v8h-6v10" fill={STEEL} />
      <Wheel x={150} ground={300} radius={26} />
      <path d="M392 300l6-34h34l6 34z" fill={AMBER} />
      <path d="M397 278h36M394 290h42" stroke={WHITE} strokeWidth="5" />
    </Scene>
  );
}
