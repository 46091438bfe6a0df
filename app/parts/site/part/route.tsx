import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { forwardToCanonical } from "~/http/canonical-path.server";
import { retryAfterHeader } from "~/http/form.server";
import { type PageHandle, STATIC } from "~/http/page-handle";
import type { FormResult } from "~/http/public-form";
import { sureFits } from "~/interchange/fits-of-part.server";
import { partDrawing } from "~/parts/drawing";
import { CAR_PARAMS, FIND_PAGE, readCarOfSearch } from "~/parts/finder";
import { findFitsOfShelfPart } from "~/parts/likely-fits.server";
import { findModelLink } from "~/parts/models.server";
import { partPath } from "~/parts/part";
import { findPartPage } from "~/parts/public-part.server";
import { partCardImage } from "~/seo/card-facts.server";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { partDescription, partHeading, partJsonLd } from "~/seo/part-json-ld";
import { CallLink } from "~/site/layout/contact-lines";
import { inTown, publicPage } from "~/site/layout/public-page";
import { Icon } from "~/ui/layout/icon";
import { NoticePage } from "~/ui/layout/notice-page";
import { failureTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { isValidId } from "~/values/id";
import { idInSegment } from "~/values/record-path";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import { donorPath } from "~/vehicles/inventory";
import { PartNotSent } from "./ask";
import { askForPart } from "./ask-action.server";
import { PartDetail } from "./detail";

const ERROR_TITLE = "Error loading part";
const PART_REMOVED = "This part is no longer listed";
const PART_NOT_FOUND = "That part is no longer listed.";

export const handle: PageHandle = { ...STATIC, searchParams: CAR_PARAMS };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  if (!loaded) return failureTitle(isGone(error) ? PART_REMOVED : ERROR_TITLE, matches);
  const { part } = loaded;
  const name = `${part.year} ${part.make} ${part.model} ${part.part}`;
  const path = partPath(part);
  return publicPage(matches, (site) => ({
    path,
    title: [name, part.status === "Sold" ? ", Sold" : " | Used Part", inTown(site.business)],
    description: partDescription(part, site.business),
    picture: loaded.picture,
    jsonLd: [
      partJsonLd(part, site, loaded.sure),
      breadcrumbJsonLd(site, [
        { name: "Home", path: "/" },
        { name: "Find a Part", path: FIND_PAGE },
        ...(loaded.model ? [loaded.model] : []),
        { name, path },
      ]),
    ],
  }));
};

/** One part; a sold one keeps its page for 90 days. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idInSegment(params.id);
  if (!isValidId(id)) throw data(PART_NOT_FOUND, { status: 400 });
  const part = await findPartPage(id, new Date());
  if (!part) throw data(PART_NOT_FOUND, { status: 404 });
  if (part === "gone") throw data(PART_REMOVED, { status: 410 });
  forwardToCanonical({ request, context }, partPath(part));
  // Its donor's page, as long as it has one.
  const donor = part.donorId ? await findPublicDismantledVehicle(part.donorId) : undefined;
  const picture = partCardImage(part);
  const { fits, matches } = await findFitsOfShelfPart(part);
  const car = readCarOfSearch(new URL(request.url).searchParams);
  const loaded = {
    part: { ...part, fits },
    picture,
    drawing: partDrawing(part.entryId),
    donorUrl: donor && donorPath(donor),
    url: toAbsoluteUrl(config.PUBLIC_URL, partPath(part)),
    model: await findModelLink(part),
    matches: matches.slice(0, MAX_MATCHES),
    sure: sureFits(matches),
    car,
  };
  return data(loaded, car.vin === undefined ? undefined : { headers: PRIVATE });
}

/** A VIN names one customer's car, so its page stays out of caches and search engines. */
const PRIVATE = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };

/** The most cars that the page lists. */
const MAX_MATCHES = 12;

export const headers: HeadersFunction = (responses) => ({
  ...Object.fromEntries(responses.loaderHeaders),
  ...retryAfterHeader(responses),
});

export const action = askForPart;

export default function PartPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <back-to-list>
        <nav className="tap-links screen-only small below-5 breadcrumb" aria-label="Back">
          <a href={FIND_PAGE}>
            <Icon name="arrow-left" size={20} />
            Find Another Part
          </a>
        </nav>
      </back-to-list>
      <PartDetail {...loaded} heading={partHeading(loaded.part)} />
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const business = useBusiness();
  // It was removed while the visitor typed.
  const result = useActionData<FormResult>();
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <NoticePage
      title={isGone(error) ? PART_REMOVED : ERROR_TITLE}
      message={
        isGone(error) ? "Search for another one, or ask us to look in the yard." : message || PART_NOT_FOUND
      }
    >
      {result ? <PartNotSent result={result} /> : null}
      <p className="cluster">
        <a className="button" href={FIND_PAGE}>
          Find a Part
        </a>
        <CallLink business={business} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}

function isGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410;
}
