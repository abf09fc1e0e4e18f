import { Group } from '@mantine/core';

import type { LeadView, OptOutResponse } from '@leadbridge/contracts';

import { ActionForm } from '../../parts/action-form.js';
import { CallForm } from '../../parts/call-form.js';
import { CoveredLeads, coveredSentence } from '../../parts/covered-leads.js';
import { qualificationForm, statusChoices } from '../../parts/record-parts.js';

const stale = ['/leads', '/prospects', '/jobs', '/suppressions'];

/** What may be done with a lead in its state. */
export function LeadActions({ lead }: { readonly lead: LeadView }) {
  const { lead_id: id, allowed_statuses: allowed } = lead;
  const canConvert = lead.status === 'engaged' && lead.prospect_id === null;
  return (
    <Group>
      {allowed.length === 0 ? null : (
        <ActionForm
          variant={canConvert ? 'default' : 'filled'}
          label="Move"
          method="PUT"
          path={`/leads/${id}/status`}
          fields={[
            { name: 'status', label: 'To', type: 'select', required: true, values: statusChoices(allowed) },
            { name: 'reason', label: 'Reason', type: 'textarea' },
          ]}
          stale={stale}
          done="The lead is moved, here and in the PSA."
        />
      )}
      {canConvert ? (
        <ActionForm
          variant="filled"
          label="Convert"
          explain="The lead becomes a prospect, with all that is known of it."
          method="POST"
          path={`/prospects/convert/${id}`}
          below="qualification_data"
          fields={qualificationForm}
          stale={stale}
          done="The lead is a prospect now."
        />
      ) : null}
      <CallForm about={{ lead_id: id }} />
      {lead.do_not_contact ? null : (
        <ActionForm<OptOutResponse>
          label="Opt out"
          explain={
            <>
              The person will no longer be contacted: the ticket is marked, the provider is notified, and
              imports are blocked.
              <CoveredLeads leadId={id} />
            </>
          }
          submit="Record opt-out"
          method="POST"
          path="/suppressions"
          fixed={{ lead_id: id }}
          fields={[{ name: 'reason', label: 'Reason', type: 'textarea' }]}
          stale={stale}
          done={(response) => coveredSentence(response, id)}
        />
      )}
    </Group>
  );
}
