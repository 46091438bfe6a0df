import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { layOnPaper } from "./looks";

interface FramedProps {
  /** What is in it. */
  title: string;
  /** `page` is as wide as the gallery, `phone` as small as a phone, and `paper` what comes out of a printer. */
  as?: "page" | "phone" | "paper";
  children: ReactNode;
}

/** A whole page, or a sheet of paper, as a document of its own: it has a `main`, a heading and ids that no page has twice. */
export function Framed({ title, as = "page", children }: FramedProps) {
  const [head, setHead] = useState<string>();
  const [body, setBody] = useState<HTMLElement>();
  const [height, setHeight] = useState<number>();

  // Only a browser knows which sheets this page has.
  useEffect(() => {
    const sheets = document.querySelectorAll('link[rel="stylesheet"]');
    setHead([...sheets].map(({ outerHTML }) => outerHTML).join(""));
  }, []);
  useEffect(() => {
    if (!body) return;
    const observer = new ResizeObserver(() => setHeight(body.offsetHeight));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);

  function take(page: Document | null) {
    if (!page) return;
    if (as === "paper") layOnPaper(page);
    setBody(page.body);
  }
  if (head === undefined) return null;
  return (
    <>
      <iframe
        className={`frame frame--${as}`}
        title={title}
        srcDoc={`<!doctype html><html lang="en" class="framed framed--${as}"><title>${title}</title>${head}`}
        height={as === "phone" ? undefined : height}
        onLoad={({ currentTarget }) => take(currentTarget.contentDocument)}
      />
      {body ? createPortal(children, body) : null}
    </>
  );
}
