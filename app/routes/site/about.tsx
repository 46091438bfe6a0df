import type { MetaFunction } from "@remix-run/node";
import { useBusiness } from "~/ui/business";
import { AboutDrawing } from "~/ui/hero-drawings";
import { Icon } from "~/ui/icon";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ matches }) =>
  pageTitle("About", matches, "How the business began, and who runs it.");

/** The history and the people, nothing else (specification, section 2). */
export default function About() {
  const business = useBusiness();
  return (
    <>
      <section className="hero" aria-labelledby="about-title">
        <div className="page">
          <div className="hero__words">
            <h1 id="about-title">About {business.name}</h1>
            <p>
              Founded in {business.foundedYear}. We began with recycled parts and later added pre-owned cars,
              trucks and SUVs.
            </p>
          </div>
          <AboutDrawing />
        </div>
      </section>
      <section className="section" aria-labelledby="people-title">
        <div className="page">
          <h2 className="section__head" id="people-title">
            Who runs it
          </h2>
          <dl className="cards people">
            <Person post="Owner" name={business.owner} />
            <Person post="Operations Manager" name={business.operationsManager} />
          </dl>
        </div>
      </section>
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
