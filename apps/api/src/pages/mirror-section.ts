import type { MirrorKindView } from '@leadbridge/contracts';

import { html, type Html } from './html.js';
import { scrolling, time } from './page-parts.js';

/** One line for each kind that is mirrored. */
export function mirrorContent(kinds: readonly MirrorKindView[]): Html {
  const rows = kinds.map(
    ({ kind, documents, complete, order, oldest_observed_at: oldest, scanning_page: page }) =>
      html`<tr>
        <td>${kind}</td>
        <td>${documents}</td>
        <td class="${complete ? '' : 'bad'}">
          ${stateOf(complete, order)}${page === null ? '' : `, page ${page}`}
        </td>
        <td>${oldest === null ? 'none' : time(oldest)}</td>
      </tr>`,
  );
  return scrolling(
    html`<table>
      <thead>
        <tr>
          <th>What</th>
          <th>Documents</th>
          <th>State</th>
          <th>Oldest observed</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  );
}

function stateOf(complete: boolean, order: MirrorKindView['order']): string {
  if (!complete) {
    return 'being filled; read live';
  }
  return order === 'unknown' ? 'no order; read live' : 'complete';
}
