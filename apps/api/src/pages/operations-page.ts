import { unpushedStatuses, type PsaFailureReason, type PsaState } from '@leadbridge/contracts';
import type { ErrorLogEntry, WebhookRecord } from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import type { WorkersState } from '../services.js';
import { adviceFor } from './advice.js';
import { budgetContent } from './budget-section.js';
import { html, type Html } from './html.js';
import { jobsContent } from './jobs-section.js';
import { mirrorContent } from './mirror-section.js';
import { page } from './page.js';
import { jobLink, scrolling, time } from './page-parts.js';
import { siteNavigation } from './site-navigation.js';
import type { Hidden, Overview, QueueDepth, UnpushedOptOuts } from './read-overview.js';

/**
 * The whole page; `admin.js` replaces what is in `#overview` every few seconds.
 *
 * @param timeLeft to set up a second factor, by `secondFactorTime`
 */
export function operationsPage(
  overview: Overview,
  { name, role, kind }: Pick<Credential, 'name' | 'role' | 'kind'>,
  timeLeft: string | null,
): string {
  return page({
    title: 'Operations',
    script: 'admin.js',
    content: html`<header>
        <a class="brand" href="/admin">Leadbridge</a>
        ${siteNavigation('/admin')}
        <span class="who"
          >${name} ·
          ${role}${kind === 'person' ? html` · <a href="/admin/second-factor">Two-factor authentication</a>` : null}
          <button id="sign-out" type="button">Sign out</button></span
        >
      </header>
      ${timeLeft === null ? null : secondFactorNotice(role, timeLeft)}
      <p id="stale" role="alert" hidden></p>
      <main id="overview">${operationsContent(overview)}</main>`,
  });
}

function secondFactorNotice(role: string, timeLeft: string): Html {
  return html`<p id="notice" role="status">
    The role ${role} requires two-factor authentication. There ${timeLeft} left:
    <a href="/admin/second-factor?to=/admin">set it up now</a>.
  </p>`;
}

/** What changes from one look to the next. */
export function operationsContent(overview: Overview): Html {
  const { at, connections, workers, budget, putBack, mirror, queues, jobs, failures, optOuts, webhooks } =
    overview;
  return html`<p class="at">As of ${time(at)}</p>
    <section class="tiles">${connectionTiles(connections)}${workersTile(workers)}</section>
    ${psaFailureNotice(workers)}
    <div class="columns">
      ${section('PSA budget', budget, (status) => budgetContent(status, putBack?.get('psa_budget') ?? null))}
      ${section('Opt-outs to be pushed', optOuts, optOutContent)}
      ${section('Running jobs', jobs, jobsContent)} ${section('Failing webhooks', webhooks, webhookContent)}
    </div>
    ${section('What failed last, and what to do', failures, failureContent)}
    ${section('Mirror of the PSA', mirror, mirrorContent)} ${section('Queues', queues, queueContent)}`;
}

function section<T extends object>(
  title: string,
  value: T | Hidden | null,
  content: (value: T) => Html,
): Html | null {
  if (value === 'hidden') {
    return null;
  }
  return html`<section class="card">
    <h2>${title}</h2>
    ${value === null ? html`<p class="bad">This cannot be read now.</p>` : content(value)}
  </section>`;
}

const stateWords: Readonly<Record<PsaState, readonly [word: string, mark: string]>> = {
  connected: ['up', 'good'],
  disconnected: ['down', 'bad'],
  failing: ['failing', 'bad'],
  not_configured: ['not configured', 'idle'],
};

function connectionTiles(connections: Overview['connections']): readonly Html[] {
  const { psa, database, queue, providerA } = connections ?? {};
  const named = { PSA: psa, MongoDB: database, Redis: queue, 'Provider A': providerA };
  return Object.entries(named).map(([name, state]) => {
    const [word, mark] = state === undefined ? ['unknown', 'bad'] : stateWords[state];
    return tile(name, word, mark);
  });
}

function workersTile(workers: WorkersState | null): Html {
  if (workers === null) {
    return tile('Workers', 'unknown', 'bad');
  }
  const { alive, lastSeenAt } = workers;
  const lastSign = lastSeenAt === null ? null : html`<small>last seen ${time(lastSeenAt)}</small>`;
  return alive > 0 ? tile('Workers', `${alive} up`, 'good') : tile('Workers', 'none', 'bad', lastSign);
}

function tile(name: string, word: string, mark: string, more: Html | null = null): Html {
  return html`<div class="tile ${mark}"><span>${name}</span><strong>${word}</strong>${more}</div>`;
}

