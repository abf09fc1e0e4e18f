import type { Traced } from '@leadbridge/platform';

/** Carries the trace context of the change it reports. Falls back to the trace of the writer. */
export interface DomainEvent extends Traced {
  readonly type: string;
  /** The `data` of the webhook body, as sent: a replay after an upgrade sends the same. */
  readonly data: Readonly<Record<string, unknown>>;
}
