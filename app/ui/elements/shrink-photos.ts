import { shrinkPicture } from "~/pictures/shrink";

/** `<shrink-photos>` around a file input: phones take photos of more than 5 MB. One that is sent before it is shrunk goes as it is. */
class ShrinkPhotos extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) void shrinkChosen(target);
    });
  }
}

async function shrinkChosen(input: HTMLInputElement): Promise<void> {
  const chosen = [...(input.files ?? [])];
  const shrunk = await Promise.all(
    chosen.map(async (file) => {
      const picture = await shrinkPicture(file);
      return picture === file ? file : new File([picture], file.name, { type: picture.type });
    }),
  );
  // Other photos may have been chosen in the meantime.
  const isSame =
    chosen.length === input.files?.length && chosen.every((file, at) => file === input.files?.[at]);
  if (!isSame || shrunk.every((file, at) => file === chosen[at])) return;
  const transfer = new DataTransfer();
  for (const file of shrunk) transfer.items.add(file);
  input.files = transfer.files;
}

customElements.define("shrink-photos", ShrinkPhotos);
