/** `<print-page>` around a button that prints the page. */
class PrintPage extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("click", () => print());
  }
}

customElements.define("print-page", PrintPage);
