import { showToast } from "./show-toast";

/**
 * `<share-link data-title data-url>` around a button: opens the device's share dialog, or else copies the link, or else shows
 * it for copying by hand.
 */
class ShareLink extends HTMLElement {
  connectedCallback(): void {
    const label = this.querySelector("span");
    if (label && canShare()) label.textContent = "Share";
    this.querySelector("button")?.addEventListener("click", () => this.#share());
  }

  async #share(): Promise<void> {
    const { title, url = location.origin + location.pathname } = this.dataset;
    try {
      if (canShare()) return await navigator.share({ title, url });
    } catch (error) {
      // Closing the dialog isn't a failure; after any other error the link is copied instead.
      if ((error as Error).name === "AbortError") return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: "Link copied" });
    } catch {
      // There is no clipboard on plain http, and a browser may deny it.
      this.#showLink(url);
    }
  }

  #showLink(url: string): void {
    const input = Object.assign(document.createElement("input"), {
      className: "input",
      readOnly: true,
      value: url,
    });
    const label = Object.assign(document.createElement("label"), { className: "grid gap-1 vehicle__link" });
    label.append("Copy this link", input);
    this.querySelector("label")?.remove();
    this.append(label);
    input.select();
  }
}

// Missing in some browsers, and in all on plain http.
function canShare(): boolean {
  return typeof navigator.share === "function";
}

customElements.define("share-link", ShareLink);
