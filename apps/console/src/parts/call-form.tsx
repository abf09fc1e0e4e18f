import { ActionForm } from './action-form.js';

const directions = [
  { value: 'outbound', label: 'We called' },
  { value: 'inbound', label: 'They called' },
];

/** Records a call with a lead, a prospect or an opportunity. */
export function CallForm({ about }: { readonly about: Readonly<Record<string, number>> }) {
  return (
    <ActionForm
      label="Record a call"
      method="POST"
      path="/calls"
      fixed={about}
      fields={[
        { name: 'occurred_at', label: 'When', type: 'datetime-local', required: true },
        {
          name: 'direction',
          label: 'Direction',
          type: 'select',
          required: true,
          values: directions,
          initial: 'outbound',
        },
        { name: 'dialled_number', label: 'Number', type: 'tel' },
        { name: 'duration_seconds', label: 'Duration in seconds', type: 'number' },
        { name: 'outcome', label: 'Outcome' },
        { name: 'next_action', label: 'Next action' },
        { name: 'notes', label: 'Notes', type: 'textarea' },
      ]}
      stale={['/calls', '/leads']}
      done="The call is recorded, here and in the PSA."
    />
  );
}
