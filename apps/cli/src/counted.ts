/** Such as `1 row` and `2 rows`. */
export function counted(count: number, one: 'event' | 'lead' | 'row'): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
