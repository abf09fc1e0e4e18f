import { Anchor, Button, Drawer } from '@mantine/core';
import { useState } from 'react';

import type { DeliveryListResponse, DeliveryView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { ListScreen } from '../../parts/list-screen.js';
import { ErrorState } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { useNow } from '../../parts/use-now.js';
import { useMay } from '../../session/session.js';
import { Delivery } from './delivery.js';
import { attemptLine, deliveryState } from './delivery-state.js';
import { eventNames } from './webhook-fields.js';

/** What was sent to a webhook; one of them opens beside the list. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const path = `/webhooks/${webhookId}/deliveries`;
  return (
    <>
      <ListScreen<DeliveryView, DeliveryListResponse>
        title="Deliveries"
        order={2}
        path={path}
        filters={[
          { name: 'status', label: 'Status', values: ['pending', 'succeeded', 'failed'] },
          { name: 'event', label: 'Event', values: [...eventNames, 'webhook.test'], labelOf: String },
        ]}
        rowsOf={({ deliveries }) => deliveries}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        columns={[
          column(
            'Event',
            ({ event }) => event,
            (event, { id }) => (
              <Anchor component="button" type="button" ta="start" onClick={() => setOpened(id)}>
                {event}
              </Anchor>
            ),
          ),
          column(
            'Status',
            ({ status }) => status,
            (_status, delivery) => <State delivery={delivery} />,
          ),
          { name: 'Last attempt', show: LastAttempt },
          column('Created', ({ created_at: at }) => at, asTime),
          { name: 'Send', show: (delivery) => <Redeliver delivery={delivery} /> },
        ]}
        empty="There are no deliveries. Send a test to see one."
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title="Delivery"
        position="right"
        size="xl"
      >
        {opened === null ? null : <Delivery path={`${path}/${opened}`} />}
      </Drawer>
    </>
  );
}

function State({ delivery }: { readonly delivery: DeliveryView }) {
  const { text, tone } = deliveryState(delivery, useNow());
  return <Status value={text} tone={tone} />;
}

function LastAttempt({ attempt_count: count, attempts, error }: DeliveryView) {
  const last = attempts.at(-1);
  return last === undefined ? (
    (error ?? '–')
  ) : (
    <>
      {attemptLine(last)}
      {count === 1 ? null : ` (attempt ${count})`}
    </>
  );
}

function Redeliver({ delivery }: { readonly delivery: DeliveryView }) {
  const may = useMay();
  const write = useWrite<unknown>([`/webhooks/${delivery.webhook_id}`]);
  // What has failed so far need not wait for its next attempt, which may be a day away.
  const isOnItsWay = delivery.status === 'pending' && delivery.attempt_count === 0;
  if (!may('data.sync') || isOnItsWay) {
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
          write.mutate({
            method: 'POST',
            path: `/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}/redeliver`,
            done: 'It is sent again.',
          })
        }
      >
        Again
      </Button>
      <ErrorState error={write.error} />
    </>
  );
}
