import { NavLink } from "@remix-run/react";

interface TabsProps {
  /** Names the navigation for screen readers: `Lists`. */
  label: string;
  tabs: readonly { to: string; label: string }[];
}

/** Tabs that are links; the current one is highlighted. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink to={tab.to} end className="tabs__tab">
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
