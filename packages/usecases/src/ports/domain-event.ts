import type { Traced } from '@leadbridge/platform';

/** In the trace of what it tells of; without one of its own, in that of whoever writes it. */
export interface DomainEvent extends Traced {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
