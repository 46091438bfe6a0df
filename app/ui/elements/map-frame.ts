/**
 * `<map-frame>` around a map: where the map cannot be reached, its address panel shows instead of the browser's error page. A frame of
 * another site fires `load` for both, so the element asks on its own.
 */
class MapFrame extends HTMLElement {
  connectedCallback(): void {
    this.querySelector("iframe")?.addEventListener("load", this.#check);
    addEventListener("online", this.#reload);
    addEventListener("offline", this.#check);
  }

  disconnectedCallback(): void {
    removeEventListener("online", this.#reload);
    removeEventListener("offline", this.#check);
  }

  #check = async (): Promise<void> => {
    const frame = this.querySelector("iframe");
    if (!frame) return;
    const isReached = await fetch(frame.src, { mode: "no-cors" }).then(
      () => true,
      () => false,
    );
    this.classList.toggle("map-card__frame--offline", !isReached);
  };

  #reload = (): void => {
    const frame = this.querySelector("iframe");
    if (this.classList.contains("map-card__frame--offline")) frame?.setAttribute("src", frame.src);
  };
}

customElements.define("map-frame", MapFrame);
