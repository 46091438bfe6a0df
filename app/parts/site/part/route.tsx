import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { STATIC } from "~/http/page-handle";
import { FIND_PAGE } from "~/parts/finder";
import { partPath } from "~/parts/part";
import { findPartPage } from "~/parts/public-part.server";
import { imageAlt } from "~/pictures/images";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { partDescription, partHeading, partJsonLd } from "~/seo/part-json-ld";
import { shareImage } from "~/seo/share-image";
import { CallLink } from "~/site/layout/contact-lines";
import { publicPage } from "~/site/layout/public-page";
import { Icon } from "~/ui/layout/icon";
import { NoticePage } from "~/ui/layout/notice-page";
import { failureTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { isValidId } from "~/values/id";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import { PartDetail } from "./detail";

const ERROR_TITLE = "Error loading part";
const PART_REMOVED = "This part is no longer listed";
const PART_NOT_FOUND = "We have no part at this address.";

export const handle = STATIC;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  if (!loaded) return failureTitle(isGone(error) ? PART_REMOVED : ERROR_TITLE, matches);
  const { part } = loaded;
  const name = `${part.year} ${part.make} ${part.model} ${part.part}`;
  const path = partPath(part);
  return publicPage(matches, (site) => ({
    path,
    title: `Used ${name}`,
    description: partDescription(part, site.business),
    picture: shareImage(part.imageUrl, imageAlt(name, part.images, 0)),
    jsonLd: [
      partJsonLd(part, site),
      breadcrumbJsonLd(site, [
        { name: "Home", path: "/" },
        { name: "Find a Part", path: FIND_PAGE },
        { name, path },
      ]),
    ],
  }));
};

/** One part; a sold one keeps its page for 90 days. */
export async function loader({ params: { id } }: LoaderFunctionArgs) {
  if (!isValidId(id)) throw data(PART_NOT_FOUND, { status: 400 });
  const part = await findPartPage(id, new Date());
  if (!part) throw data(PART_NOT_FOUND, { status: 404 });
  if (part === "gone") throw data(PART_REMOVED, { status: 410 });
  // Its donor's page, as long as it has one.
  const donor = part.donorId ? await findPublicDismantledVehicle(part.donorId) : undefined;
  return { part, donorId: donor?._id, url: toAbsoluteUrl(config.PUBLIC_URL, partPath(part)) };
}

export default function PartPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <back-to-list>
        <nav className="tap-links breadcrumb" aria-label="Back">
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
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <NoticePage
      title={isGone(error) ? PART_REMOVED : ERROR_TITLE}
      message={
        isGone(error) ? "Search for another one, or ask us to look in the yard." : message || PART_NOT_FOUND
      }
    >
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
