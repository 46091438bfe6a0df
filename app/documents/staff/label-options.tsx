import {
  LABEL_KINDS,
  LABEL_SIZE_NAMES,
  LABEL_SIZES,
  type LabelKind,
  type LabelSize,
  usualLabelSize,
} from "~/documents/labels";
import { FilterField, FilterSelect } from "~/ui/lists/filter-fields";
import { getChoiceParam } from "~/values/query-params";

/** The kind of label in the URL. */
export function readKind(params: URLSearchParams): LabelKind {
  return getChoiceParam(params, "kind", LABEL_KINDS) ?? "dismantled";
}

/** The size in the URL, otherwise that of the settings, otherwise one for a windshield or a shelf. */
export function readSize(
  params: URLSearchParams,
  kind: LabelKind,
  usual: Partial<Record<LabelKind, LabelSize | undefined>>,
): LabelSize {
  return getChoiceParam(params, "size", LABEL_SIZE_NAMES) ?? usual[kind] ?? usualLabelSize(kind);
}

interface LabelOptionsProps {
  size: LabelSize;
  skip?: number;
}

/** The size of the labels, and how many of a used sheet are gone. */
export function LabelOptions({ size, skip }: LabelOptionsProps) {
  return (
    <>
      <FilterSelect name="size" label="Label size" value={size}>
        {LABEL_SIZE_NAMES.map((name) => (
          <option
            key={name}
            value={name}
            className={LABEL_SIZES[name].perSheet === 1 ? "documents__roll" : undefined}
          >
            {LABEL_SIZES[name].label}
          </option>
        ))}
      </FilterSelect>
      <div className="documents__skip">
        <FilterField
          name="skip"
          label="Labels used on the first sheet"
          value={skip || undefined}
          inputMode="numeric"
          pattern=" *\d{1,2} *"
          title="A number, such as 4"
          placeholder="0"
        />
      </div>
    </>
  );
}
