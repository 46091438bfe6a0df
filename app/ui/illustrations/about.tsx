import { Car, CarSign, PICKUP } from "./car";
import { AMBER, DIM, GLASS, GREEN, PALE, Scene, SignPanel, STEEL, WHITE } from "./scene";

/** The shop: two bays behind a fence. */
export function AboutIllustration() {
  return (
    <Scene>
      <path d="M0 224h84M476 224h84" stroke={DIM} strokeWidth="4" />
      <path
        d="M4 222v78m22-78v78m22-78v78m22-78v78M490 222v78m22-78v78m22-78v78m22-78v78"
        stroke={DIM}
        strokeWidth="4"
      />
      <path d="M84 300V116h392v184z" fill={STEEL} />
      <path d="M84 128h392v10H84z" opacity=".18" />
      <path d="M70 96h420v24H70z" fill={DIM} />
      <path d="M70 114h420v6H70z" fill={GREEN} />
      <path d="M112 300V166h156v134zM292 300V166h156v134z" fill={GLASS} />
      <path d="M112 166h156v34H112z" fill={PALE} />
      <path d="M112 178h156M112 190h156" stroke={STEEL} strokeWidth="3" />
      <path d="M190 200l-70 100h140z" fill={AMBER} opacity=".12" />
      <path d="M292 166h156v134H292z" fill={PALE} />
      <path d="M292 188h156M292 210h156M292 232h156M292 254h156M292 276h156" stroke={STEEL} strokeWidth="3" />
      <path d="M334 214h30v14h-30zM376 214h30v14h-30z" fill={GLASS} />
      <path d="M276 154h8v18h-8zM96 154h8v18h-8zM456 154h8v18h-8z" fill={AMBER} />
      <Car body={PICKUP} x={40} ground={300} length={216} paint={AMBER} />
      <SignPanel x={186} y={22} width={188} height={66}>
        <CarSign x={206} ground={72} length={92} on={GREEN} />
        <path d="M314 46h38M314 64h38" stroke={WHITE} strokeWidth="7" />
      </SignPanel>
      <path d="M216 88v10M344 88v10" stroke={STEEL} strokeWidth="6" />
    </Scene>
  );
}
