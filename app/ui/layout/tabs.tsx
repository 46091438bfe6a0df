import { NavLink } from "@remix-run/react";

interface TabsProps {
  /** Names the navigation for screen readers: `Lists`. */
  label: string;
  tabs: readonly Tab[];
}

interface Tab {
  to: string;
  label: string;
  /** A number next to it, with the word that says what it counts: `{ number: 3, word: "overdue" }`. */
  count?: { number: number; word: string } | undefined;
}

/** Tabs that are links; the current one is highlighted. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="screen-only tabs" aria-label={label}>
      <ul className="grid gap-1">
        {tabs.map((tab) => (
          <li key={tab.to} className="relative">
            <NavLink to={tab.to} end className="row center tabs__tab">
              {tab.label}
            </NavLink>{" "}
            {tab.count && tab.count.number > 0 ? (
              <span className="count">
                {tab.count.number}
                <span className="visually-hidden"> {tab.count.word}</span>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
