import type { ReactNode } from "react";
import { Icon, type IconName } from "~/ui/layout/icon";

interface IconCardProps {
  icon: IconName;
  title: string;
  /** The heading's level. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A card in a `ul.cards`: an icon, a title and a short text. */
export function IconCard({ icon, title, level = 3, children }: IconCardProps) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <li className="card gap-x-4 icon-card">
      <span className="card__icon">
        <Icon name={icon} />
      </span>
      <Title className="card__title">{title}</Title>
      {children}
    </li>
  );
}
