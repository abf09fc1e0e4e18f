import { Autocomplete, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { AcceptedJob } from '@leadbridge/contracts';
import { defaultSources } from '@leadbridge/domain';

import { useIntention } from '../../api/intention.js';
import { send } from '../../api/leadbridge.js';
import { useReachable } from '../../api/reachable.js';
import { ErrorState } from '../../parts/states.js';
import { rememberSent } from './file/sent-files.js';
import type { LeadFileState } from './use-lead-file.js';
import { Section } from '../../parts/section.js';

const sources = defaultSources.map(({ name }) => name);

/** Where the leads come from, how they are imported, and the two ways to go on. */
export function SendForm({ state, fileName }: { readonly state: LeadFileState; readonly fileName: string }) {
  const { source, changeSource } = state;
  const [updateExisting, setUpdateExisting] = useState(true);
  const { start, sending, error } = useImport(state, { fileName, updateExisting });
  const isReachable = useReachable();
  const isBlocked = sending !== null || source.trim() === '';

  return (
    <Section title="Import">
      <Stack>
        <Autocomplete
          label="Source"
          description="Where the leads come from"
          data={sources}
          value={source}
          onChange={changeSource}
          maxLength={100}
        />
        <Switch
          label="Update existing leads"
          checked={updateExisting}
          onChange={(event) => setUpdateExisting(event.currentTarget.checked)}
        />
        <Text size="sm">A dry run shows what the import would do with each row, and writes nothing.</Text>
        {error === null ? null : <ErrorState error={error} />}
        {sending === null || isReachable ? null : (
          <Text role="status">The service does not answer; trying again …</Text>
        )}
        <Group>
          <Button loading={sending === 'dry run'} disabled={isBlocked} onClick={() => void start(true)}>
            Dry run
          </Button>
          <Button
            variant="default"
            loading={sending === 'import'}
            disabled={isBlocked}
            onClick={() => void start(false)}
          >
            Import without a dry run
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

/** Sends the leads of a file, and goes to the job that takes them. */
function useImport(
  { worker, mapping, source }: LeadFileState,
  { fileName, updateExisting }: { readonly fileName: string; readonly updateExisting: boolean },
) {
  const [sending, setSending] = useState<'dry run' | 'import' | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const navigate = useNavigate();
  // Sent again after a lost answer, the same intention is the same import.
  const intention = useIntention();

  async function start(isDryRun: boolean): Promise<void> {
    if (worker === null) {
      return;
    }
    setSending(isDryRun ? 'dry run' : 'import');
    setError(null);
    try {
      const { leads, rows } = await worker.do('leads', { mapping });
      const options = JSON.stringify({ update_existing: updateExisting });
      const batch = JSON.stringify(isDryRun ? { dry_run: true } : {});
      const body = `{"source":${JSON.stringify(source)},"options":${options},"batch_options":${batch},"leads":${leads},"rows":${rows}}`;
      const job = await send<AcceptedJob>('POST', '/sync/leads/bulk', {
        body,
        headers: { Prefer: 'respond-async' },
        idempotencyKey: intention.keyFor(body),
      });
      intention.ended(null);
      rememberSent(job.job_id, { name: fileName, worker });
      await navigate({ to: `/jobs/${job.job_id}` });
    } catch (caught) {
      const fault = caught instanceof Error ? caught : new Error(String(caught));
      intention.ended(fault);
      setError(fault);
    } finally {
      setSending(null);
    }
  }

  return { start, sending, error };
}
