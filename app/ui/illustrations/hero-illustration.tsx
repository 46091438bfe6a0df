import { Drawing } from "./drawing";
import horizon from "./horizon.svg?raw";

/** A hero's illustration: an SVG file of this folder before its horizon. The hero is asphalt in both color schemes. */
export function HeroIllustration({ svg }: { svg: string }) {
  return <Drawing className="screen-only hero__illustration" svgs={[horizon, svg]} />;
}
