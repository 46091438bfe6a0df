import { Link } from "@remix-run/react";
import { phoneHref } from "~/business/links";
import { staffListUrl } from "~/lists/staff";
import { answerQuery, describeDonor } from "~/requests/answer";
import { Badge, Plate } from "~/ui/layout/chip";
import { formatMileage } from "~/values/format";
import { DISMANTLED_STATUS_TONES } from "~/vehicles/dismantled";
import { DISMANTLED_VEHICLES, type DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import type { RequestMail } from "./loaders.server";

interface DonorsProps {
  vehicles: readonly (DismantledVehicle & { generation?: string | undefined })[];
  request: {
    _id: string;
    customerInfo: { phone?: string | undefined };
    deletedAt: string | undefined;
    mail: Pick<RequestMail, "answerPath">;
  };
  /** The page to return to after writing to the customer: this one. */
  from: string;
  heading: "h2" | "h3";
}

/** The dismantled vehicles that could give the part, each a link to its row in the inventory, and to tell the customer. */
export function Donors({ vehicles, request, from, heading: Heading }: DonorsProps) {
  if (vehicles.length === 0) return null;
  return (
    <section className="grid gap-3 screen-only request-work" aria-labelledby={`donors-${request._id}`}>
      <Heading id={`donors-${request._id}`}>In our yard</Heading>
      <ul className="rows">
        {vehicles.map((vehicle) => {
          const { _id, stockNumber, year, make, model, trim, mileage, status, generation } = vehicle;
          return (
            <li className="cluster gap-2 gap-x-4" key={_id}>
              <Plate>{stockNumber}</Plate>
              <Link
                className="tap"
                to={staffListUrl(DISMANTLED_VEHICLES.list, { q: stockNumber, open: [_id] })}
              >
                {[year, make, model, trim].filter(Boolean).join(" ")}
              </Link>
              {mileage === undefined ? null : <span>{formatMileage(mileage)}</span>}
              <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>
              {status === "Scrapped" || request.deletedAt ? null : (
                <TellCustomer vehicle={vehicle} request={request} from={from} />
              )}
              {generation ? <span className="note own-line">{generation}</span> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** By mail, or by phone with what to say. */
function TellCustomer({
  vehicle,
  request,
  from,
}: Omit<DonorsProps, "vehicles" | "heading"> & { vehicle: DismantledVehicle }) {
  const { answerPath } = request.mail;
  const { phone } = request.customerInfo;
  const about = <span className="visually-hidden"> about {vehicle.stockNumber}</span>;
  if (answerPath !== undefined) {
    const query = new URLSearchParams(answerQuery({ about: "donor", vehicle: vehicle._id, from }));
    return (
      <Link className="button button--secondary button--small" to={`${answerPath}?${query}`}>
        Tell the customer{about}
      </Link>
    );
  }
  if (!phone) return null;
  return (
    <>
      <a className="button button--secondary button--small" href={phoneHref({ phone })}>
        Call {phone}
        {about}
      </a>
      <span className="note own-line">
        Say: “We have {describeDonor(vehicle)}. It may have what you need.”
      </span>
    </>
  );
}
