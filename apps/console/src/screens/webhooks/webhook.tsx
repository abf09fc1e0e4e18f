import { Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type {
  RegisteredWebhookView,
  ReplayResponse,
  RotateSecretBody,
  WebhookStatisticsResponse,
  WebhookView,
} from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import type { ActionFormProps } from '../../parts/action-form.js';
import { Copy } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { FigureCard } from '../../parts/figure-card.js';
import { counted, formatExactShare, formatNumber, inWords } from '../../parts/format.js';
import { useParam } from '../../parts/params.js';
import { RowMenu, type RowAction } from '../../parts/row-menu.js';
import { Section } from '../../parts/section.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { Deliveries } from './deliveries.js';
import { eventsInWords, webhookFields } from './webhook-fields.js';
import { NewSecret, WebhookState } from './webhooks.js';

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
          ['State', <WebhookState key="state" webhook={webhook} />],
          ...timeFact('Failing since', webhook.failing_since),
          ...timeFact('Old secret signs until', webhook.previous_secret_expires_at),
        ]}
      />
      {may('data.sync') ? <WebhookActions webhook={webhook} /> : null}
      <Deliveries webhookId={webhook.id} />
      {webhook.format === 'standard' ? <Verifying /> : null}
    </Stack>
  );
}

function timeFact(name: string, iso: string | null): readonly (readonly [string, ReactNode])[] {
  return iso === null ? [] : [[name, <Time key={name} iso={iso} />]];
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
    write.mutate({ method: 'POST', path: `${path}/test`, done: 'Test sent. See the deliveries.' });
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
            newSecret: (body) => rotate.mutate({ method: 'POST', path: `${path}/rotate-secret`, body }),
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
  act: Readonly<Record<'switchOver' | 'remove', () => void>> & {
    readonly newSecret: (body: RotateSecretBody) => void;
  },
): readonly RowAction[] {
  const newSecret = {
    question: 'For 24 hours both secrets sign, so that the receiver can change over.',
    confirm: 'Make a new secret',
    color: 'brand',
    onConfirm: () => act.newSecret({}),
  };
  const leaked = {
    question: 'The current secret stops at once: events fail until the receiver has the new one.',
    confirm: 'Replace it now',
    onConfirm: () => act.newSecret({ revoke_previous: true }),
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
  return [
    { label: 'Change', act: { form: change } },
    {
      label: 'Send failed again',
      act: { form: resend(path, 'Deliveries that have failed since then are sent', 'failed_since') },
    },
    { label: 'Replay', act: { form: resend(path, 'All events of the period are sent', 'from', 'to') } },
    { label: webhook.active ? 'Switch off' : 'Switch on', act: act.switchOver },
    { label: 'New secret', act: { ask: newSecret } },
    { label: 'Replace a leaked secret', isDestructive: true, act: { ask: leaked } },
    { label: 'Remove', isDestructive: true, act: { ask: remove } },
  ];
}

const timeLabels = { failed_since: 'Failed since', from: 'From', to: 'To' };

/** The form of what is sent again, to this target alone. */
function resend(
  path: string,
  explain: string,
  ...times: readonly (keyof typeof timeLabels)[]
): Omit<ActionFormProps<ReplayResponse>, 'label'> {
  return {
    explain: `${explain} again, to this target alone. Times are in your zone.`,
    submit: 'Send again',
    method: 'POST',
    path: `${path}/replay`,
    fields: times.map((name) => ({ name, label: timeLabels[name], type: 'datetime-local', required: true })),
    stale: [path],
    done: ({ count }: ReplayResponse) =>
      count === 0 ? 'There is nothing to send.' : `${counted(count, 'event')} sent again.`,
  };
}
