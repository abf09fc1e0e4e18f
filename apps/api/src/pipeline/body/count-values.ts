/** The values inside `value`, itself included; stops counting above `limit`. The value is of bounded depth. */
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
