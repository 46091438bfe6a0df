import type { ReactNode } from "react";
import { Drawing } from "~/ui/illustrations/drawing";
import roadClosed from "~/ui/illustrations/road-closed.svg?raw";

interface NoticePageProps {
  title: string;
  message: string;
  /** Renders a `<main>`, for pages whose layout has none. */
  main?: boolean;
  /** Links to go on. */
  children: ReactNode;
}

/** A page for something that does not exist or failed. */
export function NoticePage({ title, message, main = false, children }: NoticePageProps) {
  const className = "page page--narrow grid gap-6 notice-page";
  const content = (
    <>
      <Drawing svgs={[roadClosed]} />
      <h1>{title}</h1>
      <p className="lead">{message}</p>
      {children}
    </>
  );
  return main ? (
    <main id="main" className={className} tabIndex={-1}>
      {content}
    </main>
  ) : (
    <div className={className}>{content}</div>
  );
}
