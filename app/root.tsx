import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { SiteFooter } from "~/site/layout/site-footer";
import { StaffFooter } from "~/staff/staff-footer";
import builtElements from "../build/elements/elements.js?url";
import headFont from "../build/fonts/barlow-condensed-english-700-normal.woff2?url";
import textFont from "../build/fonts/barlow-english-400-normal.woff2?url";
import strongFont from "../build/fonts/barlow-english-600-normal.woff2?url";
import { business, publicFacts } from "./business/business.server";
import { isExampleBusiness } from "./business/example.server";
import { phoneHref } from "./business/links";
import { accentPath, accentsOf } from "./business/look";
import { config } from "./config.server";
import { announcedFeed } from "./feeds/feeds.server";
import type { PageHandle } from "./http/page-handle";
import { readToast } from "./http/toast.server";
import { isMailOn } from "./mail/settings.server";
import { ScriptNonce } from "./script-nonce";
import styles from "./styles/app.css?url";
import { Drawing } from "./ui/illustrations/drawing";
import roadClosed from "./ui/illustrations/road-closed.svg?raw";
import { InPageLink } from "./ui/layout/in-page-link";
import { onlyAfterForm } from "./ui/layout/only-after-form";
import { failureTitle } from "./ui/layout/page-title";
import { Toasts } from "./ui/layout/toast";

export const links: LinksFunction = () => [
  // The fonts of an English page, preloaded so that no line moves when they arrive.
  ...[textFont, headFont, strongFont].map((href) => ({
    rel: "preload" as const,
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  // With a size, so that browsers that support SVG icons choose the SVG.
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

const elements = import.meta.env.DEV ? "/app/ui/elements/index.ts" : builtElements;

/** Each page has its own meta; this one is for errors that no page caught. */
export const meta: MetaFunction<typeof loader> = ({ data: root, error, matches }) =>
  error ? failureTitle(errorTitle(error), matches) : [{ title: root?.business.name ?? "" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await readToast(request);
  const accents = accentsOf(business.look);
  return data(
    {
      business: publicFacts(business),
      publicUrl: config.PUBLIC_URL,
      newArrivals: announcedFeed(),
      hasMail: isMailOn(),
      isExample: isExampleBusiness(),
      accentPath: accents && accentPath(accents),
      toast,
    },
    headers ? { headers } : undefined,
  );
}

// Only a form reloads this: its action may have set a toast. Settings saved elsewhere show once a document is loaded.
export const shouldRevalidate = onlyAfterForm;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(ScriptNonce);
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const isStatic = handles.some((handle) => handle?.static);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The header's color: --color-surface in styles/tokens.css. */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1f22" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {root?.accentPath ? <link rel="stylesheet" href={root.accentPath} /> : null}
        <script type="module" src={elements} />
      </head>
      <body>
        <InPageLink className="screen-only skip-link" to="main">
          Skip to main content
        </InPageLink>
        {children}
        {handles.some((handle) => handle?.staff) ? <StaffFooter /> : <SiteFooter business={root?.business} />}
        {isStatic ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const { toast } = useLoaderData<typeof loader>();
  return (
    <>
      <Toasts flashed={toast} />
      <Outlet />
    </>
  );
}

/** Errors that no page caught. The root's own data may be missing. */
export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page page--narrow grid gap-6 notice-page" tabIndex={-1}>
      <Drawing svgs={[roadClosed]} />
      <h1>{errorTitle(error)}</h1>
      <p className="lead">
        {notFound
          ? "The page you're looking for doesn't exist."
          : "Something went wrong on our end. Please try again, or call us."}
      </p>
      <p className="cluster">
        {notFound ? null : (
          <a className="button" href={pathname + search}>
            Try again
          </a>
        )}
        <a className={notFound ? "button" : "button button--secondary"} href="/">
          Return Home
        </a>{" "}
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
