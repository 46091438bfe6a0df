/** `<back-to-list>` around a link to a list: adds the filters and page of the list that the visitor came from. */
class BackToList extends HTMLElement {
  connectedCallback(): void {
    const link = this.querySelector("a");
    if (!link || !document.referrer) return;
    const from = new URL(document.referrer);
    if (from.origin === location.origin && from.pathname === link.pathname) link.search = from.search;
  }
}

customElements.define("back-to-list", BackToList);
