import { CUSTOMER_LINK_DAYS } from "~/requests/customer";
import { CallLink } from "~/site/layout/contact-lines";
import { NoticePage } from "~/ui/layout/notice-page";
import { useBusiness } from "~/ui/layout/use-business";

/**
 * For a link that opens no request, for any reason: it doesn't reveal whether there is one.
 * @param unsent the message that was just posted to it
 */
export function NoSuchLink({ unsent }: { unsent: unknown }) {
  const business = useBusiness();
  return (
    <NoticePage
      title="This link doesn't open a request"
      message={`A link works for ${CUSTOMER_LINK_DAYS} days. Please call us and give your reference: we'll tell you how your request is going.`}
    >
      {typeof unsent === "string" ? (
        <>
          <p>Your message wasn't sent:</p>
          <p className="typed">{unsent}</p>
        </>
      ) : null}
      <p className="cluster">
        <CallLink business={business} />{" "}
        <a className="button button--secondary" href="/">
          Return Home
        </a>
      </p>
    </NoticePage>
  );
}