const failureWords: Readonly<Record<PsaFailureReason, string>> = {
  unreachable: 'no connection, or no answer in time',
  server_error: 'answers with a status of 500 or above',
  unreadable_answer: 'answers with something that is not an answer of its API',
  credentials_refused: 'refuses the service’s credentials',
  missing_mapping: 'lacks what jobs need, which wait until it is there',
};

function psaFailureNotice(workers: WorkersState | null): Html | null {
  const failure = workers?.psaFailure ?? null;
  return failure === null
    ? null
    : html`<p class="bad">
        The PSA fails since ${time(failure.since)}:
        ${failureWords[failure.reason]}${
          failure.missing === undefined ? '' : `: ${failure.missing.join('; ')}`
        }.
      </p>`;
}

const unpushedWords = {
  pending: 'pending',
  failed: 'failed',
  unknown_source: 'no provider known',
} as const;

function optOutContent(optOuts: UnpushedOptOuts): Html {
  const total = unpushedStatuses.reduce((sum, status) => sum + optOuts[status].total, 0);
  const items = unpushedStatuses.flatMap((status) =>
    optOuts[status].items.map(
      ({ suppressionId, provider, requestedAt, attempts, pushAt }) =>
        html`<li>
          <code>${suppressionId}</code> ${provider ?? 'provider not read yet'}<br />
          <span class="${status === 'pending' ? '' : 'bad'}">${unpushedWords[status]}</span> since
          ${time(requestedAt)}, tries: ${attempts}${pushAt === null ? null : html`, next ${time(pushAt)}`}
        </li>`,
    ),
  );
  const counts = unpushedStatuses
    .map((status) => `${optOuts[status].total} ${unpushedWords[status]}`)
    .join(' · ');
  return html`<p class="figure ${total === 0 ? 'good' : ''}">${total}<small> ${counts}</small></p>
    ${
      items.length === 0
        ? html`<p class="muted">Every provider has been told.</p>`
        : html`<ul class="rows">
            ${items}
          </ul>`
    }`;
}

function webhookContent(webhooks: readonly WebhookRecord[]): Html {
  const rows = webhooks.map(
    ({ webhookId, url, failingSince, switchedOff }) =>
      html`<tr>
        <td><code>${webhookId}</code></td>
        <td>${hostOf(url)}</td>
        <td class="bad">
          ${
            switchedOff === null
              ? html`failing since ${time(failingSince ?? '')}`
              : html`switched off ${time(switchedOff.at)} (${switchedOff.reason.replaceAll('_', ' ')})`
          }
        </td>
      </tr>`,
  );
  return html`<p class="figure ${rows.length === 0 ? 'good' : 'bad'}">
      ${rows.length}<small> failing</small>
    </p>
    ${
      rows.length === 0
        ? html`<p class="muted">Every delivery arrives.</p>`
        : scrolling(
            html`<table>
              ${rows}
            </table>`,
          )
    }`;
}

/** Addresses of webhooks may carry secrets in their path. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function failureContent(failures: readonly ErrorLogEntry[]): Html {
  const rows = failures.map(
    ({ at, errorCode, message, leadId, jobId, requestId }) =>
      html`<li>
        <p>
          <span class="bad">${errorCode}</span> ${time(at)}${
            leadId === null ? null : html` · lead ${leadId}`
          }${jobId === null ? null : html` · ${jobLink(jobId)}`}${requestId === null ? null : html` · <code>${requestId}</code>`}
        </p>
        <p>${message}</p>
        <p class="advice">${adviceFor(errorCode)}</p>
      </li>`,
  );
  return rows.length === 0
    ? html`<p class="muted">Nothing has failed lately.</p>`
    : html`<ol class="failures">
        ${rows}
      </ol>`;
}

function queueContent(queues: readonly QueueDepth[]): Html {
  const rows = queues.map(
    ({ name, waiting, active, delayed, failed }) =>
      html`<tr>
        <th scope="row"><a href="/admin/queues/queue/${name}">${name}</a></th>
        <td>${waiting}</td>
        <td>${delayed}</td>
        <td>${active}</td>
        <td class="${failed === 0 ? '' : 'bad'}">${failed}</td>
      </tr>`,
  );
  return scrolling(
    html`<table class="figures">
      <thead>
        <tr>
          <th scope="col">Queue</th>
          <th scope="col">waiting</th>
          <th scope="col">of these put back</th>
          <th scope="col">active</th>
          <th scope="col">failed</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  );
}
