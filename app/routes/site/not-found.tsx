import type { MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { RoadClosedDrawing } from "~/ui/drawings/road-closed";
import { failureTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ matches }) => failureTitle("Page not found", matches);

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path (specification, section 2). */
export default function NotFound() {
  return (
    <div className="page page--narrow notice-page">
      <RoadClosedDrawing />
      <h1>Page not found</h1>
      <p className="lead">The page you are looking for doesn't exist.</p>
      <p>
        <Link className="button" to="/">
          Return Home
        </Link>
      </p>
    </div>
  );
}
