import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';

import type { RegisteredWebhookView, WebhookView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ActionForm } from '../../parts/action-form.js';
import { DataTable } from '../../parts/data-table.js';
import { inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { Empty, Read } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { webhookState } from './delivery-state.js';
import { eventsInWords, webhookFields } from './webhook-fields.js';

export function Webhooks() {
  const may = useMay();
  const [made, setMade] = useState<RegisteredWebhookView | null>(null);
  const query = useRead<{ readonly webhooks: readonly WebhookView[] }>('/webhooks');
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
      <NewSecret made={made} />
      <Read query={query} what="the webhooks">
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty>No webhook yet. Add one to be notified of leads, conversions and opt-outs.</Empty>
          ) : (
            <DataTable
              label="Webhooks"
              rows={webhooks}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Target', show: ({ id, url }) => <To path={`/webhooks/${id}`}>{url}</To> },
                { name: 'Format', show: ({ format }) => inWords(format) },
                { name: 'Events', show: ({ events }) => eventsInWords(events) },
                { name: 'State', show: (webhook) => <WebhookState webhook={webhook} /> },
                { name: 'Failing since', show: ({ failing_since: since }) => <Time iso={since} /> },
              ]}
            />
          )
        }
      </Read>
    </Stack>
  );
}

export function WebhookState({ webhook }: { readonly webhook: WebhookView }) {
  const { text, tone } = webhookState(webhook);
  return <Status value={text} tone={tone} />;
}

/** Of a webhook that was made, or got another one; null while there is none. */
export function NewSecret({ made }: { readonly made: RegisteredWebhookView | null }) {
  return made?.secret === undefined ? null : (
    <ShownOnce title="Save this secret now" text={made.secret} name="secret">
      It is shown only once. The receiver at {made.url} checks signatures with it.
    </ShownOnce>
  );
}
