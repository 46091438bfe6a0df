import { useEffect } from "react";

/** Before the title of a page that shows what is wrong with its form: the first that a screen reader says of a page. */
const MARK = "Error: ";

/** For the summary of what is wrong: while it stands, the title says so. */
export function useErrorTitle(wrong: boolean): void {
  useEffect(() => {
    if (!wrong) return;
    document.title = MARK + withoutErrorMark(document.title);
    return () => {
      document.title = withoutErrorMark(document.title);
    };
  }, [wrong]);
}

/** A drawn page with the mark before its title, where the summary of what is wrong stands in it. */
export function markedWhereWrong(html: string): string {
  return html.includes('class="error-summary"') ? html.replace("<title>", `<title>${MARK}`) : html;
}

/** React wakes a page whose title is the one that the route gave it. */
export function withoutErrorMark(title: string): string {
  return title.startsWith(MARK) ? title.slice(MARK.length) : title;
}
