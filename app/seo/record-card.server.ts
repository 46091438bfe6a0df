import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { business } from "~/business/business.server";
import { limitConcurrency } from "~/http/concurrency.server";
import { type RecordCard, renderRecordCard } from "./draw-record-card.server";
import { type ShareImage, SOCIAL_CARD } from "./social-card";

/** The records that have a card, as its address names them. */
const CARD_KINDS = ["vehicle", "donor", "part"] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** True for the kind in a card's address. */
export function isCardKind(kind: string | undefined): kind is CardKind {
  return (CARD_KINDS as readonly (string | undefined)[]).includes(kind);
}

/** The card of a record's page. Its address changes with what it shows, because sites that preview links keep pictures for weeks. */
export function cardImage(kind: CardKind, id: string, card: RecordCard): ShareImage {
  const version = createHash("sha256").update(cardKey(card)).digest("hex").slice(0, 8);
  const { width, height } = SOCIAL_CARD;
  const name = [card.name, card.from && `from a ${card.from}`].filter(Boolean).join(" ");
  return {
    path: `/social-card/${kind}/${id}-${version}.jpg`,
    width,
    height,
    alt: `${name}: ${card.price}. Call ${business.phone}.`,
  };
}

/** About 150 cards. */
const MAX_CACHE_BYTES = 12 * 1024 * 1024;
/** One takes about a tenth of a second of one core. */
const inTurn = limitConcurrency({ atOnce: 1, waiting: 20 });

const cards = new LRUCache<string, Buffer<ArrayBuffer>>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (key) => inTurn(() => renderRecordCard(JSON.parse(key))),
});

/** The card as a JPEG, rendered once as long as it is asked for; undefined if too many others wait to be rendered. */
export function recordCard(card: RecordCard): Promise<Buffer<ArrayBuffer> | undefined> {
  return cards.fetch(cardKey(card));
}

function cardKey({ name, from, price, imageUrl }: RecordCard): string {
  return JSON.stringify({ name, from, price, imageUrl, phone: business.phone });
}
