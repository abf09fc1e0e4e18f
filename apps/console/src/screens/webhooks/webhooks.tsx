import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';

import type { RegisteredWebhookView, WebhookView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { Copy } from '../../parts/copy.js';
import { ActionForm } from '../../parts/action-form.js';
import { DataTable } from '../../parts/data-table.js';
import { inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { Empty, ErrorState, Loading } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { eventsInWords, webhookFields } from './webhook-fields.js';

export function Webhooks() {
  const may = useMay();
  const [made, setMade] = useState<RegisteredWebhookView | null>(null);
  const { data, error, refetch } = useRead<{ readonly webhooks: readonly WebhookView[] }>('/webhooks');
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>Webhooks</Title>
        {may('data.sync') ? (
          <ActionForm<RegisteredWebhookView>
            label="Add a webhook"
            variant="filled"
            method="POST"
            path="/webhooks"
            fields={webhookFields}
            stale={['/webhooks']}
            done="The webhook is added."
            onDone={setMade}
          />
        ) : null}
      </Group>
      {made?.secret === undefined ? null : <ShownOnce url={made.url} secret={made.secret} />}
      {error === null ? null : <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="the webhooks" /> : null}
      {data?.webhooks.length === 0 ? (
        <Empty>No webhook yet. Add one to be notified of leads, conversions and opt-outs.</Empty>
      ) : null}
      {data === undefined || data.webhooks.length === 0 ? null : (
        <DataTable
          label="Webhooks"
          rows={data.webhooks}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Target', show: ({ id, url }) => <To path={`/webhooks/${id}`}>{url}</To> },
            { name: 'Format', show: ({ format }) => inWords(format) },
            { name: 'Events', show: ({ events }) => eventsInWords(events) },
            { name: 'State', show: stateOf },
            { name: 'Failing since', show: ({ failing_since: since }) => <Time iso={since} /> },
          ]}
        />
      )}
    </Stack>
  );
}

/** Whether a webhook is sent to, in words. */
export function stateOf({ active, switched_off: off }: WebhookView): string {
  if (off !== null) {
    return `Switched off: ${off.reason.replaceAll('_', ' ')}`;
  }
  return active ? 'On' : 'Off';
}

export function ShownOnce({ url, secret }: { readonly url: string; readonly secret: string }) {
  return (
    <Alert color="green" title="Save this secret now" role="status">
      <Text>It is shown only once. The receiver at {url} checks signatures with it.</Text>
      <Code block>{secret}</Code>
      <Copy text={secret} name="secret" />
    </Alert>
  );
}
