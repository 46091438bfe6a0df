import { RETAIL_STATUSES } from "~/models/retail-vehicle";
import { Badge, Plate } from "~/ui/chip";
import { ListFailure } from "~/ui/list-failure";
import { EmptyState, Notice } from "~/ui/notice";
import { ToastCard } from "~/ui/toast";
import { Price, RetailStatusBadge } from "~/ui/vehicle-chips";
import { GALLERY } from "./samples";
import { Section, State, States } from "./section";

const close = () => {};

/** What the site says: notices, toasts, badges, plates, and where there is nothing to say. */
export function NoticesSection() {
  return (
    <Section id="notices" title="Notices, toasts, badges, plates">
      <States>
        {(["info", "success", "error"] as const).map((tone) => (
          <State key={tone} name={`notice, ${tone}`}>
            <Notice tone={tone} title="Request Submitted!">
              <p>
                We will call you. <a href="#notices">Send another request</a>
              </p>
            </Notice>
          </State>
        ))}
        <State name="a list that failed">
          <ListFailure message="Failed to fetch vehicles" address={GALLERY} />
        </State>
        {(["default", "destructive"] as const).map((variant) => (
          <State key={variant} name={`toast, ${variant}`}>
            <ToastCard
              toast={{
                id: variant,
                title: "Part selected successfully",
                description: "Your reference is PR-TNV4YC.",
                variant,
              }}
              onClose={close}
            />
          </State>
        ))}
        <State name="toast with an action, without script">
          <ToastCard
            toast={{
              id: "action",
              title: "Vehicle deleted",
              variant: "default",
              action: (
                <button type="button" className="button button--quiet button--small">
                  Undo
                </button>
              ),
            }}
          />
        </State>
        <State name="empty">
          <EmptyState title="No vehicles currently available." />
        </State>
        <State name="empty, with a way on">
          <EmptyState title="No vehicle matches these filters.">
            <p>
              <a className="button button--secondary" href="#notices">
                Clear filters
              </a>
            </p>
          </EmptyState>
        </State>
        <State name="loading">
          <p className="loading">Loading vehicles...</p>
        </State>
        <State name="badges">
          <p className="cluster">
            {(["green", "yellow", "red", "grey"] as const).map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </p>
        </State>
        <State name="how far a vehicle is">
          <p className="cluster">
            {RETAIL_STATUSES.map((status) => (
              <RetailStatusBadge key={status} status={status} />
            ))}
          </p>
        </State>
        <State name="prices">
          <p className="cluster">
            <Price price={12_995} />
            <Price price={undefined} />
          </p>
        </State>
        <State name="plates">
          <p className="cluster">
            <Plate>P1187</Plate>
            <Plate>A-VERY-LONG-STOCK-NUMBER-OF-A-SHOP</Plate>
          </p>
        </State>
      </States>
    </Section>
  );
}
