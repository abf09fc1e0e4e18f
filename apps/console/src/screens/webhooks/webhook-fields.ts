import { inWords } from '../../parts/format.js';
import type { FormField } from '../../parts/form-values.js';

/** What a webhook can be told. */
export const eventNames: readonly string[] = [
  ...['lead.created', 'lead.updated', 'lead.status_changed', 'lead.do_not_contact', 'lead.erased'],
  ...['prospect.converted', 'prospect.qualified'],
  ...['opportunity.created', 'opportunity.won', 'opportunity.lost'],
  ...['sync.completed', 'reconciliation.completed', 'alert.raised', 'alert.resolved'],
];

/** The events that a webhook gets. */
export function eventsInWords(names: readonly string[]): string {
  return names.includes('*') ? 'All events' : names.join(', ');
}

export const webhookFields: readonly (FormField & { readonly name: 'url' | 'format' | 'events' })[] = [
  {
    name: 'url',
    label: 'Target',
    type: 'url',
    required: true,
    description: 'Where events are sent, over https',
  },
  {
    name: 'format',
    label: 'Format',
    type: 'select',
    required: true,
    description: 'Standard for programs; Slack and Teams for people in a chat',
    initial: 'standard',
    values: ['standard', 'slack', 'teams'].map((value) => ({ value, label: inWords(value) })),
  },
  {
    name: 'events',
    label: 'Events',
    type: 'tags',
    required: true,
    description: '* means all types, including those of later versions',
    values: [...eventNames, '*'].map((value) => ({ value, label: value })),
  },
];
