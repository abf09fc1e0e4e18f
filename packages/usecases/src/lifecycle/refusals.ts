import type { ValidationFault } from '@leadbridge/contracts';
import { allowedStatuses } from '@leadbridge/domain';
import type { FieldFault, RecordKind, Status, TransitionCheck } from '@leadbridge/domain';

import { refused, type JobOutcome } from '../work/job-outcome.js';

export function noSuchRecord(kind: RecordKind, id: number): JobOutcome {
  return refused('RESOURCE_NOT_FOUND', `There is no such ${kind}`, { [`${kind}_id`]: id });
}

/** A transition that is not in the transition table; the response lists the permitted ones. */
export function illegalTransition(
  kind: RecordKind,
  { from, to, allowed }: Extract<TransitionCheck, { result: 'refused' }>,
): JobOutcome {
  const next =
    allowed.length === 0 ? `no status request moves it from there` : `allowed: ${allowed.join(', ')}`;
  return refused('VALIDATION_ERROR', `The ${kind} cannot move from ${from} to ${to}; ${next}`, {
    field: 'status',
    value: to,
    from,
    to,
    allowed,
  });
}

/** A record that is not in the required state, or was already converted or promoted (`ids`). */
export function cannotBecome(
  record: { readonly kind: 'lead' | 'prospect'; readonly status: Status },
  to: Status,
  message: string,
  ids: Readonly<Record<string, number>> = {},
): JobOutcome {
  const { kind, status: from } = record;
  return refused('VALIDATION_ERROR', message, {
    field: 'status',
    value: to,
    from,
    to,
    allowed: allowedStatuses(kind, from),
    ...ids,
  });
}

/** The domain's faults with the path of their parent in the request (`qualification_data.fit_score`). */
export function faultsUnder(parent: string, faults: readonly FieldFault[]): ValidationFault[] {
  return faults.map(({ field, value, message }) => ({ field: `${parent}.${field}`, value, message }));
}
