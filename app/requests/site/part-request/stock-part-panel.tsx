import { Icon } from "~/ui/layout/icon";
import type { WizardView } from "./view.server";
import { WIZARD_FORM_ID } from "./wizard";

/** The part that the request is for: one on the shelf, or of the catalog only. */
export function StockPartPanel({ entry, stockPart }: Pick<WizardView, "entry" | "stockPart">) {
  if (!entry && !stockPart) return null;
  return (
    <section className="card" aria-labelledby="stock-part-heading">
      <h2 className="card__title" id="stock-part-heading">
        {stockPart ? "You're asking for this part" : "You're asking for"}
      </h2>
      <p>{stockPart?.line ?? entry?.name}</p>
      {stockPart ? (
        <button
          type="submit"
          form={WIZARD_FORM_ID}
          className="button button--quiet button--small"
          name="removeStockPart"
          value="1"
          formNoValidate
        >
          <Icon name="close" size={18} /> Remove
        </button>
      ) : null}
    </section>
  );
}
