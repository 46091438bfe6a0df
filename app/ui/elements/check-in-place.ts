import { markErrorTitle, SUMMARY_TITLE } from "~/ui/forms/error-title";
import { cleanVin } from "~/ui/forms/vin-input";
import { formatPhone, formatPhoneWhileTyping } from "~/values/phone";

/** A module of checks: what is wrong with a form, by field name; by "" what is wrong with all of it. */
interface Checks {
  check: (form: FormData) => { error?: Errors | null };
}

type Errors = Record<string, string[] | null>;

/**
 * `<check-in-place data-checks>` around a plain form: says what is wrong with a field once it is left, and removes that when it is fixed. A
 * form that is sent with something wrong is not sent: a summary says it all, as the server's answer does. The checks are the server's;
 * their file loads when the form gets the focus. A phone number is formatted as it is typed, a `[data-vin]` loses what no VIN has, and a
 * `[data-shown-for="name=value"]` shows and is sent while that choice is made.
 */
class CheckInPlace extends HTMLElement {
  #checks: Checks | undefined;
  #left = new Set<string>();
  #isPressed = false;

  connectedCallback(): void {
    // Else once it is loaded: a field that is disabled before doesn't get back what was typed before Back.
    if (document.readyState === "complete") this.#showChosen();
    this.addEventListener("focusin", () => this.#load(), { once: true });
    if (this.contains(document.activeElement)) this.#load();
    // The server's answer to a form that was sent as a document.
    this.querySelector<HTMLElement>(".error-summary")?.focus();
    this.addEventListener("change", ({ target }) => {
      this.#showChosen();
      // Only the server knows what is wrong with a file.
      if (target instanceof HTMLInputElement && target.type === "file") this.#say(target, undefined);
    });
    this.addEventListener("input", ({ target }) => {
      if (!isField(target)) return;
      const isText = target instanceof HTMLInputElement;
      // Formatting in the middle of the number would move the cursor.
      if (isText && target.type === "tel" && target.selectionStart === target.value.length)
        target.value = formatPhoneWhileTyping(target.value);
      if (isText && "vin" in target.dataset) cleanVin(target);
      this.#sayAll();
    });
    this.addEventListener("focusout", ({ target }) => {
      if (!isField(target)) return;
      if (target.type === "tel") target.value = formatPhone(target.value);
      this.#left.add(target.name);
      if (!this.#isPressed) this.#sayAll();
    });
    this.addEventListener("submit", (event) => this.#submit(event));
    // After Back the browser puts in what was chosen and typed, without an event; or it is the page as it was.
    window.addEventListener("pageshow", this.#rest);
    // A sentence that appears would move what is pressed away from under the pointer.
    document.addEventListener("mousedown", this.#press, true);
    for (const name of ["mouseup", "keydown"]) document.addEventListener(name, this.#release, true);
  }

  disconnectedCallback(): void {
    window.removeEventListener("pageshow", this.#rest);
    document.removeEventListener("mousedown", this.#press, true);
    for (const name of ["mouseup", "keydown"]) document.removeEventListener(name, this.#release, true);
  }

  #press = (): void => {
    this.#isPressed = true;
  };

  #release = (): void => {
    if (!this.#isPressed) return;
    this.#isPressed = false;
    // The click comes right after the release.
    setTimeout(() => this.#sayAll());
  };

  #load(): void {
    // Without its checks, only the server checks the form.
    import(/* @vite-ignore */ this.dataset.checks ?? "").then(
      (checks: Checks) => {
        this.#checks = checks;
        this.#sayAll();
      },
      () => {},
    );
  }

  /** Keeps a form with errors from being sent, and lists them; says of any other that it is being sent. */
  #submit(event: SubmitEvent): void {
    const errors = this.#errors();
    if (errors && Object.values(errors).some((messages) => messages?.length)) {
      event.preventDefault();
      // Nothing else is to send it.
      event.stopPropagation();
      for (const { name } of this.#fields()) this.#left.add(name);
      this.#sayAll();
      this.#summarize(errors);
      return;
    }
    const button = this.#sendButton;
    if (!button || button.closest("send-in-place")) return;
    const failure = this.querySelector<HTMLElement>("[data-failure]");
    if (failure) {
      failure.textContent = navigator.onLine ? "" : (failure.dataset.failure ?? "");
      failure.hidden = navigator.onLine;
    }
    // The browser's own page of a lost connection would take the place of all that was typed.
    if (!navigator.onLine) {
      event.preventDefault();
      return;
    }
    button.dataset.label = button.textContent ?? "";
    button.textContent = button.dataset.busy ?? "";
  }

  #rest = (): void => {
    this.#showChosen();
    const button = this.#sendButton;
    if (button?.dataset.label) button.textContent = button.dataset.label;
  };

  #errors(): Errors | undefined {
    return this.#checks && (this.#checks.check(new FormData(this.#form)).error ?? {});
  }

  /** Shows what is wrong with each field that was left, or removes it; what is typed in one may fix another. */
  #sayAll(): void {
    const errors = this.#errors();
    if (!errors) return;
    for (const field of this.#fields()) {
      const isSaid = this.#left.has(field.name) || field.closest(".field--invalid");
      if (isSaid) this.#say(field, errors[field.name]?.join(" "));
    }
  }

  #say(field: Field, message: string | undefined): void {
    const box = field.closest<HTMLElement>(".field");
    if (!box) return;
    const id = `${field.id}-error`;
    const shown = box.querySelector(".field__error");
    // What says the same is not announced again.
    if ((shown?.textContent?.trim() ?? "") === (message ?? "")) return;
    shown?.remove();
    box.classList.toggle("field--invalid", Boolean(message));
    const described = box instanceof HTMLFieldSetElement ? box : field;
    if (described === field) field.ariaInvalid = message ? "true" : null;
    const others = (described.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .filter((other) => other !== id);
    const describedBy = [...others, ...(message ? [id] : [])].join(" ").trim();
    if (describedBy) described.setAttribute("aria-describedby", describedBy);
    else described.removeAttribute("aria-describedby");
    const error = message && this.#copy(".field__error");
    if (!error) return;
    error.id = id;
    error.append(` ${message}`);
    box.append(error);
  }

  #summarize(errors: Errors): void {
    this.querySelector(".error-summary")?.remove();
    const summary = this.#copy(".error-summary");
    const list = summary?.querySelector("ul");
    if (!summary || !list) return;
    const title = document.createElement("h2");
    title.className = "error-summary__title";
    title.id = `${list.id}-title`;
    title.textContent = SUMMARY_TITLE;
    summary.setAttribute("aria-labelledby", title.id);
    summary.prepend(title);
    const add = (content: Node | string) => {
      const item = document.createElement("li");
      item.append(content);
      list.append(item);
    };
    for (const message of errors[""] ?? []) add(message);
    for (const field of this.#fields()) {
      const [message] = errors[field.name] ?? [];
      if (!message) continue;
      const link = document.createElement("a");
      link.href = `#${field.id}`;
      link.textContent = message;
      add(link);
    }
    this.#form.prepend(summary);
    document.title = markErrorTitle(document.title);
    summary.focus();
  }

  #copy(selector: string): HTMLElement | undefined {
    const found = this.querySelector("template")?.content.querySelector<HTMLElement>(selector);
    return found?.cloneNode(true) as HTMLElement | undefined;
  }

  #showChosen(): void {
    const chosen = new FormData(this.#form);
    for (const part of this.querySelectorAll<HTMLElement>("[data-shown-for]")) {
      const [name = "", value] = part.dataset.shownFor?.split("=") ?? [];
      const isShown = chosen.get(name) === value;
      part.hidden = !isShown;
      for (const input of part.querySelectorAll("input")) {
        input.disabled = !isShown;
        input.required = isShown;
      }
    }
  }

  get #form(): HTMLFormElement {
    return this.querySelector("form") as HTMLFormElement;
  }

  get #sendButton(): HTMLButtonElement | null {
    return this.querySelector("[data-busy]");
  }

  /** Each field once: of radios the first. */
  #fields(): Field[] {
    const fields = [...this.#form.elements].filter(isField).filter(({ disabled }) => !disabled);
    return fields.filter(({ name }, at) => fields.findIndex((field) => field.name === name) === at);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: unknown): target is Field {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && target.type !== "hidden" && target.type !== "file";
}

customElements.define("check-in-place", CheckInPlace);
