/** How many rows a PSA says a list has; null if it says nothing, or no more than a page has: it may count only that. */
export function countOf({
  total,
  rowCount,
}: {
  readonly total: number | null;
  readonly rowCount: number;
}): number | null {
  return total !== null && total > rowCount ? total : null;
}
