import type { MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { STATIC } from "~/http/page-handle";
import { NoticePage } from "~/ui/layout/notice-page";
import { failureTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { CallLink } from "./layout/contact-lines";
import { FindForm } from "./parts/find-form";

export const handle = STATIC;

export const meta: MetaFunction = ({ matches }) => failureTitle("Page not found", matches);

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path. */
export default function NotFound() {
  return (
    <NoticePage title="Page not found" message="The page you're looking for doesn't exist.">
      <FindForm />
      <p className="cluster">
        <a className="button button--secondary" href="/">
          Return Home
        </a>
        <CallLink business={useBusiness()} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}
