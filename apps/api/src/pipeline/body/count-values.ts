/** The number of values inside `value`, including itself; stops counting above `limit`. */
export function countValues(value: unknown, limit: number): number {
  let count = 1;
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) {
      count += countValues(item, limit - count);
      if (count > limit) {
        break;
      }
    }
  }
  return count;
}
