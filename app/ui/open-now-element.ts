import { openState, openWords } from "~/models/opening-hours";
import type { OpenNowHours } from "./open-now";

const MINUTE_MS = 60_000;

/** `<open-now>`: says whether the business is open, and again with each minute (open-now.tsx draws it). */
class OpenNowElement extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    this.#tick();
    // A phone's timers sleep with its screen.
    document.addEventListener("visibilitychange", this.#say);
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#say);
  }

  #tick = (): void => {
    this.#say();
    this.#timer = setTimeout(this.#tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };

  #say = (): void => {
    const { hours, timeZone }: OpenNowHours = JSON.parse(this.dataset.hours ?? "{}");
    const state = openState(hours, timeZone, new Date());
    if (!state) return;
    const words = document.createElement("span");
    words.className = state.open ? "open-now__words open-now__words--open" : "open-now__words";
    words.textContent = openWords(state);
    this.replaceChildren(words);
  };
}

customElements.define("open-now", OpenNowElement);
