/** Position of the first id that is not below `id`, in an ascending list. */
function lowerBound(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Keeps the list ascending. New ids are nearly always the greatest, so that appending is the usual way. */
export function addSorted(ids: number[], id: number): void {
  const last = ids.at(-1);
  if (last === undefined || last < id) {
    ids.push(id);
    return;
  }
  const position = lowerBound(ids, id);
  if (ids[position] !== id) {
    ids.splice(position, 0, id);
  }
}

export function removeSorted(ids: number[], id: number): void {
  const position = lowerBound(ids, id);
  if (ids[position] === id) {
    ids.splice(position, 1);
  }
}
