import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { findRetailPage } from "~/models/retail-vehicle.server";
import { readRetailQuery } from "~/models/vehicle-search";
import staff from "~/styles/staff.css?url";
import { ButtonsSection } from "./buttons";
import { CardsSection } from "./cards";
import { DrawingsSection } from "./drawings";
import { FieldsSection } from "./fields";
import styles from "./gallery.css?url";
import { ListsSection } from "./lists";
import { letLooksStand } from "./looks";
import { NoticesSection } from "./notices";
import { StaffSection } from "./staff";
import { TokensSection } from "./tokens";

export const meta: MetaFunction = () => [{ title: "Parts of the site" }];

export const links: LinksFunction = () => [staff, styles].map((href) => ({ rel: "stylesheet", href }));

/** A picture to show cards with, where there is a vehicle that has one. */
export async function loader() {
  const { vehicles } = await findRetailPage(readRetailQuery(new URLSearchParams()));
  return { imageUrl: vehicles.find(({ imageUrl }) => imageUrl)?.imageUrl };
}

/** Every part of app/ui in each of its states. In development alone: app/routes.ts adds it there. */
export default function PartsOfTheSite() {
  const { imageUrl } = useLoaderData<typeof loader>();
  useEffect(letLooksStand, []);
  return (
    <div className="page gallery">
      <h1>Parts of the site</h1>
      <p className="lead">
        Tokens, then every part in each of its states. Header, footer and skip link are this page's own; the
        drawer opens by Menu, under 1024 pixels.
      </p>
      <TokensSection />
      <DrawingsSection />
      <ButtonsSection />
      <FieldsSection />
      <NoticesSection />
      <CardsSection imageUrl={imageUrl} />
      <ListsSection />
      <StaffSection />
    </div>
  );
}
