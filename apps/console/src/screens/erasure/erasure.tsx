import { Alert, Button, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';

import type { ErasureResult, AcceptedJob } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { Form } from '../../parts/form.js';
import { To } from '../../parts/links.js';
import { useFilters } from '../../parts/search.js';
import { Section } from '../../parts/section.js';
import { Empty, ErrorState, Loading } from '../../parts/states.js';
import { OpenInPsa } from '../../session/open-in-psa.js';
import { isFinished, useJob } from '../jobs/use-job.js';
import { ErasedCounts, ErasurePlan, Refused, useErasurePlan } from './erasure-plan.js';
import { searchIn, whomOf } from './whom.js';

/** Erases a person: search, what would go, confirmation by typing, result. */
export function Erasure() {
  const [{ lead: leadId }] = useFilters();
  const [typed, setTyped] = useState(leadId ?? '');
  const [searched, setSearched] = useState(searchIn(leadId ?? ''));
  const [jobId, setJobId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  return (
    <Stack maw={720}>
      <Title order={1}>Erasure</Title>
      <Text>
        Removes all personal data of one person from Leadbridge. It cannot be undone. The PSA is not changed;
        the result says what it still holds. An opt-out of the person keeps blocking imports.
      </Text>
      <Form
        onSubmit={() => {
          const text = searchIn(typed);
          setMissing(text === null);
          setSearched(text);
          setJobId(null);
        }}
      >
        <Group align="flex-end">
          <TextInput
            label="Email, phone or lead ID"
            required
            miw={260}
            value={typed}
            error={isMissing ? 'Enter an email, a phone number or a lead ID' : null}
            // Above the field, so that the button stays beside it.
            inputWrapperOrder={['label', 'error', 'input']}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setMissing(false);
            }}
          />
          <Button type="submit" variant="default">
            Find
          </Button>
        </Group>
      </Form>
      {searched === null || jobId !== null ? null : (
        <Found key={searched} searched={searched} onStarted={setJobId} />
      )}
      {jobId === null ? null : <Result jobId={jobId} />}
    </Stack>
  );
}

function Found({
  searched,
  onStarted,
}: {
  readonly searched: string;
  readonly onStarted: (jobId: string) => void;
}) {
  const whom = whomOf(searched);
  const { data: job, error } = useErasurePlan(whom);
  if (error?.status === 404) {
    return <Empty>There is no lead {whom.lead_id}.</Empty>;
  }
  if (error !== null) {
    return <ErrorState error={error} title="Not looked for" />;
  }
  if (job === undefined) {
    return <Loading what="what would be erased" />;
  }
  if (job.error !== null) {
    return <Refused error={job.error} />;
  }
  return (
    <Section title="What is erased">
      <ErasurePlan plan={job.result as ErasureResult} />
      <Confirm searched={searched} onStarted={onStarted} />
    </Section>
  );
}

function Confirm({
  searched,
  onStarted,
}: {
  readonly searched: string;
  readonly onStarted: (jobId: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const erase = useWrite<AcceptedJob>(['/leads', '/jobs']);
  return (
    <Form
      onSubmit={() =>
        erase.mutate(
          { method: 'POST', path: '/erasures', body: whomOf(searched), isOnce: true },
          { onSuccess: ({ job_id: jobId }) => onStarted(jobId) },
        )
      }
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={`Type ${searched} to confirm`}
          miw={320}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ErrorState error={erase.error} />
        <Button type="submit" color="red.9" disabled={typed.trim() !== searched} loading={erase.isPending}>
          Erase
        </Button>
      </Stack>
    </Form>
  );
}

function Result({ jobId }: { readonly jobId: string }) {
  const { data: job, error } = useJob(jobId);
  if (job === undefined || !isFinished(job)) {
    return error === null ? <Loading what="the result of the erasure" /> : <ErrorState error={error} />;
  }
  if (job.error !== null) {
    return (
      <Alert color="red" role="alert" title="The person is not erased">
        {job.error.message}
      </Alert>
    );
  }
  const { erased, psa, user_ids: userIds } = job.result as ErasureResult;
  return (
    <Section title="Erased">
      <Text role="status">The person is erased from Leadbridge.</Text>
      <ErasedCounts erased={erased} />
      {psa.what_to_do.length === 0 ? null : (
        <Alert color="yellow" title="Still in the PSA">
          <List>
            {psa.what_to_do.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
          <StillInPsa psa={psa} />
        </Alert>
      )}
      {userIds.length === 0 ? null : (
        <Alert color="yellow">
          The person has an account here: <To path="/people">remove it under People</To>.
        </Alert>
      )}
    </Section>
  );
}

/** The numbers by which they are found there. */
function StillInPsa({ psa }: Pick<ErasureResult, 'psa'>) {
  const others = [
    ['Contacts', psa.contact_ids],
    ['Opportunities', psa.opportunity_ids],
    ['Clients', psa.client_ids],
  ] as const;
  return (
    <>
      {psa.ticket_ids.length === 0 ? null : (
        <Text size="sm" mt="xs">
          Tickets:{' '}
          {psa.ticket_ids.map((id) => (
            <span key={id}>
              {id} <OpenInPsa ticketId={id} />{' '}
            </span>
          ))}
        </Text>
      )}
      {others
        .filter(([, ids]) => ids.length > 0)
        .map(([name, ids]) => (
          <Text key={name} size="sm">
            {name}: {ids.join(', ')}
          </Text>
        ))}
    </>
  );
}
