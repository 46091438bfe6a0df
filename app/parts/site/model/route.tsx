import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { forwardToCanonical } from "~/http/canonical-path.server";
import { STATIC } from "~/http/page-handle";
import { FIND_PAGE, requestUrl } from "~/parts/finder";
import { modelCarsUrl, modelCounts } from "~/parts/models";
import { findModelPage, type ModelPage } from "~/parts/models.server";
import { partTitle } from "~/parts/part";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { CallLink } from "~/site/layout/contact-lines";
import { Hero } from "~/site/layout/hero";
import { PageSection } from "~/site/layout/page-section";
import { inTown, publicPage } from "~/site/layout/public-page";
import { itemListJsonLd } from "~/site/lists/list-page";
import { ModelLinks } from "~/site/parts/model-links";
import { DismantledCard } from "~/site/vehicles/dismantled-card";
import { NoticePage } from "~/ui/layout/notice-page";
import { failureTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { Systems } from "./systems";

const NOTHING = "We have nothing from that car right now";

export const handle = STATIC;

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return failureTitle(NOTHING, matches);
  const { name, path, systems } = page;
  return publicPage(matches, (site) => ({
    path,
    title: [`Used ${name} Parts`, inTown(site.business)],
    description: `${modelCounts(page)}: used ${name} parts at ${site.business.name} in ${site.business.address.city}, ${site.business.address.state}, with prices. Or ask us to pull one.`,
    announcesArrivals: true,
    jsonLd: [
      breadcrumbJsonLd(site, trailOf(page)),
      itemListJsonLd(
        site,
        systems.flatMap(({ parts }) => parts.map((part) => ({ name: partTitle(part), path: part.path }))),
      ),
    ],
  }));
};

/** All that there is of a model or of one generation of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { make = "", model = "", generation } = params;
  const page = await findModelPage(make, model, generation);
  if (!page) throw data(NOTHING, { status: 404 });
  forwardToCanonical({ request, context }, page.path);
  return page;
}

export default function ModelPartsPage() {
  const page = useLoaderData<typeof loader>();
  const { name, make, model, years, generations, systems, vehicles, cars } = page;
  const business = useBusiness();
  const year = years && years.from === years.to ? years.from : undefined;
  const ask = requestUrl({ car: { make, model, yearFrom: year, yearTo: year } });
  return (
    <>
      <Hero title={`Used ${name} Parts`} kind="list">
        <p>
          {modelCounts(page)}.
          {years
            ? " Same body and platform in these years; engines and options differ, so we check before you pay."
            : null}
        </p>
        <div className="cluster screen-only hero__actions">
          <a className="button" href={ask}>
            Request a Part
          </a>{" "}
          <CallLink business={business} className="button button--secondary" />
        </div>
      </Hero>
      <div className="page">
        <Trail page={page} />
        {/* With only one generation, its page has the same parts. */}
        {generations.length > 1 ? <ModelLinks title="By Years" links={generations} /> : null}
        <Systems systems={systems} car={{ make, model }} />
      </div>
      {vehicles.length > 0 ? (
        <PageSection id="in-the-yard" title="Cars in the Yard" className="newest" tint>
          <ul className="cards">
            {vehicles.map((vehicle) => (
              <li key={vehicle._id}>
                <DismantledCard vehicle={vehicle} position={1} />
              </li>
            ))}
          </ul>
          {cars > vehicles.length ? (
            <p className="above-5 newest__more">
              <a href={modelCarsUrl(page)}>See all {cars} cars</a>
            </p>
          ) : null}
        </PageSection>
      ) : null}
    </>
  );
}

function Trail({ page }: { page: ModelPage }) {
  const links = trailOf(page).slice(0, -1);
  return (
    <nav className="tap-links screen-only small below-5 breadcrumb" aria-label="Breadcrumb">
      {links.map(({ name, path }) => (
        <span key={path}>
          <a href={path}>{name}</a> /{" "}
        </span>
      ))}
      <span aria-current="page">{page.name}</span>
    </nav>
  );
}

function trailOf({ name, path, whole }: ModelPage) {
  return [
    { name: "Home", path: "/" },
    { name: "Shop Recycled Parts", path: "/parts" },
    ...(whole ? [{ name: whole.name, path: whole.path }] : []),
    { name, path },
  ];
}

export function ErrorBoundary() {
  const business = useBusiness();
  return (
    <NoticePage title={NOTHING} message="Search for the part, or ask us to look for it.">
      <p className="cluster">
        <a className="button" href={FIND_PAGE}>
          Find a Part
        </a>{" "}
        <CallLink business={business} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}
