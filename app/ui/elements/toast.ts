import { TOAST_DURATION_MS } from "~/http/toast";
import { showToast, type ToastMessage, type ToastRegion } from "./show-toast";

/**
 * `<toast-region>`: shows one toast at a time in its live regions, for five seconds. The time stops while the pointer or the focus is on
 * the toast.
 */
class ToastRegionElement extends HTMLElement implements ToastRegion {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #remainingMs = 0;
  #holds = new Set<string>();

  connectedCallback(): void {
    this.#holdBetween("pointerenter", "pointerleave");
    this.#holdBetween("focusin", "focusout");
  }

  show({ title, description, form, variant = "default" }: ToastMessage): void {
    this.dismiss();
    const text = element("div", "grow breaks toast__text");
    text.append(element("p", "toast__title", title));
    if (description) text.append(element("p", "toast__description small above-1", description));
    if (form) text.append(form);
    const close = element("button", "icon-button toast__close");
    close.type = "button";
    close.ariaLabel = "Close message";
    close.addEventListener("click", () => this.dismiss());
    const toast = element("div", `toast toast--${variant}`);
    toast.append(text, close);
    this.querySelector(variant === "destructive" ? "[role=alert]" : "[role=status]")?.append(toast);
    this.#remainingMs = TOAST_DURATION_MS;
    this.#run();
  }

  dismiss(): void {
    this.#stop();
    // A removed element reports no focusout.
    this.#holds.delete("focusin");
    this.querySelector(".toast")?.remove();
  }

  #holdBetween(start: string, end: string): void {
    this.addEventListener(start, () => {
      this.#stop();
      this.#holds.add(start);
    });
    this.addEventListener(end, () => {
      this.#holds.delete(start);
      this.#run();
    });
  }

  #run(): void {
    if (this.#holds.size > 0 || this.#timer || !this.querySelector(".toast")) return;
    this.#startedAt = Date.now();
    this.#timer = setTimeout(() => this.dismiss(), this.#remainingMs);
  }

  #stop(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs -= Date.now() - this.#startedAt;
  }
}

/** `<flash-toast>`: a message that came with the page, in its HTML; shown as a toast instead. */
class FlashToast extends HTMLElement {
  connectedCallback(): void {
    this.hidden = true;
    const text = (selector: string) => this.querySelector(selector)?.textContent ?? "";
    showToast({
      title: text(".toast__title"),
      description: text(".toast__description"),
      // The form of the page stays where it is, because it is React's.
      form: this.querySelector("form")?.cloneNode(true) as HTMLFormElement | undefined,
      variant: this.dataset.variant === "destructive" ? "destructive" : "default",
    });
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

// In this order: a flash toast shows its message in the region.
customElements.define("toast-region", ToastRegionElement);
customElements.define("flash-toast", FlashToast);
