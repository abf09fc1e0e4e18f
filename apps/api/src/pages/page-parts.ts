import { html, type Html } from './html.js';

export function scrolling(table: Html): Html {
  return html`<div class="scroll">${table}</div>`;
}

export function jobLink(jobId: string): Html {
  return html`<a href="/api/v1/jobs/${jobId}"><code>${jobId}</code></a>`;
}

/** In UTC as it stands; `admin.js` writes it in the reader's own time. */
export function time(iso: string): Html {
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`;
}
