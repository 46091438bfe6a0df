import { listLinesOf } from "~/book/book.server";
import { toRecord } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { foldText } from "~/values/normalize";
import { PURCHASE_RECORDS } from "./purchase.server";
import type { Purchase } from "./purchases";
import { listSealed, type Sealed } from "./sealed-items.server";

/** What is stored about someone who sold the yard something. */
export interface BoughtFrom {
  purchase: Purchase;
  isInTrash: boolean;
  isInBook: boolean;
  /** The stock number of the car whose record says who it was obtained from. */
  obtainedCar: string | undefined;
  /** What is encrypted, without what is in it. */
  sealed: Sealed[];
}

/** Who a seller is: what they offered, what they traded in on a sale, and their name and numbers as a form stores them. */
interface Seller {
  requestIds: readonly string[];
  saleIds: readonly string[];
  name: string;
  phones: readonly string[];
}

/**
 * What was bought from a seller, including what is in the trash; newest first. A phone number alone isn't proof: anyone who knows it
 * could send a request with it and get a copy of the purchase.
 */
export async function listBoughtFrom({ requestIds, saleIds, name, phones }: Seller): Promise<BoughtFrom[]> {
  const found = await db
    .selectFrom("purchases")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("requestId", "in", requestIds),
        eb("tradeSaleId", "in", saleIds),
        eb("sellerPhone", "in", phones),
      ]),
    )
    .orderBy("id", "desc")
    .execute();
  const rows = found.filter(
    ({ requestId, tradeSaleId, sellerName }) =>
      requestIds.includes(requestId ?? "") ||
      saleIds.includes(tradeSaleId ?? "") ||
      foldText(sellerName) === foldText(name),
  );
  const ids = rows.map(({ id }) => id);
  const [lines, sealed, cars] = await Promise.all([
    listLinesOf(ids),
    listSealed(ids),
    db
      .selectFrom("dismantledVehicles")
      .select(["id", "stockNumber"])
      .where(
        "id",
        "in",
        rows.flatMap(({ vehicleId }) => vehicleId ?? []),
      )
      .where("obtainedFrom", "is not", null)
      .execute(),
  ]);
  return rows.map((row) => ({
    purchase: toRecord(PURCHASE_RECORDS, row),
    isInTrash: row.deletedAt !== null,
    isInBook: lines.some(({ subjectId }) => subjectId === row.id),
    obtainedCar: cars.find(({ id }) => id === row.vehicleId)?.stockNumber,
    sealed: sealed.filter(({ purchaseId }) => purchaseId === row.id),
  }));
}
