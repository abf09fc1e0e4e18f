import { isPlainObject, mapParts } from '@leadbridge/domain';

import type { Erasure } from '../ports/erasure.js';

type Fields = Readonly<Record<string, unknown>>;

/** What remains of a job about one person when nothing of the person is left: ids, and texts of our own. */
const neutralFields: ReadonlySet<string> = new Set([
  'success',
  'dry_run',
  'source',
  'options',
  'status',
  'previous_status',
  'result',
  'actions_taken',
  'quality_score',
  'fields_updated',
  'fields_preserved',
  'manual_work_detected',
  'lead_id',
  'prospect_id',
  'opportunity_id',
  'conversion_job_id',
  'psa_ticket_id',
  'psa_opportunity_id',
  'ticket_id',
  'ticketId',
  'call_id',
  'isList',
  'provider',
]);

export interface Ownership {
  /** Whether an object, apart from the items of its lists, is about one of the person's records. */
  readonly isOwn: (value: unknown) => boolean;
  /** The object, reduced to fields that cannot be about the person. */
  readonly neutral: (value: Fields) => Fields;
  /** The value with every item about the person's records reduced by `neutral`. */
  readonly withoutOwn: <T>(value: T) => T;
}

/** Detects, by the ids in our own documents, what is about a person's records. */
export function createOwnership({ leadIds, prospectIds, opportunityIds, psa }: Erasure): Ownership {
  const idFields: readonly (readonly [field: string, ids: ReadonlySet<unknown>])[] = [
    ['lead_id', new Set(leadIds)],
    ['prospect_id', new Set(prospectIds)],
    ['opportunity_id', new Set(opportunityIds)],
    ['ticket_id', new Set(psa.ticketIds)],
    ['ticketId', new Set(psa.ticketIds)],
    ['psa_ticket_id', new Set(psa.ticketIds)],
  ];

  function isOwn(value: unknown): boolean {
    if (!isPlainObject(value)) {
      return false;
    }
    const { notifications, isList } = value;
    return (
      idFields.some(([field, ids]) => ids.has(value[field])) ||
      // The job of a single notification stores it as a list of one.
      (isList === false && Array.isArray(notifications) && notifications.some(isOwn))
    );
  }

  function neutral(value: Fields): Fields {
    return Object.fromEntries(Object.entries(value).filter(([field]) => neutralFields.has(field)));
  }

  function withoutOwn(value: unknown): unknown {
    return isPlainObject(value) && isOwn(value) ? neutral(value) : mapParts(value, withoutOwn);
  }

  return { isOwn, neutral, withoutOwn: <T>(value: T) => withoutOwn(value) as T };
}
