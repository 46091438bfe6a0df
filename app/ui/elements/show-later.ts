/**
 * `<show-later data-after>` around one element, on a page that a form leads to: shows it after so many milliseconds. When the page is
 * loaded again, as without script, it shows at once.
 */
class ShowLater extends HTMLElement {
  connectedCallback(): void {
    const content = this.firstElementChild as HTMLElement | null;
    const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!content || (loading && loading.type !== "navigate")) return;
    content.hidden = true;
    setTimeout(() => {
      content.hidden = false;
    }, Number(this.dataset.after));
  }
}

customElements.define("show-later", ShowLater);
