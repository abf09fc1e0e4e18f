import type { FindingView } from '@leadbridge/contracts';

import { counted, inWords } from '../../parts/format.js';

const ticketTypes: Readonly<Record<number, string>> = { 1: 'Lead', 2: 'Prospect', 3: 'Opportunity' };

/** What the PSA and the records hold, in a sentence or two. */
export function findingInWords({ kind, details }: Pick<FindingView, 'kind' | 'details'>): string {
  const { entries, oldest_id: oldest, psa_status: status, psa_status_id: statusId } = details;
  const {
    psa_tickettype_id: type,
    record_status: recorded,
    flag,
    tickets,
    suppression_id: suppression,
  } = details;
  const sentences = [
    Array.isArray(entries) &&
      `The PSA has ${counted(entries.length, 'entry', 'entries')}: ${entries.map(idOf).join(', ')}; the oldest is ${String(oldest)}.`,
    kind === 'type_drift' &&
      `The type of the ticket is ${ticketTypes[Number(type)] ?? `no known one (ID ${String(type)})`}.`,
    typeof statusId === 'number' &&
      `In the PSA ${typeof status === 'string' ? `“${inWords(status)}”` : `a status that stands for none here (ID ${statusId})`}.`,
    typeof recorded === 'string' && `Here “${inWords(recorded)}”.`,
    typeof flag === 'boolean' && `The ticket is ${flag ? '' : 'not '}marked Do Not Contact.`,
    typeof suppression === 'string' && 'The opt-out is recorded here; the ticket does not show it.',
    typeof tickets === 'number' && `It concerns ${counted(tickets, 'ticket')}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ') || '–';
}

function idOf(entry: unknown): string {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? String(entry.id) : '?';
}
