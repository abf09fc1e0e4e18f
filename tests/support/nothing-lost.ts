import { expect } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { distinctValues, type connectMongo } from '@leadbridge/store';

import type { SuppressionEndpoint } from './suppression-endpoint.js';
import { callerOf } from './caller.js';
import type { EventReceiver } from './event-receiver.js';

type Mongo = Awaited<ReturnType<typeof connectMongo>>;

interface SuppressionEntry {
  readonly _id: string;
  readonly ticketId: number | null;
  readonly status: string;
}

/**
 * A concurrent opt-out and record of its lead, with the worker killed, find each other at the next look:
 * after 150 s.
 */
const nextLookLimitMs = 240_000;

/**
 * Every opt-out has an entry, its event and, if there is a ticket, was sent to the provider's list once; and
 * it blocks all further imports of the person.
 */
export async function expectNoOptOutLost(
  emails: readonly string[],
  {
    system,
    mongo,
    provider,
  }: { readonly system: TestSystem; readonly mongo: Mongo; readonly provider: SuppressionEndpoint },
): Promise<void> {
  const suppressions = mongo.collection<SuppressionEntry>('suppressions');
  const withTicket = new Set(system.simulator.tickets().map(({ user_email: email }) => email));
  await until(async () => {
    const unfinished = { $or: [{ pushAt: { $ne: null } }, { ticketAt: { $ne: null } }] };
    const marked = await distinctValues({ collection: mongo.collection('suppressions') }, 'person.email', {
      ticketId: { $ne: null },
    });
    const isMarked = new Set(marked);
    return (
      emails.every((email) => isMarked.has(email) || !withTicket.has(email)) &&
      (await suppressions.countDocuments(unfinished)) === 0
    );
  }, nextLookLimitMs);
  for (const email of emails) {
    const entries = await suppressions.find({ 'person.email': email }).toArray();
    const ids = entries.map(({ _id: id }) => id);
    const events = await mongo
      .collection('events')
      .countDocuments({ type: 'lead.do_not_contact', 'data.suppression_id': { $in: ids } });
    // A push that was interrupted by a kill is repeated with the same reference.
    const references = provider.pushed(email).map(({ headers }) => headers['idempotency-key']);
    const again = await callerOf(system).importLead({ email });
    expect({
      email,
      isKept: entries.length > 0,
      eventsOfEach: events / entries.length,
      ofTickets: entries.filter(({ ticketId }) => ticketId !== null).map(({ status }) => status),
      pushes: new Set(references).size,
      again: [again.body['result'], again.body['reason']],
    }).toEqual({
      email,
      isKept: true,
      eventsOfEach: 1,
      ofTickets: withTicket.has(email) ? ['suppressed'] : [],
      pushes: Number(withTicket.has(email)),
      again: ['preserved', 'Do Not Contact'],
    });
  }
}

/**
 * Every event arrived at least once, and no delivery is pending. The only webhook subscribes to all events.
 */
export async function expectNoDeliveryStuck(mongo: Mongo, receiver: EventReceiver): Promise<void> {
  const deliveries = mongo.collection('webhook_deliveries');
  await until(
    async () => (await mongo.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } })) === 0,
  );
  await until(async () => (await deliveries.countDocuments({ status: { $ne: 'succeeded' } })) === 0);
  const events = await distinctValues<string>({ collection: mongo.collection('events') }, '_id', {
    type: { $exists: true },
  });
  const received = new Set(receiver.received.map(({ id }) => id));
  expect(events.filter((id) => !received.has(id))).toEqual([]);
  expect(await deliveries.countDocuments()).toBe(events.length);
}
