import { List, Text } from '@mantine/core';
import type { LeadbridgeError } from '@leadbridge/client';
import { useQuery } from '@tanstack/react-query';

import type { CoveredLead, ErasureBody, OptOutResponse } from '@leadbridge/contracts';

import { send } from '../api/leadbridge.js';
import { To } from './links.js';

/** All leads of a person, as the service finds them now: by one of them, an email or a phone number. */
export function useLeadsOfPerson(whom: ErasureBody) {
  return useQuery<readonly CoveredLead[], LeadbridgeError>({
    queryKey: ['/suppressions', 'covered', whom],
    queryFn: async ({ signal }) => {
      const body = { ...whom, dry_run: true };
      return (await send<OptOutResponse>('POST', '/suppressions', { body, signal })).leads;
    },
  });
}

/** The other leads of the person, which an opt-out of this lead covers too. */
export function CoveredLeads({ leadId }: { readonly leadId: number }) {
  const { data, error } = useLeadsOfPerson({ lead_id: leadId });
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
      <LeadsOfPerson leads={others} />
    </>
  );
}

export function LeadsOfPerson({ leads }: { readonly leads: readonly CoveredLead[] }) {
  return (
    <List>
      {leads.map((lead) => (
        <List.Item key={lead.lead_id}>
          <To path={`/leads/${lead.lead_id}`}>{coveredName(lead)}</To>
        </List.Item>
      ))}
    </List>
  );
}

/** What has been covered besides the lead that was named, in one sentence. */
export function coveredSentence({ leads }: OptOutResponse, leadId: number | null = null): string {
  const others = leads.filter((lead) => lead.lead_id !== leadId).map(coveredName);
  return others.length === 0
    ? 'The opt-out is recorded.'
    : `The opt-out is recorded. It ${leadId === null ? '' : 'also '}covers: ${others.join('; ')}.`;
}

export function coveredName({ lead_id: leadId, name, company }: CoveredLead): string {
  return [name, company, `lead ${leadId}`].filter((part) => part !== null && part !== '').join(', ');
}
