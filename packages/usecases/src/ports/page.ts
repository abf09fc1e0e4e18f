import type { ListPosition } from '@leadbridge/contracts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** The position of the last item if there are more. */
  readonly next: ListPosition | null;
}
