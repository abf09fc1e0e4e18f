import type { Status } from '@leadbridge/domain';
import { isoTime, type Clock } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import type { Transition } from '../ports/lifecycle-store.js';
import type { StatusChange } from '../ports/records.js';

export interface Cause {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** What a job does now, on behalf of whoever requested it. */
export function causeOf(
  { clock }: { readonly clock: Clock },
  { actor }: Pick<Job, 'actor'>,
  reason: string | null = null,
): Cause {
  return { at: isoTime(clock.now()), by: actor.name, reason };
}

/** The fields of a record that a transition needs. */
export interface TransitionSubject extends Pick<Transition, 'kind' | 'recordId' | 'leadId' | 'source'> {
  readonly status: Status;
  readonly history: readonly StatusChange[];
}

export interface AppliedTransition {
  readonly change: StatusChange;
  readonly transition: Transition;
}

/** The transition of a record to another state; the caller has already found it in the transition table. */
export function transitionTo(record: TransitionSubject, to: Status, cause: Cause): AppliedTransition {
  const { kind, recordId, leadId, source, status: from } = record;
  const enteredAt = record.history.at(-1)?.at ?? cause.at;
  const seconds = (Date.parse(cause.at) - Date.parse(enteredAt)) / 1000;
  return {
    change: { from, to, at: cause.at, by: cause.by, reason: cause.reason },
    transition: {
      kind,
      recordId,
      leadId,
      source,
      from,
      to,
      at: cause.at,
      // The clocks of two machines may differ slightly.
      secondsInFrom: Math.max(0, seconds),
    },
  };
}
