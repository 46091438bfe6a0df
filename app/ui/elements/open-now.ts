import { openState, openText } from "~/business/opening-hours";
import type { OpenNowHours } from "~/ui/layout/open-now";

const MINUTE_MS = 60_000;

/** `<open-now>`: shows whether the business is open, updated every minute. */
class OpenNow extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    this.#tick();
    // Timers stop while a phone's screen is off.
    document.addEventListener("visibilitychange", this.#update);
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#update);
  }

  #tick = (): void => {
    this.#update();
    this.#timer = setTimeout(this.#tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };

  #update = (): void => {
    const { hours, timeZone }: OpenNowHours = JSON.parse(this.dataset.hours ?? "{}");
    const state = openState(hours, timeZone, new Date());
    if (!state) return;
    const text = document.createElement("span");
    text.className = state.open ? "open-now__text open-now__text--open" : "open-now__text";
    text.textContent = openText(state);
    this.replaceChildren(text);
  };
}

customElements.define("open-now", OpenNow);
