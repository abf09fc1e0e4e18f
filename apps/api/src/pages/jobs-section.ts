import type { JobWait, JobWaitReason } from '@leadbridge/contracts';

import { html, type Html } from './html.js';
import { jobLink, scrolling, time } from './page-parts.js';
import type { RunningJob, RunningJobs } from './read-overview.js';

const waitWords: Readonly<Record<JobWaitReason, string>> = {
  psa_budget: 'waits for the PSA budget',
  psa_unavailable: 'waits for the PSA',
  no_worker: 'waits for a worker',
  queue: 'waits for its turn',
};

export function jobsContent({ running, active, waiting }: RunningJobs): Html {
  const rows = running.map(jobRow);
  return html`<p class="figure">${active}<small> running · ${waiting} waiting</small></p>
    ${
      rows.length === 0
        ? html`<p class="muted">Nothing runs.</p>`
        : scrolling(
            html`<table>
              ${rows}
            </table>`,
          )
    }`;
}

function jobRow({ record, finishAt, waitingFor }: RunningJob): Html {
  const { jobId, type, progress } = record;
  return html`<tr>
    <td>${jobLink(jobId)}</td>
    <td>${type.replaceAll('_', ' ')}</td>
    <td>
      ${progress.processed} /
      ${progress.total}${progress.failed === 0 ? null : html`, <span class="bad">${progress.failed} failed</span>`}
      <progress max="${progress.total}" value="${progress.processed}"></progress>
    </td>
    <td>${waitingFor === null ? null : waitText(waitingFor)}</td>
    <td>${finishAt === null ? 'finish not known yet' : html`finishes ${time(finishAt)}`}</td>
  </tr>`;
}

function waitText({ reason, until }: JobWait): Html {
  return html`${waitWords[reason]}${until === null ? null : html` until ${time(until)}`}`;
}
