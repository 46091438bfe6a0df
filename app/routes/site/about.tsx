import type { MetaFunction } from "@remix-run/node";
import { businessThing } from "~/models/structured-data";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { useBusiness } from "~/ui/business";
import { AboutDrawing } from "~/ui/drawings/about";
import { Hero } from "~/ui/hero";
import { Icon } from "~/ui/icon";
import { PageSection } from "~/ui/page-section";
import { publicPage } from "~/ui/public-page";

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/about",
    title: "About",
    description: `Founded in ${site.business.foundedYear} on recycled parts, later joined by pre-owned cars, trucks and SUVs: how ${site.business.name} began, and who runs it.`,
    things: [businessThing(site)],
  }));

/** The history and the people, nothing else (specification, section 2). */
export default function About() {
  const business = useBusiness();
  return (
    <>
      <Hero title={`About ${business.name}`} drawing={<AboutDrawing />}>
        <p>
          Founded in {business.foundedYear}. We began with recycled parts and later added pre-owned cars,
          trucks and SUVs.
        </p>
      </Hero>
      <PageSection id="people-title" title="Who runs it">
        <dl className="cards people">
          <Person post="Owner" name={business.owner} />
          <Person post="Operations Manager" name={business.operationsManager} />
        </dl>
      </PageSection>
    </>
  );
}

function Person({ post, name }: { post: string; name: string }) {
  return (
    <div className="card">
      <dt>
        <span className="card__icon">
          <Icon name="user" />
        </span>
        {post}
      </dt>
      <dd>{name}</dd>
    </div>
  );
}
