/** Starts the title of a page that shows form errors, because a screen reader reads the title first. */
const MARK = "Error: ";
const SUMMARY = 'class="error-summary"';

/** The heading of an error summary. */
export const SUMMARY_TITLE = "There is a problem";

/** The title of a page that shows form errors. */
export function markErrorTitle(title: string): string {
  return MARK + stripErrorMark(title);
}

/** Marks the title of a rendered page that shows an error summary. */
export function markTitleOnError(html: string): string {
  // A form that is checked in place keeps an empty one in its template.
  const isShown = html
    .split("<template>")
    .some((part) => part.slice(part.indexOf("</template>") + 1).includes(SUMMARY));
  return isShown ? html.replace("<title>", `<title>${MARK}`) : html;
}

/** The title as the route gave it, which React expects at hydration. */
export function stripErrorMark(title: string): string {
  return title.startsWith(MARK) ? title.slice(MARK.length) : title;
}
