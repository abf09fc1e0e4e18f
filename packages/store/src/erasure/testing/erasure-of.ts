import { erasedKinds } from '@leadbridge/contracts';
import type { Erasure } from '@leadbridge/usecases';

/** An erasure of a person with two leads, whose records have just been removed. */
export function erasureOf(changes: Partial<Erasure> = {}): Erasure {
  return {
    ...{ jobId: 'job_erasure', stage: 'jobs', cursor: null },
    person: { emails: ['a@example.com'], phones: [], names: [], companyPersons: [] },
    ...{ leadIds: [1, 2], prospectIds: [1], opportunityIds: [1], leadKeys: [], companyKeys: [] },
    ...{ userIds: [], jobIds: [], optedOut: false, mayHoldMore: false },
    psa: { ticketIds: [], contactIds: [], opportunityIds: [], clientIds: [] },
    erased: Object.fromEntries(erasedKinds.map((kind) => [kind, 0])) as Erasure['erased'],
    ...changes,
  };
}
