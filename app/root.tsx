import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { business } from "./business.server";
import styles from "./styles/app.css?url";
import { takeToast } from "./toast.server";
import { useNonce } from "./ui/nonce";
import { SiteFooter } from "./ui/site-footer";
import { ToastProvider } from "./ui/toast";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction<typeof loader> = ({ data: root }) => [{ title: root?.business.name ?? "" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request);
  return data({ business, toast }, headers ? { headers } : undefined);
}

// The business never changes while the site runs, so only a form, which may leave a toast, asks again.
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET";
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to main content
        </a>
        {children}
        <SiteFooter business={root?.business} />
        <ScrollRestoration nonce={nonce ?? ""} />
        <Scripts nonce={nonce ?? ""} />
      </body>
    </html>
  );
}

export default function App() {
  const { toast } = useLoaderData<typeof loader>();
  return (
    <ToastProvider flashed={toast}>
      <Outlet />
    </ToastProvider>
  );
}

/** The last resort: what no page's own boundary caught (specification, section 2). */
export function ErrorBoundary() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page notice-page" tabIndex={-1}>
      <h1>{notFound ? "Page not found" : "Unexpected Application Error!"}</h1>
      <p>
        {notFound
          ? "The page you are looking for doesn't exist."
          : "Something went wrong on our side. Please try again, or call us."}
      </p>
      <p>
        <a className="button" href="/">
          Return Home
        </a>
      </p>
    </main>
  );
}
