import { NavLink } from "@remix-run/react";

interface TabsProps {
  /** What they lead to: `Lists`. */
  label: string;
  tabs: readonly { to: string; label: string }[];
}

/** Pages beside each other, each an address; the one that is open stands out. */
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
