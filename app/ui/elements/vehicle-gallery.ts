/**
 * `<vehicle-gallery>` around a vehicle's pictures: its anchors and arrow keys move to a picture without moving the page, and a
 * picture opens in a dialog that is as large as the screen.
 */
class VehicleGallery extends HTMLElement {
  connectedCallback(): void {
    const list = this.querySelector<HTMLElement>(".gallery__pictures");
    if (!list) return;
    const thumbnails = this.querySelectorAll<HTMLElement>(".gallery__thumbnails a");
    markCurrent(thumbnails, place(list));
    list.addEventListener("scroll", () => markCurrent(thumbnails, place(list)), { passive: true });
    this.addEventListener("keydown", (event) => moveByKey(list, event));
    this.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target.closest("a");
      if (link?.hash) {
        event.preventDefault();
        show(list, indexOf(list.querySelector(link.hash)), "smooth");
      } else if (link) {
        event.preventDefault();
        openLarge(list, link);
      }
    });
  }
}

/** The pictures again, as large as the screen; closing it returns to where it was left. */
function openLarge(list: HTMLElement, link: HTMLElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "gallery-dialog";
  dialog.ariaLabel = list.ariaLabel;
  const large = list.cloneNode(true) as HTMLElement;
  for (const item of large.children) item.id = `large-${item.id}`;
  for (const picture of large.querySelectorAll("[sizes]")) picture.setAttribute("sizes", "100vw");
  // The second click of a double-click would leave the page for the picture's file.
  for (const picture of large.querySelectorAll(".gallery__large")) picture.removeAttribute("href");
  const close = Object.assign(document.createElement("button"), {
    className: "icon-button gallery-dialog__close",
  });
  close.ariaLabel = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(close, large);
  dialog.addEventListener("keydown", (event) => moveByKey(large, event));
  dialog.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    if (!anchor?.hash) return;
    event.preventDefault();
    show(large, indexOf(large.querySelector(anchor.hash.replace("#", "#large-"))), "smooth");
  });
  let current = indexOf(link.closest("li"));
  const remember = () => {
    // Once closed it has no size.
    if (dialog.open) current = place(large);
  };
  large.addEventListener("scroll", remember, { passive: true });
  // A key may come before the frame that tells of the last scroll.
  dialog.addEventListener("cancel", remember);
  dialog.addEventListener("close", () => {
    show(list, current, "instant");
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  show(large, current, "instant");
  large.focus();
}

function moveByKey(list: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(list, place(list) + step, "smooth");
}

function show(list: HTMLElement, index: number, behavior: ScrollBehavior): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.scrollTo({ left: index * list.clientWidth, behavior: calm ? "instant" : behavior });
}

/** The number of the picture that shows, from 0. */
function place(list: HTMLElement): number {
  return Math.round(list.scrollLeft / list.clientWidth);
}

function indexOf(item: Element | null): number {
  return item ? [...(item.parentElement?.children ?? [])].indexOf(item) : 0;
}

function markCurrent(thumbnails: NodeListOf<HTMLElement>, current: number): void {
  thumbnails.forEach((thumbnail, index) => {
    if (thumbnail.ariaCurrent === (index === current ? "true" : null)) return;
    thumbnail.ariaCurrent = index === current ? "true" : null;
    const strip = thumbnail.closest("ol");
    if (index === current && strip) strip.scrollLeft = thumbnail.offsetLeft - strip.clientWidth / 2;
  });
}

customElements.define("vehicle-gallery", VehicleGallery);
