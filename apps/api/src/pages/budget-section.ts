import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { psaPriorities } from '@leadbridge/usecases';

import { html, type Html } from './html.js';
import { time } from './page-parts.js';

const priorityWords = {
  opt_out: 'opt-outs',
  lifecycle: 'lifecycle',
  single: 'single imports',
  bulk: 'bulk',
  mirror: 'mirror',
} as const;

/** @param jobsPutBack jobs that go on once the budget has requests for them; null where that cannot be read */
export function budgetContent(budget: PsaBudgetStatus, jobsPutBack: number | null): Html {
  const { free, freeFor, limit, used, windowSeconds, learnedLimit, waiting, usedBy, nextFreeAt } = budget;
  const users = countsInWords({ ...priorityWords, others: 'others of the PSA' }, usedBy);
  const queue = countsInWords(priorityWords, waiting);
  const freeWords = psaPriorities.map((name) => html`<li>${priorityWords[name]}: ${freeFor[name]}</li>`);
  return html`<p class="figure ${free * 10 < limit ? 'bad' : ''}">
      ${free}<small> of ${limit} calls left in ${windowSeconds} s</small>
    </p>
    <meter min="0" max="${limit}" low="${Math.floor(limit / 10)}" optimum="${limit}" value="${free}">
      ${free}
    </meter>
    <p>
      ${used}
      used${learnedLimit === null ? null : html` · the PSA itself named a limit of ${learnedLimit}`}${
        free === 0 ? html` · next call at ${time(new Date(nextFreeAt).toISOString())}` : null
      }${users.length === 0 ? null : ', by:'}
    </p>
    <ul>
      ${users}
    </ul>
    <p>Free for new requests of:</p>
    <ul>
      ${freeWords}
    </ul>
    ${
      queue.length === 0
        ? html`<p class="muted">No request waits.</p>`
        : html`<p>Waiting:</p>
            <ul>
              ${queue}
            </ul>`
    }
    ${jobsPutBack === null || jobsPutBack === 0 ? null : html`<p class="bad">${jobsWords(jobsPutBack)}</p>`}`;
}

function jobsWords(count: number): string {
  return count === 1 ? '1 job waits for the budget.' : `${count} jobs wait for the budget.`;
}

function countsInWords<Name extends string>(
  words: Readonly<Record<Name, string>>,
  counts: Readonly<Record<Name, number>>,
): Html[] {
  return (Object.keys(words) as Name[]).flatMap((name) =>
    counts[name] === 0 ? [] : [html`<li>${counts[name]} ${words[name]}</li>`],
  );
}
