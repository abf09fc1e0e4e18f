import type { Remedy } from '@leadbridge/domain';
import { derivedJobId, isoTime } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import { isRefusalOfOne } from '../ports/psa-errors.js';
import type { Finding } from '../ports/reconciliation.js';
import { done, refused, type JobOutcome } from '../work/job-outcome.js';
import { storeAndStart } from '../work/start-jobs.js';
import { adopt } from './adopt.js';
import { aliasClients, createClientsOfPsa, type ClientsOfPsa } from './alias-clients.js';
import type { RemedyDependencies } from './dependencies.js';
import { takeOptOuts } from './opt-out-notifications.js';
import { RemedyRefusal, RemedyUnderWay } from './remedy-errors.js';

const findingsAtOnce = 100;
/** Milliseconds until it is checked again whether the work of remedies has ended. */
const underWayMs = 500;

type RemedyJob = Job<'reconciliation_remedy'>;
/**
 * Applies a remedy to one finding.
 *
 * @throws RemedyRefusal if the situation has changed since the finding
 * @throws RemedyUnderWay if it has to be applied again, once other work has ended
 */
type TakeRemedy = (deps: RemedyRun, finding: Finding, job: RemedyJob) => Promise<void>;

type RemedyRun = RemedyDependencies & { readonly clientsOfPsa: ClientsOfPsa };

const remedies: Readonly<Record<Remedy, TakeRemedy>> = {
  opt_out: optOut,
  follow,
  mark,
  forget,
  keep,
  adopt,
  alias: aliasClients,
};

/**
 * Applies the remedies chosen in one request. Safe to repeat at any time: each continues where it stopped,
 * and none repeats a visible effect. A finding whose remedy fails is open again, with the reason.
 */
export async function takeRemedies(deps: RemedyDependencies, job: RemedyJob): Promise<JobOutcome> {
  const { remedy, reconciliation_id: reconciliationId } = job.input;
  const { reconciliations } = deps;
  const run: RemedyRun = { ...deps, clientsOfPsa: createClientsOfPsa(deps) };
  let isUnderWay = false;
  for (let after = ''; ;) {
    const pending = await reconciliations.pendingOf(job.jobId, findingsAtOnce, after);
    const last = pending.at(-1);
    if (last === undefined) {
      break;
    }
    for (const finding of pending) {
      isUnderWay = !(await takeRemedy(run, finding, job)) || isUnderWay;
    }
    after = last.findingId;
  }
  if (isUnderWay) {
    return { kind: 'waiting', continueAt: deps.clock.now() + underWayMs };
  }
  // Across all runs, including those whose worker was killed.
  const { resolved, failed, lastRefusal } = await reconciliations.remediesOf(job.jobId);
  return resolved === 0 && failed > 0
    ? refused('VALIDATION_ERROR', lastRefusal, { field: 'remedy', value: remedy })
    : done({ success: true, reconciliationId, remedy, resolved, failed });
}

/** For a job that fails as a whole: its findings whose remedy is not applied yet are open again, with the reason. */
export async function giveRemediesUp(
  { reconciliations }: RemedyDependencies,
  jobId: string,
  reason: string,
): Promise<void> {
  const read = async () => reconciliations.pendingOf(jobId, findingsAtOnce, '');
  for (let pending = await read(); pending.length > 0; pending = await read()) {
    for (const { findingId } of pending) {
      await reconciliations.settle(findingId, reason, jobId);
    }
  }
}

/** False if the remedy has begun and the finding is still pending. */
async function takeRemedy(deps: RemedyRun, finding: Finding, job: RemedyJob): Promise<boolean> {
  const { reconciliations } = deps;
  try {
    await remedies[job.input.remedy](deps, finding, job);
    await reconciliations.settle(finding.findingId, null, job.jobId);
  } catch (error) {
    if (error instanceof RemedyUnderWay) {
      return false;
    }
    if (!(error instanceof RemedyRefusal) && !isRefusalOfOne(error)) {
      throw error;
    }
    // The PSA's own words may be about a person.
    const reason = error instanceof RemedyRefusal ? error.message : 'The PSA refused the request';
    await reconciliations.settle(finding.findingId, reason, job.jobId);
  }
  return true;
}

async function optOut(deps: RemedyDependencies, finding: Finding, job: RemedyJob) {
  const { flag, psa_status: status, psa_status_id: statusId } = finding.details;
  const isMoved = status === 'do_not_contact' && typeof statusId === 'number';
  const shown = {
    ticketId: ticketOf(finding),
    isFlagged: flag === true,
    statusId: isMoved ? statusId : null,
  };
  await takeOptOuts([shown], { actor: job.actor, jobId: jobIdOf(finding, job) }, deps);
}

/** As if the PSA had reported that the ticket changed, without saying how. */
async function follow(deps: RemedyDependencies, finding: Finding, job: RemedyJob): Promise<void> {
  const { actor, requestId } = job;
  const notifications = [{ ticketId: ticketOf(finding), changes: {}, isUntold: true, isForced: true }];
  await storeAndStart(deps, {
    jobId: jobIdOf(finding, job),
    type: 'ticket_change',
    input: { notifications, isList: false },
    ...{ requestId, actor, total: 1, createdAt: isoTime(deps.clock.now()) },
  });
}

async function mark({ records, clock }: RemedyDependencies, { details }: Finding): Promise<void> {
  const { suppression_id: suppressionId } = details;
  if (typeof suppressionId !== 'string' || !(await records.markAgain(suppressionId, isoTime(clock.now())))) {
    throw new RemedyRefusal('The suppression no longer exists');
  }
}

async function forget({ psa, records, clock }: RemedyDependencies, finding: Finding): Promise<void> {
  const ticketId = ticketOf(finding);
  if ((await psa.session({ priority: 'lifecycle' }).getTicket(ticketId)) !== null) {
    throw new RemedyRefusal('The PSA has the ticket');
  }
  const { leadId } = finding;
  if (leadId === null || !(await records.forgetTicket(leadId, ticketId, isoTime(clock.now())))) {
    throw new RemedyRefusal('The lead has another ticket by now');
  }
}

async function keep({ reconciliations, clock }: RemedyDependencies, finding: Finding): Promise<void> {
  await reconciliations.keep(finding.kind, finding.subject, isoTime(clock.now()));
}

/** The same id whenever the remedy is retried, so that its job is stored once. */
function jobIdOf({ findingId }: Finding, { jobId }: RemedyJob): string {
  return derivedJobId(`${jobId}/${findingId}`);
}

function ticketOf({ psaTicketId }: Finding): number {
  if (psaTicketId === null) {
    throw new RemedyRefusal('The finding has no ticket');
  }
  return psaTicketId;
}
