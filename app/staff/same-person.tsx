import { Link } from "@remix-run/react";
import type { SamePerson as Person } from "~/customers/request-counts.server";
import { Icon } from "~/ui/layout/icon";

/** Leads from a request to all that its customer has asked; nothing for a request without a customer. */
export function SamePerson({ person }: { person: Person | undefined }) {
  if (!person) return null;
  return (
    <p className="screen-only">
      <Link className="icon-line tap" to={person.path}>
        <Icon name="user" size={20} />
        {person.count > 1 ? `Same person: ${person.count} requests` : "Customer"}
      </Link>
    </p>
  );
}
