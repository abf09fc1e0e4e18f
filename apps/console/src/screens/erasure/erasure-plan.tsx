import { Alert, List, Stack, Text } from '@mantine/core';
import type { LeadbridgeError } from '@leadbridge/client';
import type { ErasedKind, ErasureBody, ErasureResult, JobView, LeadView } from '@leadbridge/contracts';
import { useQuery } from '@tanstack/react-query';

import { dryRunOnce } from '../../api/asked-once.js';
import { useRead } from '../../api/hooks.js';
import { runJob } from '../../api/run-job.js';
import { coveredName } from '../../parts/covered-leads.js';
import { Facts } from '../../parts/facts.js';
import { counted, formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';

const shownLeads = 20;

/** What an erasure would erase, by its dry run. */
export function useErasurePlan(whom: ErasureBody) {
  return useQuery<JobView, LeadbridgeError>({
    queryKey: ['/erasures', 'plan', whom],
    queryFn: async ({ signal }) => runJob('/erasures', { ...whom, dry_run: true }, signal),
    ...dryRunOnce,
  });
}

/** Why nobody can be erased; names the leads of a number that several people have. */
export function Refused({ error }: { readonly error: NonNullable<JobView['error']> }) {
  const { lead_ids: leadIds } = error.details;
  return (
    <Alert color="red" role="alert" title="Nobody can be erased by this">
      {Array.isArray(leadIds) ? (
        <>
          <Text>Several people have this number. Search for the email or the lead ID of one of them:</Text>
          <Leads leadIds={leadIds.map(Number)} />
        </>
      ) : (
        <Text>{error.message}</Text>
      )}
    </Alert>
  );
}

export function ErasurePlan({ plan }: { readonly plan: ErasureResult }) {
  const { lead_ids: leadIds, erased } = plan;
  const isUnknown = Object.values(erased).every((count) => count === 0);
  return (
    <Stack gap="sm">
      {leadIds.length === 0 ? (
        <Text>
          {isUnknown
            ? 'Nothing here names this person.'
            : 'No lead is this person. Other records that name them are erased.'}
        </Text>
      ) : (
        <Leads leadIds={leadIds} />
      )}
      <ErasedCounts erased={erased} />
    </Stack>
  );
}

const kinds: readonly (readonly [kind: ErasedKind, label: string])[] = [
  ['leads', 'Leads'],
  ['prospects', 'Prospects'],
  ['opportunities', 'Opportunities'],
  ['calls', 'Calls'],
  ['companies', 'Companies'],
  ['jobs', 'Jobs'],
  ['job_rows', 'Rows of imports'],
  ['suppressions', 'Opt-outs'],
  ['suppressed_keys', 'Keys that block imports'],
  ['error_log_entries', 'Errors'],
  ['deliveries', 'Webhook deliveries'],
  ['audit_entries', 'Audit entries'],
  ['idempotent_answers', 'Stored responses'],
  ['import_mappings', 'Column mappings'],
  ['queue_entries', 'Queue entries'],
];

/** How many of each kind of record. */
export function ErasedCounts({ erased }: Pick<ErasureResult, 'erased'>) {
  return (
    <Facts
      facts={kinds
        .filter(([kind]) => erased[kind] > 0)
        .map(([kind, label]) => [label, formatNumber(erased[kind])])}
    />
  );
}

function Leads({ leadIds }: { readonly leadIds: readonly number[] }) {
  return (
    <>
      <List>
        {leadIds.slice(0, shownLeads).map((leadId) => (
          <List.Item key={leadId}>
            <LeadName leadId={leadId} />
          </List.Item>
        ))}
      </List>
      {leadIds.length > shownLeads ? (
        <Text size="sm" c="dimmed">
          and {counted(leadIds.length - shownLeads, 'more lead')}
        </Text>
      ) : null}
    </>
  );
}

/** Jobs keep no names. */
function LeadName({ leadId }: { readonly leadId: number }) {
  const { contact } = useRead<LeadView>(`/leads/${leadId}`).data ?? {};
  const name = contact?.name ?? contact?.email ?? null;
  return (
    <To path={`/leads/${leadId}`}>
      {coveredName({ lead_id: leadId, name, company: contact?.company ?? null })}
    </To>
  );
}
