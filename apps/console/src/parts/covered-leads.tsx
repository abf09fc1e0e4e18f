import { List, Text } from '@mantine/core';
import type { LeadbridgeError } from '@leadbridge/client';
import { useQuery } from '@tanstack/react-query';

import type { CoveredLead, OptOutResponse } from '@leadbridge/contracts';

import { dryRunOnce } from '../api/asked-once.js';
import { send } from '../api/leadbridge.js';
import { To } from './links.js';

/** The other leads of the person, which an opt-out of this lead covers too. */
export function CoveredLeads({ leadId }: { readonly leadId: number }) {
  const { data, error } = useQuery<readonly CoveredLead[], LeadbridgeError>({
    queryKey: ['/suppressions', 'covered', leadId],
    queryFn: async ({ signal }) => {
      const body = { lead_id: leadId, dry_run: true };
      return (await send<OptOutResponse>('POST', '/suppressions', { body, signal })).leads;
    },
    ...dryRunOnce,
  });
  if (error !== null) {
    return <Text size="sm">Which other leads are covered could not be read: {error.message}</Text>;
  }
  const others = (data ?? []).filter((lead) => lead.lead_id !== leadId);
  if (others.length === 0) {
    return null;
  }
  return (
    <>
      <Text fw={600} mt="sm">
        Also covers
      </Text>
      <List>
        {others.map((lead) => (
          <List.Item key={lead.lead_id}>
            <To path={`/leads/${lead.lead_id}`}>{coveredName(lead)}</To>
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** What has been covered besides the lead that was named, in one sentence. */
export function coveredSentence({ leads }: OptOutResponse, leadId: number | null = null): string {
  const others = leads.filter((lead) => lead.lead_id !== leadId).map(coveredName);
  return others.length === 0
    ? 'The opt-out is recorded.'
    : `The opt-out is recorded. It ${leadId === null ? '' : 'also '}covers: ${others.join('; ')}.`;
}

export function coveredName({ lead_id: leadId, name, company }: Omit<CoveredLead, 'psa_ticket_id'>): string {
  return [name, company, `lead ${leadId}`].filter((part) => part !== null && part !== '').join(', ');
}
