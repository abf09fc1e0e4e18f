import { FINDING_REMEDIES } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import { mirrorKinds } from '../ports/psa-mirror.js';
import type { NewFinding } from '../ports/reconciliation.js';
import type { JobOutcome } from '../work/job-outcome.js';
import { compareRecords, findUnmarked, type RecordsComparison } from './compare-records.js';
import { compareTickets, type ComparedPage } from './compare-tickets.js';
import type { ReconciliationDependencies } from './dependencies.js';
import { duplicatesOf } from './duplicates.js';
import { observeTickets } from './observed-tickets.js';
import { takeOptOuts } from './opt-out-notifications.js';
import { readRounds, type Rounds } from './read-rounds.js';

export const reconciliationActor = { id: 'service', name: 'Reconciliation' } as const;

/**
 * Compares the PSA, as observed in one full round, with our records, and stores the findings. Changes nothing
 * except the suppressions: opt-outs that they lack are added. Safe to repeat at any time: the round continues
 * where it stopped, and earlier findings are found again.
 */
export async function runReconciliation(
  deps: ReconciliationDependencies,
  job: Job<'reconciliation'>,
): Promise<JobOutcome> {
  const read = await readRounds(deps, Date.parse(job.createdAt));
  if ('kind' in read) {
    if (read.kind === 'refused') {
      await deps.letGo();
    }
    return read;
  }
  const id = job.input.reconciliation_id;
  let psaRequests = 0;
  const session = deps.psa.session({
    // A few requests, which must not wait until the window of the mirror's share has passed.
    priority: 'bulk',
    waitsForWindows: true,
    onCall: () => {
      psaRequests += 1;
    },
  });
  await deps.reconciliations.clearFindings(id);
  const result = await compare(deps, session, read.rounds, async (page) => keepFindings(deps, id, page));
  const at = isoTime(deps.clock.now());
  const { counts, resolved } = await deps.reconciliations.finish(id, { ...result, psaRequests, at });
  await deps.letGo();
  const findings = Object.values(counts).reduce((sum, count) => sum + count, 0);
  deps.logger.info('the PSA was compared with the records', {
    reconciliation_id: id,
    ...{ ...result, psaRequests, findings, resolved },
  });
  return {
    kind: 'done',
    result: { success: true, reconciliationId: id, counts },
    events: [
      {
        type: 'reconciliation.completed',
        data: { reconciliation_id: id, job_id: job.jobId, findings, resolved, counts },
      },
    ],
  };
}

async function compare(
  deps: ReconciliationDependencies,
  session: RecordsComparison['session'],
  rounds: Rounds,
  keep: (page: Pick<ComparedPage, 'findings' | 'optOuts'>) => Promise<void>,
): Promise<{ readonly tickets: number; readonly records: number }> {
  const { mirrorStore, records, clock } = deps;
  const now = (): number => clock.now();
  const since = rounds.tickets.startedAt;
  const duplicates = new Set<number>();
  for (const kind of mirrorKinds) {
    const findings = await duplicatesOf(mirrorStore, kind, rounds);
    findings.flatMap(({ ticketIds }) => ticketIds).forEach((id) => duplicates.add(id));
    await keep({ findings, optOuts: [] });
  }
  const observed = await observeTickets(mirrorStore, session, { since, now });
  const comparison: RecordsComparison = {
    ...{ session, duplicates, observed, since, now },
    lastSettledTicket: await records.lastSettledTicket(),
    firstCreatedTicket: (await records.firstCreatedTicket()) ?? Number.MAX_SAFE_INTEGER,
  };
  let tickets = 0;
  const oldUnknown: number[] = [];
  for await (const page of observed.pages()) {
    const compared = await compareTickets(deps, comparison, page);
    tickets += page.length;
    oldUnknown.push(...compared.oldUnknown);
    await keep(compared);
  }
  await keep({ findings: oldUnknown.length === 0 ? [] : [unknownBefore(oldUnknown)], optOuts: [] });
  const { compared, ...found } = await compareRecords(deps, comparison);
  await keep(found);
  await keep({ findings: await findUnmarked(deps, comparison), optOuts: [] });
  return { tickets, records: compared };
}

/** If a run ends before the opt-outs are processed, the next one finds them again. */
async function keepFindings(
  deps: ReconciliationDependencies,
  id: string,
  { findings, optOuts }: Pick<ComparedPage, 'findings' | 'optOuts'>,
): Promise<void> {
  const { reconciliations, clock, takesOptOuts } = deps;
  const isTaken = ({ kind }: NewFinding): boolean => takesOptOuts && kind === 'opt_out_missing';
  await reconciliations.addFindings(
    id,
    findings.filter((finding) => !isTaken(finding)),
    null,
  );
  await reconciliations.addFindings(id, findings.filter(isTaken), {
    remedy: 'opt_out',
    status: 'done',
    by: reconciliationActor.id,
    at: isoTime(clock.now()),
    automatic: true,
  });
  if (takesOptOuts) {
    await takeOptOuts(optOuts, { actor: reconciliationActor }, deps);
  }
}

/** Tickets from before the service are not a fault, and there may be many. */
function unknownBefore(ticketIds: readonly number[]): NewFinding {
  return {
    kind: 'unknown_before_first_import',
    subject: 'all',
    psaTicketId: null,
    leadId: null,
    details: { tickets: ticketIds.length },
    remedies: FINDING_REMEDIES.unknown_before_first_import,
    ticketIds,
  };
}
