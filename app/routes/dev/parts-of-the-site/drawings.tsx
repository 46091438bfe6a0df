import { AboutDrawing } from "~/ui/drawings/about";
import { HomeDrawing } from "~/ui/drawings/home";
import { InventoryDrawing } from "~/ui/drawings/inventory";
import { PartRequestDrawing } from "~/ui/drawings/part-request";
import { PartsDrawing } from "~/ui/drawings/parts";
import { RepairDrawing } from "~/ui/drawings/repair";
import { RoadClosedDrawing } from "~/ui/drawings/road-closed";
import { Hero, HeroLine } from "~/ui/hero";
import { ICON_NAMES, Icon } from "~/ui/icon";
import { LogoMark } from "~/ui/logo";
import { Section, State, States } from "./section";

/** Heroes, drawings, icons, letters. */
export function DrawingsSection() {
  return (
    <Section id="drawings" title="Heroes, drawings, icons">
      <div className="heroes">
        <Hero title="A tall hero" drawing={<HomeDrawing />}>
          <p>It greets.</p>
          <div className="hero__actions">
            <a className="button" href="#drawings">
              What matters
            </a>
            <a className="button button--secondary" href="#drawings">
              What else
            </a>
          </div>
          <HeroLine icon="clock">A line below.</HeroLine>
        </Hero>
        <Hero title="A list's hero" kind="list" drawing={<PartsDrawing />}>
          <p>It leaves the screen to the list.</p>
        </Hero>
        <Hero title="A short hero" kind="short" />
        {[
          <RepairDrawing key="repair" />,
          <PartRequestDrawing key="request" />,
          <InventoryDrawing key="cars" />,
          <AboutDrawing key="about" />,
        ].map((drawing) => (
          <Hero key={drawing.key} title="Drawn" kind="list" drawing={drawing} />
        ))}
      </div>
      <States>
        <State name="road closed">
          <RoadClosedDrawing />
        </State>
        <State name="mark">
          <LogoMark size={88} />
        </State>
        <State name="placeholder">
          <img src="/placeholder-car.svg" alt="" width={960} height={720} />
        </State>
        <State name="centre line">
          <hr className="centre-line" />
        </State>
      </States>
      <ul className="icons">
        {ICON_NAMES.map((name) => (
          <li key={name}>
            <Icon name={name} size={32} /> {name}
          </li>
        ))}
      </ul>
      <h3>Letters</h3>
      <p className="sample-hero">Hero: Recycled parts 0123456789</p>
      <p className="sample-title">First heading: Shop Recycled Parts</p>
      <p className="sample-2">Second heading: Vehicles for sale</p>
      <p className="sample-3">Third heading: Warranty on our work</p>
      <p className="lead">Lead: Three ways we keep you on the road.</p>
      <p>
        Text: Used parts from vehicles we take apart ourselves. <strong>Strong.</strong> 0123456789
      </p>
    </Section>
  );
}
