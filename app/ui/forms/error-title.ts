import { useEffect } from "react";

/** Starts the title of a page that shows form errors, because a screen reader reads the title first. */
const MARK = "Error: ";

/** Marks the page's title while it shows errors. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    document.title = MARK + stripErrorMark(document.title);
    return () => {
      document.title = stripErrorMark(document.title);
    };
  }, [hasErrors]);
}

/** Marks the title of a rendered page that contains an error summary. */
export function markTitleOnError(html: string): string {
  return html.includes('class="error-summary"') ? html.replace("<title>", `<title>${MARK}`) : html;
}

/** The title as the route gave it, which React expects at hydration. */
export function stripErrorMark(title: string): string {
  return title.startsWith(MARK) ? title.slice(MARK.length) : title;
}
