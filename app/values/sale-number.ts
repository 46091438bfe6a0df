/** What staff and customers call a sale: `S-1004` once it has a number, `SD-7K3M9Q` for a draft. */
export function formatSaleNumber({ id, number }: { id: string; number: number | null | undefined }): string {
  return number ? `S-${number}` : `SD-${id.slice(-6).toUpperCase()}`;
}
