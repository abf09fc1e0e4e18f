import type { CompanyMatchView } from '@leadbridge/contracts';

import { fieldLabel } from '../../parts/field-label.js';
import { inWords, valueText } from '../../parts/format.js';

/** What the audit log has in the place of a password or a key. */
const secret = '[secret]';

type Part = Readonly<Record<string, unknown>>;

/** What a dry run says that an import would do with a row, one line for each thing; what has no effect is left out. */
export function planLines(plan: unknown): readonly string[] {
  if (!isPart(plan)) {
    return [];
  }
  return [
    ...actionLines('Client', plan['client']),
    ...actionLines('Site', plan['site']),
    ...actionLines('Contact', plan['contact']),
    ...actionLines('Ticket', plan['ticket']),
    ...(Array.isArray(plan['lists']) && plan['lists'].length > 0
      ? [`Lists: ${plan['lists'].join(', ')}`]
      : []),
  ];
}

/** What a row was, or would be, decided to come to: its result, its ticket and its changes. */
export function outcomeLines(when: string, outcome: unknown): readonly string[] {
  if (!isPart(outcome)) {
    return [];
  }
  const { result, psa_ticket_id: ticket, changes } = outcome;
  const about = typeof ticket === 'number' ? `, ticket ${ticket}` : '';
  return [
    [`${when}: ${inWords(valueText(result)).toLowerCase()}${about}`, ...changeLines(changes)].join('; '),
  ];
}

/** How the client of a new ticket was, or would be, found; a client by its company's name is what everybody expects. */
export function matchLines(match: CompanyMatchView | undefined): readonly string[] {
  switch (match?.rule) {
    case 'alias':
      return ['Client: as decided under Company matches'];
    case 'domain':
      return ['Client: found by its domain'];
    default:
      return [];
  }
}

function actionLines(what: string, part: unknown): readonly string[] {
  if (!isPart(part)) {
    return [];
  }
  const { action, id, name, changes, kept } = part;
  const named = [
    typeof name === 'string' ? `“${name}”` : null,
    typeof id === 'number' ? `#${id}` : null,
  ].filter((text) => text !== null);
  const first =
    action === 'none' || action === undefined ? [] : [[`${what}: ${valueText(action)}`, ...named].join(' ')];
  return [...first, ...changeLines(changes), ...keptLines(kept)];
}

/** `Technology Stack (CF_106): “a” becomes “b”`; a value that was not there is new. */
export function changeLines(changes: unknown): readonly string[] {
  if (!isPart(changes)) {
    return [];
  }
  return Object.entries(changes).map(([field, change]) => {
    const { from, to } = isPart(change) ? change : { from: null, to: change };
    if (to === secret) {
      return `${fieldLabel(field)}: changed`;
    }
    return from === null || from === undefined || from === ''
      ? `${fieldLabel(field)}: new “${valueText(to)}”`
      : `${fieldLabel(field)}: “${valueText(from)}” becomes “${valueText(to)}”`;
  });
}

function keptLines(kept: unknown): readonly string[] {
  if (!isPart(kept)) {
    return [];
  }
  return Object.entries(kept).map(([field, value]) => {
    const { value: held, reason } = isPart(value) ? value : { value, reason: 'kept' };
    return `${fieldLabel(field)} stays “${valueText(held)}” (${valueText(reason).replaceAll('_', ' ')})`;
  });
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
