import type { MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { NoticePage } from "~/ui/notice-page";
import { failureTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ matches }) => failureTitle("Page not found", matches);

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path (specification, section 2). */
export default function NotFound() {
  return (
    <NoticePage title="Page not found" sentence="The page you are looking for doesn't exist.">
      <p>
        <Link className="button" to="/">
          Return Home
        </Link>
      </p>
    </NoticePage>
  );
}
