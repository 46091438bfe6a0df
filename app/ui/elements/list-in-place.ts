import { fetchPage } from "~/api/client/page";

/**
 * `<list-in-place>` around a GET form and the list that it filters, in a section with a heading and a status: a chosen option, the
 * form and the list's links change the list without leaving the page. What the page of that address shows is fetched and put in
 * place, with the patience that `data-attempts` says.
 */
class ListInPlace extends HTMLElement {
  #loading: AbortController | undefined;
  #shown = location.search;

  connectedCallback(): void {
    this.addEventListener("submit", (event) => {
      if (event.target !== this.#form) return;
      event.preventDefault();
      this.#apply();
    });
    this.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement) || target.form !== this.#form) return;
      // The model of another make would match nothing.
      const model = target.name === "make" ? this.#form.elements.namedItem("model") : null;
      if (model instanceof HTMLSelectElement) model.value = "";
      // An invalid amount would be ignored, so the browser says so first, also when an option is selected.
      if (this.#form.reportValidity()) this.#apply();
    });
    this.addEventListener("click", (event) => this.#follow(event));
    this.addEventListener("invalid", openDetails, true);
    addEventListener("popstate", ({ state }) => {
      // A link to a part of this page changes no list.
      if (location.search !== this.#shown) this.#show(location.href).then(() => scrollTo(0, state?.top ?? 0));
    });
    // A choice made before this script came applies now. Typed text stays until the visitor sends it.
    const options = this.#form.querySelectorAll("option");
    if ([...options].some(({ selected, defaultSelected }) => selected && !defaultSelected)) this.#apply();
  }

  get #form(): HTMLFormElement {
    return this.querySelector("form") as HTMLFormElement;
  }

  #apply(): void {
    const params = new URLSearchParams();
    for (const field of this.#form.elements) {
      // A select's first option is what the list shows by default.
      if (field instanceof HTMLSelectElement && field.selectedIndex > 0) params.set(field.name, field.value);
      if (field instanceof HTMLInputElement && field.value.trim()) params.set(field.name, textOf(field));
    }
    const url = new URL(this.#form.action);
    url.search = params.toString();
    // A page that came with an error next to a field is another page without it.
    if (this.#form.querySelector("[aria-invalid]")) location.assign(url);
    else this.#go(url.href);
  }

  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || opensElsewhere || link.origin + link.pathname !== location.origin + location.pathname)
      return;
    event.preventDefault();
    this.#go(link.href).then(() => {
      const section = this.querySelector("section");
      if (link.hash) section?.scrollIntoView();
      // The link is gone, or another page's.
      section?.querySelector("h2")?.focus({ preventScroll: true });
    });
  }

  /** Shows the list at another address, which is the page's from then on. */
  #go(url: string): Promise<void> {
    return this.#show(url, () => {
      history.replaceState({ top: scrollY }, "");
      history.pushState(null, "", url);
    });
  }

  async #show(url: string, onAnswer?: () => void): Promise<void> {
    this.#loading?.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const status = this.querySelector<HTMLElement>("[role=status]") as HTMLElement;
    const list = status.parentElement as HTMLElement;
    list.ariaBusy = "true";
    status.replaceChildren(element("p", "muted results__count", this.dataset.loading));
    const page = await fetchPage(url, { attempts: Number(this.dataset.attempts), signal })
      .then((html) => new DOMParser().parseFromString(html, "text/html"))
      .catch(() => undefined);
    if (signal.aborted) return;
    onAnswer?.();
    this.#shown = location.search;
    list.ariaBusy = null;
    while (status.nextSibling) status.nextSibling.remove();
    const fresh = page?.querySelector("list-in-place");
    const freshStatus = fresh?.querySelector("[role=status]");
    const freshForm = fresh?.querySelector("form");
    if (!page || !freshStatus || !freshForm) {
      status.replaceChildren();
      list.append(this.#failure());
      return;
    }
    document.title = page.title;
    setFields(this.#form, freshForm);
    status.replaceChildren(...freshStatus.childNodes);
    while (freshStatus.nextSibling) list.append(freshStatus.nextSibling);
  }

  #failure(): HTMLElement {
    const notice = element("div", "stack gap-2 notice notice--error");
    notice.role = "alert";
    const retry = element("button", "button", "Retry");
    retry.addEventListener("click", () => location.reload());
    const { title, failure } = this.dataset;
    notice.append(element("h3", "", title), element("p", "", failure), element("p", ""));
    notice.lastElementChild?.append(retry);
    return notice;
  }
}

/** Shows the filters of a new page, except in the field that the visitor is typing in. */
function setFields(form: HTMLFormElement, fresh: HTMLFormElement): void {
  for (const field of form.elements) {
    const other = fresh.elements.namedItem((field as HTMLInputElement).name);
    if (field instanceof HTMLSelectElement && other instanceof HTMLSelectElement) {
      // New options would close a list that the visitor has open.
      if (field.textContent !== other.textContent) field.replaceChildren(...other.cloneNode(true).childNodes);
      field.value = other.value;
    }
    if (field instanceof HTMLInputElement && other instanceof HTMLInputElement)
      if (field !== document.activeElement) field.value = other.value;
  }
}

/** A number without what people write into one: "$12,500". */
function textOf({ inputMode, value }: HTMLInputElement): string {
  return inputMode === "numeric" ? value.replace(/[$,\s]/g, "") : value.trim();
}

/** A browser reports an invalid field only if it is visible. */
function openDetails({ target }: Event): void {
  const details = target instanceof Element ? target.closest("details") : null;
  if (details) details.open = true;
}

function element(name: string, className: string, text = ""): HTMLElement {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

customElements.define("list-in-place", ListInPlace);
