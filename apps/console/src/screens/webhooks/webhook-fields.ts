import type { FormField } from '../../parts/form-values.js';

const events = [
  'lead.created',
  'lead.updated',
  'lead.status_changed',
  'lead.do_not_contact',
  'lead.erased',
  'prospect.converted',
  'prospect.qualified',
  'opportunity.created',
  'opportunity.won',
  'opportunity.lost',
  'sync.completed',
  'reconciliation.completed',
  '*',
];

export const webhookFields: readonly FormField[] = [
  {
    name: 'url',
    label: 'Target',
    type: 'url',
    required: true,
    description: 'Where events are sent, over https',
  },
  {
    name: 'events',
    label: 'Events',
    type: 'tags',
    required: true,
    description: '* means all types, including those of later versions',
    values: events.map((value) => ({ value, label: value })),
  },
];
