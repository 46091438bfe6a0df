import { withTimeout } from "~/api/client/timeout";
import { showToast } from "./show-toast";

const TYPED_IN = "textarea, input:is([type=text], [type=tel], [type=email])";

/**
 * `<send-in-place id>` around a form: sends it without leaving the page, and shows what the element of the same id contains in
 * the response. If the response is another page, that opens; with `data-opens`, wherever the form leads to.
 * If there is none, the form stays as typed and its `[data-failure]` shows what it is given, as a toast too if it has the title of one.
 * A link to the page with `?about=` and the element's id makes that choice in the form as it is.
 */
class SendInPlace extends HTMLElement {
  connectedCallback(): void {
    document.addEventListener("click", (event) => this.#choose(event));
    // What was typed before Back may be in a part that is folded again.
    window.addEventListener("pageshow", () => {
      for (const field of this.querySelectorAll<HTMLInputElement>("details :is(input, textarea)"))
        if (field.value) field.closest("details")?.setAttribute("open", "");
    });
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = this.querySelector<HTMLButtonElement>("[data-busy]");
      const failure = this.querySelector<HTMLElement>("[data-failure]");
      if (button && failure && !button.disabled) this.#send(event.target as HTMLFormElement, button, failure);
    });
  }

  #choose(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash !== `#${this.id}` || link.pathname !== location.pathname) return;
    const about = new URLSearchParams(link.search).get("about");
    const choice = this.querySelector<HTMLInputElement>(`[type=radio][value="${about}"]`);
    if (!choice) return;
    event.preventDefault();
    choice.checked = true;
    this.scrollIntoView();
    choice.focus({ preventScroll: true });
  }

  async #send(form: HTMLFormElement, button: HTMLButtonElement, failure: HTMLElement): Promise<void> {
    const label = button.textContent;
    // What is typed in the meantime would be lost if the form comes back.
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    const setReadOnly = (readOnly: boolean) => {
      for (const field of fields) field.readOnly = readOnly;
    };
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    setReadOnly(true);
    button.disabled = true;
    button.textContent = button.dataset.busy ?? label;
    failure.hidden = true;
    try {
      const response = await withTimeout(fetch)(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const answer = page.getElementById(this.id);
      if (response.redirected && (!answer || "opens" in this.dataset)) return location.assign(response.url);
      if (!answer) throw new Error(String(response.status));
      if (response.redirected) history.replaceState(null, "", response.url);
      document.title = page.title;
      this.replaceChildren(...answer.childNodes);
      // After Back a browser puts in what differs from the page's own values.
      for (const field of this.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED_IN)) {
        const { value } = field;
        field.defaultValue = "";
        field.value = value;
      }
      this.querySelector<HTMLElement>("[tabindex]")?.focus();
    } catch {
      setReadOnly(false);
      const { failure: description = "", title } = failure.dataset;
      failure.textContent = description;
      failure.hidden = false;
      if (title) showToast({ title, description, variant: "destructive" });
      button.disabled = false;
      button.textContent = label;
    }
  }
}

customElements.define("send-in-place", SendInPlace);
