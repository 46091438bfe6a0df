import { useLocation } from "@remix-run/react";
import type { ChangeEvent } from "react";
import { useHydrated } from "~/ui/layout/use-hydrated";

/**
 * Chooses every row of the page; with script only. It is in the table's head, and where rows are cards, which have none, in the form.
 * @param props.form the id of the form that the rows' boxes belong to
 */
export function ChooseAll({ form, isInTable = false }: { form: string; isInTable?: boolean }) {
  const { key } = useLocation();
  if (!useHydrated()) return null;
  const chooseAll = ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[name="id"][form="${form}"]`);
    for (const box of boxes) box.checked = checked;
  };
  return (
    // From 1024px the table's head has one.
    <label className={`checkbox ${isInTable ? "record-table__choose" : "until-1024"}`} key={key}>
      <input type="checkbox" onChange={chooseAll} />{" "}
      <span className={isInTable ? "visually-hidden" : undefined}>Choose all on this page</span>
    </label>
  );
}
