import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import headFont from "../build/fonts/barlow-condensed-english-700-normal.woff2?url";
import textFont from "../build/fonts/barlow-english-400-normal.woff2?url";
import strongFont from "../build/fonts/barlow-english-600-normal.woff2?url";
import { business } from "./business.server";
import { config } from "./config.server";
import { phoneHref } from "./models/business";
import type { PageHandle } from "./page-handles";
import styles from "./styles/app.css?url";
import { takeToast } from "./toast.server";
import { RoadClosedDrawing } from "./ui/drawings/road-closed";
import { onlyAfterForm } from "./ui/only-after-form";
import { failureTitle } from "./ui/page-title";
import { SiteFooter } from "./ui/site-footer";
import { ToastProvider } from "./ui/toast";

export const links: LinksFunction = () => [
  // All letters of an English page, so that none comes late and moves a line.
  ...[textFont, headFont, strongFont].map((href) => ({
    rel: "preload" as const,
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  // With its size, so that browsers that draw SVG take the other.
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// The part has an inline script for the time before a page wakes, which no policy of ours lets run: browsers go back
// to where one was by themselves. A script of this type is text.
const INERT: object = { type: "text/plain" };

/** Every page has its own; this is for what no page's own boundary caught. */
export const meta: MetaFunction<typeof loader> = ({ data: root, error, matches }) =>
  error ? failureTitle(errorTitle(error), matches) : [{ title: root?.business.name ?? "" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request);
  const known = { business, publicUrl: config.PUBLIC_URL, toast };
  return data(known, headers ? { headers } : undefined);
}

// A toast leaves by itself.
export const handle: PageHandle = { awake: ({ toast }: { toast?: unknown }) => toast !== undefined };

// The business never changes while the site runs, but a form may have left a toast.
export const shouldRevalidate = onlyAfterForm;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The bar of the browser takes the header's colour: --color-surface in styles/tokens.css. */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1f22" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to main content
        </a>
        {children}
        <SiteFooter business={root?.business} />
        <ScrollRestoration {...INERT} />
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

/** The last resort: what no page's own boundary caught (specification, section 2). Root data may be missing here. */
export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page page--narrow notice-page" tabIndex={-1}>
      <RoadClosedDrawing />
      <h1>{errorTitle(error)}</h1>
      <p className="lead">
        {notFound
          ? "The page you are looking for doesn't exist."
          : "Something went wrong on our side. Please try again, or call us."}
      </p>
      <p className="cluster">
        <a className="button" href="/">
          Return Home
        </a>
        {root ? (
          <a className="button button--secondary" href={phoneHref(root.business)}>
            Call {root.business.phone}
          </a>
        ) : null}
      </p>
    </main>
  );
}

function errorTitle(error: unknown): string {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return notFound ? "Page not found" : "Unexpected Application Error!";
}
