import { formatPhone, formatPhoneWhileTyping } from "~/values/phone";

/** A module of checks: what is wrong with a form, by field name. */
interface Checks {
  check: (form: FormData) => { error?: Record<string, string[] | null> | null };
}

/**
 * `<check-in-place data-checks>` around a plain form: says what is wrong with a field once it is left, and takes that back when it is
 * mended. The checks are the server's; their file loads when the form gets the focus. A phone number is formatted as it is
 * typed, and a `[data-shown-for="name=value"]` shows and is sent while that choice is made.
 */
class CheckInPlace extends HTMLElement {
  #checks: Checks | undefined;
  #left = new Set<string>();
  #isPressed = false;

  connectedCallback(): void {
    this.#showChosen();
    this.addEventListener("focusin", () => this.#load(), { once: true });
    if (this.contains(document.activeElement)) this.#load();
    this.addEventListener("change", () => this.#showChosen());
    this.addEventListener("input", ({ target }) => {
      if (!isField(target)) return;
      // Formatting in the middle of the number would move the cursor.
      if (target.type === "tel" && target.selectionStart === target.value.length)
        target.value = formatPhoneWhileTyping(target.value);
      if (this.#left.has(target.name) || target.ariaInvalid) this.#say(target);
    });
    this.addEventListener("focusout", ({ target }) => {
      if (!isField(target)) return;
      if (target.type === "tel") target.value = formatPhone(target.value);
      this.#left.add(target.name);
      if (!this.#isPressed) this.#say(target);
    });
    // A sentence that appears would move what is pressed away from under the pointer.
    document.addEventListener("mousedown", this.#press, true);
    for (const name of ["mouseup", "keydown"]) document.addEventListener(name, this.#release, true);
  }

  disconnectedCallback(): void {
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
    // Without its checks the form is checked by the server alone.
    import(/* @vite-ignore */ this.dataset.checks ?? "").then(
      (checks: Checks) => {
        this.#checks = checks;
        this.#sayAll();
      },
      () => {},
    );
  }

  #sayAll(): void {
    for (const field of this.#form.elements) {
      if (isField(field) && this.#left.has(field.name) && field !== document.activeElement) this.#say(field);
    }
  }

  /** Shows what is wrong with a field, or takes it back. */
  #say(field: Field): void {
    const box = field.closest(".field");
    if (!this.#checks || !box || field.disabled) return;
    const message = this.#checks.check(new FormData(this.#form)).error?.[field.name]?.join(" ");
    const id = `${field.id}-error`;
    box.querySelector(".field__error")?.remove();
    box.classList.toggle("field--invalid", Boolean(message));
    field.ariaInvalid = message ? "true" : null;
    const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((other) => other !== id);
    const describedBy = [...others, ...(message ? [id] : [])].join(" ").trim();
    if (describedBy) field.setAttribute("aria-describedby", describedBy);
    else field.removeAttribute("aria-describedby");
    const error = this.querySelector("template")?.content.firstElementChild?.cloneNode(true);
    if (!message || !(error instanceof HTMLElement)) return;
    error.id = id;
    error.append(` ${message}`);
    box.append(error);
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
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: unknown): target is Field {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && target.type !== "radio" && target.type !== "hidden";
}

customElements.define("check-in-place", CheckInPlace);
