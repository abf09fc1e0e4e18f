import { Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import type { RegisteredWebhookView, WebhookStatisticsResponse, WebhookView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { Copy } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { FigureCard } from '../../parts/figure-card.js';
import { counted, formatExactShare, formatNumber, inWords } from '../../parts/format.js';
import { notifyDone } from '../../parts/notify.js';
import { useParam } from '../../parts/params.js';
import { RowMenu, type RowAction } from '../../parts/row-menu.js';
import { Section } from '../../parts/section.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { Deliveries } from './deliveries.js';
import { eventsInWords, webhookFields } from './webhook-fields.js';
import { NewSecret, stateOf } from './webhooks.js';

export function WebhookScreen() {
  const webhookId = useParam('webhookId');
  const may = useMay();
  const query = useRead<WebhookView>(`/webhooks/${webhookId}`);
  const { data: webhook } = query;
  if (webhook === undefined) {
    return <Unread title="Webhook" query={query} />;
  }
  return (
    <Stack>
      <Title order={1}>Webhook</Title>
      <Statistics webhookId={webhook.id} />
      <Facts
        facts={[
          ['Target', webhook.url],
          ['Format', inWords(webhook.format)],
          ['Events', eventsInWords(webhook.events)],
          ['State', stateOf(webhook)],
          ...(webhook.failing_since === null
            ? []
            : [['Failing since', <Time key="failing" iso={webhook.failing_since} />] as const]),
        ]}
      />
      {may('data.sync') ? <WebhookActions webhook={webhook} /> : null}
      <Deliveries webhookId={webhook.id} />
      {webhook.format === 'standard' ? <Verifying /> : null}
    </Stack>
  );
}

/** How the target has responded to the attempts of the last 1,000 deliveries. */
function Statistics({ webhookId }: { readonly webhookId: string }) {
  const { data, error } = useRead<WebhookStatisticsResponse>(`/webhooks/${webhookId}/statistics`);
  if (error !== null) {
    return <ErrorState error={error} />;
  }
  const { attempts = 0, success_rate: rate = null, p95_ms: p95 = null } = data ?? {};
  return (
    <SimpleGrid cols={2}>
      <FigureCard name="Success rate" value={rate === null ? '–' : formatExactShare(rate)}>
        {attempts === 0 ? 'No attempt yet' : `of the last ${counted(attempts, 'attempt')}`}
      </FigureCard>
      <FigureCard name="p95" value={p95 === null ? '–' : `${formatNumber(p95)} ms`}>
        95 % took no longer
      </FigureCard>
    </SimpleGrid>
  );
}

const verifying = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they arrived; secret: with its whsec_
function isOurs(rawBody, headers, secret) {
  const sent = Buffer.from(headers['x-webhook-signature'] ?? '', 'hex');
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}`;

/** What a receiver has to do, to be copied. */
function Verifying() {
  return (
    <Section title="Verify signatures" actions={<Copy text={verifying} name="the code" />}>
      <Text size="sm">Check that an event is from here before you use it, for example in Node.js:</Text>
      <Code block tabIndex={0}>
        {verifying}
      </Code>
    </Section>
  );
}

function WebhookActions({ webhook }: { readonly webhook: WebhookView }) {
  const path = `/webhooks/${webhook.id}`;
  const write = useWrite<unknown>(['/webhooks']);
  const rotate = useWrite<RegisteredWebhookView>(['/webhooks']);
  const navigate = useNavigate();
  const remove = (): void =>
    write.mutate({ method: 'DELETE', path }, { onSuccess: () => void navigate({ to: '/webhooks' }) });
  const test = (): void =>
    write.mutate(
      { method: 'POST', path: `${path}/test` },
      { onSuccess: () => notifyDone('Test sent. See the deliveries.') },
    );
  return (
    <Stack>
      <Group>
        <Button loading={write.isPending} onClick={test}>
          Send a test
        </Button>
        <RowMenu
          of={webhook.url}
          actions={actionsOn(webhook, path, {
            switchOver: () => write.mutate({ method: 'PATCH', path, body: { active: !webhook.active } }),
            newSecret: () => rotate.mutate({ method: 'POST', path: `${path}/rotate-secret`, body: {} }),
            remove,
          })}
        />
      </Group>
      <NewSecret made={rotate.data ?? null} />
      <ErrorState error={write.error ?? rotate.error} />
    </Stack>
  );
}

function actionsOn(
  webhook: WebhookView,
  path: string,
  act: Readonly<Record<'switchOver' | 'newSecret' | 'remove', () => void>>,
): readonly RowAction[] {
  const newSecret = {
    question: 'The current secret stays valid for a while alongside the new one.',
    confirm: 'Make a new secret',
    color: 'brand',
    onConfirm: act.newSecret,
  };
  const remove = {
    question: 'It receives no more events, and pending deliveries are dropped.',
    confirm: 'Remove it',
    onConfirm: act.remove,
  };
  const change = {
    method: 'PATCH',
    path,
    fields: webhookFields.map((field) => ({ ...field, initial: webhook[field.name] })),
    stale: ['/webhooks'],
    done: 'The webhook is changed.',
  } as const;
  const replay = {
    explain: 'Sends the events of a time again, to this target alone.',
    method: 'POST',
    path: `${path}/replay`,
    fields: [
      { name: 'from', label: 'From', type: 'datetime-local', required: true },
      { name: 'to', label: 'To', type: 'datetime-local', required: true },
    ],
    stale: [path],
    done: 'The events are sent again.',
  } as const;
  return [
    { label: 'Change', act: { form: change } },
    { label: 'Replay', act: { form: replay } },
    { label: webhook.active ? 'Switch off' : 'Switch on', act: act.switchOver },
    { label: 'New secret', act: { ask: newSecret } },
    { label: 'Remove', isDestructive: true, act: { ask: remove } },
  ];
}
