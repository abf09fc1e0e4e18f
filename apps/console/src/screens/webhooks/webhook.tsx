import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type {
  DeliveryListAnswer,
  DeliveryView,
  RegisteredWebhookView,
  WebhookView,
} from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { ActionForm } from '../../parts/action-form.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Facts } from '../../parts/facts.js';
import { ListScreen } from '../../parts/list-screen.js';
import { notifyDone } from '../../parts/notify.js';
import { useParam } from '../../parts/params.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { webhookFields } from './webhook-fields.js';
import { ShownOnce, stateOf } from './webhooks.js';

export function WebhookScreen() {
  const webhookId = useParam('webhookId');
  const may = useMay();
  const { data: webhook, error, refetch } = useRead<WebhookView>(`/webhooks/${webhookId}`);
  if (webhook === undefined) {
    return error === null ? (
      <Loading what="the webhook" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  }
  return (
    <Stack>
      <Title order={1}>Webhook</Title>
      <Facts
        facts={[
          ['Target', webhook.url],
          ['Format', webhook.format],
          ['Events', webhook.events.join(', ')],
          ['State', stateOf(webhook)],
          ['Failing since', <Time key="failing" iso={webhook.failing_since} />],
        ]}
      />
      {may('data.sync') ? <WebhookActions webhook={webhook} /> : null}
      <Deliveries webhookId={webhook.id} />
    </Stack>
  );
}

function WebhookActions({ webhook }: { readonly webhook: WebhookView }) {
  const path = `/webhooks/${webhook.id}`;
  const [secret, setSecret] = useState<string | null>(null);
  const write = useWrite<unknown>(['/webhooks']);
  const navigate = useNavigate();
  return (
    <Stack>
      <Group>
        <Button
          variant="default"
          loading={write.isPending}
          onClick={() =>
            write.mutate(
              { method: 'POST', path: `${path}/test` },
              { onSuccess: () => notifyDone('Test sent. See the deliveries.') },
            )
          }
        >
          Send a test
        </Button>
        <Change webhook={webhook} path={path} />
        <Button
          variant="default"
          onClick={() => write.mutate({ method: 'PATCH', path, body: { active: !webhook.active } })}
        >
          {webhook.active ? 'Switch off' : 'Switch on'}
        </Button>
        <Replay path={path} />
        <NewSecret path={path} onSecret={setSecret} />
        <ConfirmButton
          label="Remove"
          question="It receives no more events, and pending deliveries are dropped."
          confirm="Remove it"
          onConfirm={() =>
            write.mutate({ method: 'DELETE', path }, { onSuccess: () => void navigate({ to: '/webhooks' }) })
          }
        />
      </Group>
      {secret === null ? null : <ShownOnce url={webhook.url} secret={secret} />}
      {write.error === null ? null : <ErrorState error={write.error} />}
    </Stack>
  );
}

function Change({ webhook, path }: { readonly webhook: WebhookView; readonly path: string }) {
  const fields = webhookFields.map((field) => ({
    ...field,
    initial: webhook[field.name],
  }));
  return (
    <ActionForm
      label="Change"
      method="PATCH"
      path={path}
      fields={fields}
      stale={['/webhooks']}
      done="The webhook is changed."
    />
  );
}

function Replay({ path }: { readonly path: string }) {
  return (
    <ActionForm<{ readonly count: number }>
      label="Replay"
      explain="Sends the events of a time again, to this target alone."
      method="POST"
      path={`${path}/replay`}
      fields={[
        { name: 'from', label: 'From', type: 'datetime-local', required: true },
        { name: 'to', label: 'To', type: 'datetime-local', required: true },
      ]}
      stale={[path]}
      done="The events are sent again."
    />
  );
}

function NewSecret({
  path,
  onSecret,
}: {
  readonly path: string;
  readonly onSecret: (secret: string | null) => void;
}) {
  const rotate = useWrite<RegisteredWebhookView>(['/webhooks']);
  return (
    <>
      <ConfirmButton
        label="New secret"
        question="The current secret stays valid for a while alongside the new one."
        confirm="Make a new secret"
        loading={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(
            { method: 'POST', path: `${path}/rotate-secret`, body: {} },
            { onSuccess: ({ secret }) => onSecret(secret ?? null) },
          )
        }
      />
      {rotate.error === null ? null : <ErrorState error={rotate.error} />}
    </>
  );
}

function Deliveries({ webhookId }: { readonly webhookId: string }) {
  return (
    <ListScreen<DeliveryView, DeliveryListAnswer>
      title="Deliveries"
      order={2}
      path={`/webhooks/${webhookId}/deliveries`}
      filters={[
        { name: 'status', label: 'Status', values: ['pending', 'succeeded', 'failed'] },
        { name: 'event', label: 'Event' },
      ]}
      rowsOf={({ deliveries }) => deliveries}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', show: ({ created_at: at }) => <Time iso={at} /> },
        { name: 'Event', show: ({ event }) => event },
        { name: 'Status', show: ({ status }) => <Status value={status} /> },
        { name: 'Attempts', show: Attempts },
        { name: 'Again', show: (delivery) => <Redeliver delivery={delivery} /> },
      ]}
      empty="No delivery fits. Send a test to see one."
    />
  );
}

function Attempts({ attempt_count: count, attempts, next_attempt_at: next }: DeliveryView) {
  return (
    <>
      <Text size="sm">{count}</Text>
      {attempts.map(({ at, status_code: status, duration_ms: duration, error }) => (
        <Text key={at} size="sm">
          <Time iso={at} />: {status ?? 'no response'} after {duration} ms{error === null ? '' : `, ${error}`}
        </Text>
      ))}
      {next === null ? null : (
        <Text size="sm">
          Next: <Time iso={next} />
        </Text>
      )}
    </>
  );
}

function Redeliver({ delivery }: { readonly delivery: DeliveryView }) {
  const may = useMay();
  const write = useWrite<unknown>([`/webhooks/${delivery.webhook_id}`]);
  if (!may('data.sync') || delivery.status === 'pending') {
    return null;
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={write.isPending}
        aria-label={`Send the delivery ${delivery.id} again`}
        onClick={() =>
          write.mutate(
            { method: 'POST', path: `/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}/redeliver` },
            { onSuccess: () => notifyDone('It is sent again.') },
          )
        }
      >
        Send again
      </Button>
      {write.error === null ? null : <ErrorState error={write.error} />}
    </>
  );
}
