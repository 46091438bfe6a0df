/** `<print-page>` around a button or link that prints the page. */
class PrintPage extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("click", (event) => {
      event.preventDefault();
      print();
    });
  }
}

customElements.define("print-page", PrintPage);
