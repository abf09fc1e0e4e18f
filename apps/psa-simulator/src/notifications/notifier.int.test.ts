import { createHmac } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller } from '../testing/psa-caller.js';
import { startReceiver, type Received, type Receiver } from '../testing/receiver.js';
import { startSimulator } from '../testing/start-simulator.js';

const secret = 'a secret of the receiver';

describe('notifications', () => {
  const psa = startSimulator({ notifications: { secret, retryDelaysMilliseconds: [20, 40] } });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    psa.notifications.configure({ url: receiver.url });
  });
  afterEach(() => receiver.stop());

  const bodyOf = (received: Received | undefined): unknown =>
    JSON.parse(received?.raw.toString() ?? 'null') as unknown;
  const settled = async (): Promise<void> => {
    while (psa.notifications.list().some(({ state }) => state === 'waiting')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('tell what a person changed on a ticket, signed over the raw body', async () => {
    const id = psa.seedTicket({ customfields: { 105: false } });
    psa.actAsAgent(id, { status_id: 6, customfields: { 105: true } });
    await receiver.waitFor(1);
    const [received] = receiver.received;
    const { timestamp, ...told } = bodyOf(received) as { timestamp: string };
    expect(told).toEqual({
      ticket_id: id,
      event_type: 'ticket.updated',
      changes: {
        status_id: { old_value: 1, new_value: 6 },
        customfields: [{ id: 105, old_value: false, new_value: true }],
      },
    });
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(Number(received?.headers['x-webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(
      60_000,
    );
    expect(received?.headers['content-type']).toBe('application/json');
    expect(received?.headers['x-webhook-signature']).toBe(
      createHmac('sha256', secret)
        .update(received?.raw ?? '')
        .digest('hex'),
    );
    await settled();
    expect(psa.notifications.list()).toMatchObject([
      { ticketIds: [id], attempts: 1, state: 'delivered', result: 'HTTP 200' },
    ]);
  });

  it('tell nothing where nothing is different, nor of what the API writes, unless they are to', async () => {
    const id = psa.seedTicket();
    const call = await psaCaller(psa);
    psa.actAsAgent(id, { status_id: 1 });
    await call('PUT', `/Tickets/${id}`, { status_id: 2 });
    expect(psa.notifications.list()).toEqual([]);
    psa.notifications.configure({ apiWrites: true });
    await call('PUT', `/Tickets/${id}`, { status_id: 3 });
    await receiver.waitFor(1);
    expect(bodyOf(receiver.received[0])).toMatchObject({ changes: { status_id: { new_value: 3 } } });
  });

  it('are repeated and batched into arrays where they are to', async () => {
    const [first = 0, second = 0] = psa.seedTickets(2);
    psa.notifications.configure({ copies: 2, batchSize: 3 });
    psa.actAsAgent(first, { status_id: 2 });
    psa.actAsAgent(second, { status_id: 2 });
    await receiver.waitFor(2);
    const bodies = receiver.received.map((received) => bodyOf(received) as unknown[]);
    expect(bodies.sort((left, right) => right.length - left.length)).toMatchObject([
      [{ ticket_id: first }, { ticket_id: first }, { ticket_id: second }],
      [{ ticket_id: second }],
    ]);
  });

  it('are tried again a little, with the same body, and then given up', async () => {
    const [first = 0, second = 0] = psa.seedTickets(2);
    receiver.respondWith(500, 503);
    psa.actAsAgent(first, { status_id: 2 });
    await receiver.waitFor(3);
    await settled();
    expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
    receiver.respondWith(401, 401, 401);
    psa.actAsAgent(second, { status_id: 2 });
    await receiver.waitFor(6);
    await settled();
    expect(psa.notifications.list()).toMatchObject([
      { attempts: 3, state: 'delivered' },
      { attempts: 3, state: 'failed', result: 'HTTP 401' },
    ]);
  });

  it('say why nobody was reached', async () => {
    await receiver.stop();
    psa.actAsAgent(psa.seedTicket(), { status_id: 2 });
    await settled();
    expect(psa.notifications.list()).toMatchObject([{ state: 'failed', result: 'ECONNREFUSED' }]);
    receiver = await startReceiver();
  });
});

describe('notifications without a receiver', () => {
  const psa = startSimulator();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  it('are not sent', () => {
    psa.actAsAgent(psa.seedTicket(), { status_id: 6 });
    expect(psa.notifications.list()).toEqual([]);
  });
});
