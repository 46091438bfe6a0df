/**
 * `<show-later data-after data-from>` on a page that a form leads to: after so many milliseconds the form again, from its own page. When
 * the page is loaded again, at once. Without script the confirmation stands alone.
 */
class ShowLater extends HTMLElement {
  connectedCallback(): void {
    const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const isFirst = !loading || loading.type === "navigate";
    setTimeout(() => this.#show(), isFirst ? Number(this.dataset.after) : 0);
  }

  async #show(): Promise<void> {
    const { href, hash } = new URL(this.dataset.from ?? "", location.href);
    try {
      const response = await fetch(href);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const form = page.getElementById(hash.slice(1));
      // The scripts of a fragment run, unlike those of a parsed page.
      if (form) this.replaceChildren(document.createRange().createContextualFragment(form.outerHTML));
    } catch {
      // The form is one link away.
    }
  }
}

customElements.define("show-later", ShowLater);
