import { Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { DeliveryAttemptView, DeliveryView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { Copy, CopyId } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { Empty, Read } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useNow } from '../../parts/use-now.js';
import { useMay } from '../../session/session.js';
import { attemptLine, deliveryState, readableBody } from './delivery-state.js';

/** One delivery: what was sent, and what came back. */
export function Delivery({ path }: { readonly path: string }) {
  const query = useRead<DeliveryView>(path);
  return (
    <Read query={query} what="the delivery">
      {(delivery) => <Shown delivery={delivery} />}
    </Read>
  );
}

function Shown({ delivery }: { readonly delivery: DeliveryView }) {
  const may = useMay();
  const { text, tone } = deliveryState(delivery, useNow());
  const { request, attempts } = delivery;
  const last = attempts.at(-1);
  return (
    <Stack>
      <Group gap="xs">
        <Text fw={600}>{delivery.event}</Text>
        <Status value={text} tone={tone} />
        <Text size="sm" c="dimmed">
          <Time iso={delivery.created_at} />
        </Text>
        <CopyId id={delivery.event_id} name="event ID" />
      </Group>
      {delivery.error === null ? null : <Text className="fault-text">{delivery.error}</Text>}
      {may('data.sync') ? null : <Empty>Your role does not show what was sent and received.</Empty>}
      <Message title="Request" headers={request?.headers ?? null} body={request?.body ?? null}>
        {request === null ? 'Nothing was sent yet.' : 'Signatures and other secrets are masked.'}
      </Message>
      <Message title="Response" headers={last?.response_headers ?? null} body={last?.response ?? null}>
        {last === undefined ? 'There is none yet.' : attemptLine(last)}
      </Message>
      {attempts.length < 2 ? null : <Earlier attempts={attempts.slice(0, -1).reverse()} />}
    </Stack>
  );
}

function Message({
  title,
  headers,
  body,
  children,
}: {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
  readonly children: ReactNode;
}) {
  const shown = body === null ? '' : readableBody(body);
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {children}
      </Text>
      {headers === null ? null : (
        <>
          <Title order={4} fz={12}>
            Headers
          </Title>
          <Facts look="dense" facts={Object.entries(headers)} />
        </>
      )}
      {body === null ? null : (
        <>
          <Group justify="space-between" mt="xs">
            <Title order={4} fz={12}>
              Body
            </Title>
            {shown === '' ? null : <Copy text={body} name={`the body of the ${title.toLowerCase()}`} />}
          </Group>
          {shown === '' ? (
            <Empty>It is empty.</Empty>
          ) : (
            <Code block className="wrapping">
              {shown}
            </Code>
          )}
        </>
      )}
    </section>
  );
}

function Earlier({ attempts }: { readonly attempts: readonly DeliveryAttemptView[] }) {
  return (
    <details>
      <summary>Earlier attempts ({attempts.length})</summary>
      {attempts.map((attempt) => (
        <div key={attempt.at}>
          <Text size="sm" mt="xs">
            <Time iso={attempt.at} />: {attemptLine(attempt)}
          </Text>
          {attempt.response === null || attempt.response === '' ? null : (
            <Code block className="wrapping">
              {readableBody(attempt.response)}
            </Code>
          )}
        </div>
      ))}
    </details>
  );
}
