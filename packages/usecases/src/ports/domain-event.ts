import type { Traced } from '@leadbridge/platform';

/** In the trace of what it tells of; without one of its own, in that of whoever writes it. */
export interface DomainEvent extends Traced {
  readonly type: string;
  /**
   * The `data` of the body that webhooks are sent. It is stored as it will be sent, so that what is sent again or replayed after an upgrade
   * is what was sent before.
   */
  readonly data: Readonly<Record<string, unknown>>;
}
