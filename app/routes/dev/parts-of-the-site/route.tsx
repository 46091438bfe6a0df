import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { drawQrCode } from "~/models/qr-code.server";
import { findRetailPage } from "~/models/retail-vehicle.server";
import { readRetailQuery } from "~/models/vehicle-search";
import type { PageHandle } from "~/page-handles";
import staff from "~/styles/staff.css?url";
import { ButtonsSection } from "./buttons";
import { CardsSection } from "./cards";
import { DrawingsSection } from "./drawings";
import { FieldsSection } from "./fields";
import styles from "./gallery.css?url";
import { ListsSection } from "./lists";
import { letLooksStand } from "./looks";
import { NoticesSection } from "./notices";
import { PagesSection } from "./pages";
import { StaffSection } from "./staff";
import { TokensSection } from "./tokens";

export const meta: MetaFunction = () => [{ title: "Parts of the site" }];

export const links: LinksFunction = () => [staff, styles].map((href) => ({ rel: "stylesheet", href }));

// Its frames are filled and its looks stand by script.
export const handle: PageHandle = { awake: () => true };

const ADDRESS = "https://www.example.com/inventory/01AAAAAAAAAAAAAAAAAAAAAAAA";

/** A picture to show vehicles with, where there is one that has one, and a code for their stickers. */
export async function loader() {
  const { vehicles } = await findRetailPage(readRetailQuery(new URLSearchParams()));
  return {
    imageUrl: vehicles.find(({ imageUrl }) => imageUrl)?.imageUrl,
    outside: { address: ADDRESS, code: drawQrCode(ADDRESS) },
  };
}

/** Every part of app/ui in each of its states. In development alone: app/routes.ts adds it there. */
export default function PartsOfTheSite() {
  const { imageUrl, outside } = useLoaderData<typeof loader>();
  useEffect(letLooksStand, []);
  return (
    <div className="page gallery">
      <h1>Parts of the site</h1>
      <p className="lead">
        Tokens, then every part in each of its states. Header, footer and skip link are this page's own too; a
        dialog opens by its button.
      </p>
      <TokensSection />
      <DrawingsSection />
      <ButtonsSection />
      <FieldsSection imageUrl={imageUrl} />
      <NoticesSection />
      <CardsSection imageUrl={imageUrl} />
      <ListsSection />
      <StaffSection />
      <PagesSection imageUrl={imageUrl} outside={outside} />
    </div>
  );
}
