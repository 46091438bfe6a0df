import latin from "@fontsource/barlow/files/barlow-latin-400-normal.woff2?url";
import condensedLatin from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url";
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { business } from "./business.server";
import { phoneHref } from "./models/business";
import styles from "./styles/app.css?url";
import { takeToast } from "./toast.server";
import { RoadClosedDrawing } from "./ui/hero-drawings";
import { useNonce } from "./ui/nonce";
import { onlyAfterForm } from "./ui/only-after-form";
import { SiteFooter } from "./ui/site-footer";
import { ToastProvider } from "./ui/toast";

export const links: LinksFunction = () => [
  // The letters of the text and of the heads; the two other weights may come later.
  ...[latin, condensedLatin].map((href) => ({
    rel: "preload" as const,
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction<typeof loader> = ({ data: root }) => [{ title: root?.business.name ?? "" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request);
  return data({ business, toast }, headers ? { headers } : undefined);
}

// The business never changes while the site runs, but a form may have left a toast.
export const shouldRevalidate = onlyAfterForm;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
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

/** The last resort: what no page's own boundary caught (specification, section 2). Root data may be missing here. */
export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page page--narrow notice-page" tabIndex={-1}>
      <RoadClosedDrawing />
      <h1>{notFound ? "Page not found" : "Unexpected Application Error!"}</h1>
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
