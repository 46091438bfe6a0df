import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { STATIC } from "~/http/page-handle";
import { type BusinessPhoto, findBusinessPhotos } from "~/pictures/business-photos.server";
import { businessJsonLd } from "~/seo/json-ld";
import drawing from "~/ui/illustrations/about.svg?raw";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { useBusiness } from "~/ui/layout/use-business";
import { Hero } from "./layout/hero";
import { HeroPhoto } from "./layout/hero-photo";
import { PageSection } from "./layout/page-section";
import { inTown, publicPage } from "./layout/public-page";
import { WarrantySection } from "./layout/warranty";
import { VehiclePicture } from "./vehicles/picture";

export const handle = STATIC;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/about",
    title: ["About Us", `: Auto Recycler${inTown(site.business)}`],
    description: `Founded in ${site.business.foundedYear} to sell recycled parts, and later pre-owned cars, trucks and SUVs: how ${site.business.name} began, and who's on the team.`,
    jsonLd: [businessJsonLd(site)],
  }));

export async function loader() {
  return { photos: await findBusinessPhotos("team") };
}

/** History, work, people and warranty, from the business file. */
export default function About() {
  const business = useBusiness();
  const {
    photos: [photo, ...photos],
  } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero
        title={`About ${business.name}`}
        illustration={photo ? <HeroPhoto photo={photo} /> : <HeroIllustration svg={drawing} />}
      >
        <p>
          Founded in {business.foundedYear}. We began with recycled parts and later added pre-owned cars,
          trucks and SUVs.
        </p>
      </Hero>
      {business.services.length > 0 ? (
        <PageSection id="services-title" title="What We Do">
          <ul className="cards">
            {business.services.map(({ title, text }) => (
              <li key={title} className="card">
                <h3 className="card__title">{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </PageSection>
      ) : null}
      {business.milestones.length > 0 ? (
        <PageSection id="years-title" title="Our History" tint>
          <ol className="grid gap-5 milestones">
            {business.milestones.map(({ year, text }) => (
              <li key={`${year} ${text}`} className="grid lines gap-2 gap-x-3">
                <Plate>{year}</Plate> <p>{text}</p>
              </li>
            ))}
          </ol>
        </PageSection>
      ) : null}
      <PageSection id="people-title" title="Meet the Team">
        {photos.length > 0 ? <Photos photos={photos} /> : null}
        <dl className="cards terms people">
          <Person jobTitle="Owner" name={business.owner} />
          {business.operationsManager ? (
            <Person jobTitle="Operations Manager" name={business.operationsManager} />
          ) : null}
          {business.team.map(({ name, role }) => (
            <Person key={name} jobTitle={role} name={name} />
          ))}
        </dl>
      </PageSection>
      <WarrantySection business={business} />
    </>
  );
}

function Photos({ photos }: { photos: readonly BusinessPhoto[] }) {
  return (
    <ul className="cards below-6">
      {photos.map(({ imageUrl, alt }) => (
        <li key={imageUrl} className="frame">
          <VehiclePicture
            imageUrl={imageUrl}
            name={alt}
            sizes="(min-width: 1024px) 26rem, (min-width: 768px) 46vw, 100vw"
          />
        </li>
      ))}
    </ul>
  );
}

function Person({ jobTitle, name }: { jobTitle: string; name: string }) {
  return (
    <div className="card">
      <dt>
        <span className="card__icon">
          <Icon name="user" />
        </span>
        {jobTitle}
      </dt>
      <dd>{name}</dd>
    </div>
  );
}
