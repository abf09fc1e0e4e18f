import { newId } from '@leadbridge/platform';
import mongoose from 'mongoose';

import { EventReceiver, hang } from '../../tests/support/event-receiver.js';
import { notify, optOutNotification } from '../../tests/support/psa-notifications.js';
import { startSuppressionEndpoint } from '../../tests/support/suppression-endpoint.js';
import { percentile, type Figure, type Measurement } from '../figure.js';
import { lead, post, startService } from '../service.js';

const rounds = 3;
/** Below the 1,000 events that a webhook may get in a minute, all rounds together. */
const eventsOfRound = 300;
const targets = 20;
const hostileTargets = 20;
/** Events to the good target: five at a time, ten times a second. */
const bursts = 60;
const eventsOfBurst = 5;
const burstMilliseconds = 100;
const optOuts = 60;

type Service = Awaited<ReturnType<typeof startService>>;

interface Bench {
  readonly system: Service;
  readonly connection: mongoose.Connection;
  readonly receiver: EventReceiver;
}

export const webhookDeliveries: Measurement = {
  name: 'webhook-deliveries',
  title: 'Events to webhooks and opt-outs to a provider, one worker',

  async run() {
    const receiver = new EventReceiver();
    await receiver.start();
    const provider = await startSuppressionEndpoint();
    const system = await startService({
      env: {
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
        PROVIDER_A_SUPPRESSION_URL: provider.origin,
      },
    });
    const connection = await mongoose.createConnection(system.mongodbUri).asPromise();
    const bench = { system, connection, receiver };
    try {
      return [
        ...(await deliveriesPerSecond(bench)),
        ...(await besideHangingTargets(bench)),
        ...(await fromNotificationToPush(system, provider)),
      ];
    } finally {
      await connection.close();
      await system.stop();
      await Promise.all([receiver.stop(), provider.stop()]);
    }
  },
};

async function register({ system, receiver }: Bench, event: string, path: string): Promise<string> {
  const { id } = await post(system, '/webhooks', { url: receiver.url(path), events: [event] });
  return String(id);
}

async function remove({ system }: Bench, webhookId: string): Promise<void> {
  const response = await fetch(`${system.baseUrl}/api/v1/webhooks/${webhookId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  if (!response.ok) {
    throw new Error(`A webhook could not be removed: ${response.status}`);
  }
}

/** Events as the engine writes them; returns their ids. */
async function happen({ connection }: Bench, type: string, count: number): Promise<string[]> {
  const at = new Date();
  const events = Array.from({ length: count }, (_, index) => ({
    _id: newId('evt', at.getTime()),
    type,
    data: { lead_id: index },
    ...{ at, leadId: index, dispatchedAt: null },
  }));
  await connection.collection<{ _id: string }>('events').insertMany(events);
  return events.map(({ _id }) => _id);
}

/** From the writing of the events to the arrival of the last one, once to one target and once to many. */
async function deliveriesPerSecond(bench: Bench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [count, event] of [
    [1, 'opportunity.won'],
    [targets, 'opportunity.lost'],
  ] as const) {
    const paths = Array.from({ length: count }, (_, index) => `/${event}/${index}`);
    const ids = await Promise.all(paths.map((path) => register(bench, event, path)));
    const values: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const started = performance.now();
      await happen(bench, event, eventsOfRound);
      await Promise.all(paths.map((path) => bench.receiver.waitFor(path, round * eventsOfRound)));
      values.push((eventsOfRound * count) / ((performance.now() - started) / 1_000));
    }
    await Promise.all(ids.map((id) => remove(bench, id)));
    figures.push({
      name: `deliveries per second, ${count} ${count === 1 ? 'target' : 'targets'}`,
      unit: 'deliveries/s',
      values,
      goal: null,
      note: `${eventsOfRound} events, all written at once, from then to the last arrival; the target responds at once`,
    });
  }
  return figures;
}

async function besideHangingTargets(bench: Bench): Promise<readonly Figure[]> {
  const event = 'prospect.converted';
  const good = '/good';
  const hostile = Array.from({ length: hostileTargets }, (_, index) => `/hanging/${index}`);
  hostile.forEach((path) => {
    bench.receiver.behave(path, hang);
  });
  const ids = await Promise.all([...hostile, good].map((path) => register(bench, event, path)));
  const writtenAt = new Map<string, number>();
  for (let burst = 0; burst < bursts; burst += 1) {
    const now = Date.now();
    (await happen(bench, event, eventsOfBurst)).forEach((id) => writtenAt.set(id, now));
    await pause(burstMilliseconds);
  }
  const received = await bench.receiver.waitFor(good, bursts * eventsOfBurst);
  const took = received.map(({ id, at }) => at - (writtenAt.get(id) ?? Number.NaN));
  await Promise.all(ids.map((id) => remove(bench, id)));
  const note = `${took.length} events, each sent to ${hostileTargets} targets that never respond too; from the writing of the event to its arrival`;
  return [
    { name: 'good target, median', unit: 'ms', values: [percentile(took, 0.5)], goal: null },
    {
      name: 'good target, 95th percentile',
      unit: 'ms',
      values: [percentile(took, 0.95)],
      goal: { atMost: 1_000 },
      note,
    },
  ];
}

async function fromNotificationToPush(
  system: Service,
  provider: Awaited<ReturnType<typeof startSuppressionEndpoint>>,
): Promise<readonly Figure[]> {
  const took: number[] = [];
  for (let number = 1; number <= optOuts; number += 1) {
    const person = lead(number);
    const { psa_ticket_id: ticketId } = await post(system, '/sync/leads', {
      source: 'provider_a',
      data: person,
    });
    const sentAt = Date.now();
    const { status } = await notify(system, optOutNotification(Number(ticketId)));
    const [push] = provider.pushed(person.email);
    if (status !== 200 || push === undefined) {
      throw new Error(
        `The response to an opt-out was ${status}, and ${push === undefined ? 'not ' : ''}pushed`,
      );
    }
    took.push(push.at - sentAt);
  }
  const note = `${optOuts} opt-outs, one after the other: from the sending of POST /webhooks/dnc-sync to the arrival at the provider`;
  return [
    { name: 'notification to push, median', unit: 'ms', values: [percentile(took, 0.5)], goal: null, note },
    {
      name: 'notification to push, 95th percentile',
      unit: 'ms',
      values: [percentile(took, 0.95)],
      goal: null,
    },
  ];
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
