import { startTestMongodbSet, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';
import { EventReceiver, type ReceivedEvent } from '../support/event-receiver.js';
import { drill, exactly, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  pause,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
} from '../support/drill-service.js';

type Set = Awaited<ReturnType<typeof startTestMongodbSet>>;

/** So many that most of them are still to come when the primary is lost. */
const rows = 250;
const askEveryMs = 250;

/** Reads and writes all the time; once it is told to end it says how many seconds the slowest response took. */
function askMeanwhile(system: ProcessSystem): { end(): Promise<number> } {
  let isAsking = true;
  let slowest = 0;
  const asking: Promise<void>[] = [];
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const startedAt = performance.now();
    await (asked % 2 === 0
      ? callerOf(system).call('GET', '/jobs?limit=1')
      : callerOf(system).importLead(flatLead(500_000), {
          headers: { prefer: 'respond-async', 'idempotency-key': `ask-${process.pid}-${asked}` },
        }));
    slowest = Math.max(slowest, (performance.now() - startedAt) / 1_000);
  };
  const loop = (async () => {
    while (isAsking) {
      asking.push(ask());
      await pause(askEveryMs);
    }
  })();
  return {
    end: async () => {
      isAsking = false;
      await loop;
      await Promise.all(asking);
      return slowest;
    },
  };
}

/** Ends or freezes the primary in the middle of a bulk import and of its deliveries. */
async function lose(
  how: 'SIGKILL' | 'SIGSTOP',
  set: Set,
  system: ProcessSystem,
  receiver: EventReceiver,
  seed: number,
): Promise<readonly DrillFigure[]> {
  const path = `/${how}`;
  const created = await callerOf(system).call('POST', '/webhooks', {
    url: receiver.url(path),
    events: ['lead.created'],
  });
  if (created.status !== 201) {
    throw new Error(`The webhook was not taken: ${JSON.stringify(created.body)}`);
  }
  const from = how === 'SIGKILL' ? 0 : 100_000;
  const bulk = await sendBulk(system, rowsWithDuplicates(from, rows, seed), { batch_size: 25 });
  await secondsUntil('deliveries', 120, () => receiver.at(path).length > 10);

  const primary = await set.primary();
  primary?.process.signal(how);
  const asking = askMeanwhile(system);
  await secondsUntil('another primary', 120, async () => {
    const now = await set.primary();
    return now !== null && now !== primary;
  });
  const before = receiver.at(path).length;
  const resumed = await secondsUntil('work to go on', 120, () => receiver.at(path).length > before);
  const slowest = await asking.end();
  const accounts = await accountsOf(system, [bulk]);
  const people = new Set(bulk.rows.map(({ email }) => email)).size;
  // The person who is imported all the while has an event too.
  const ofBulk = (): readonly ReceivedEvent[] =>
    receiver.at(path).filter(({ body }) => body.includes(bulk.jobId));
  const ids = (): number => new Set(ofBulk().map(({ id }) => id)).size;
  await secondsUntil('every event', 180, () => ids() >= people).catch(() => undefined);
  primary?.process.signal('SIGCONT');
  return [
    { name: 'slowest response', value: slowest, unit: 's', atMost: 10 },
    { name: 'resumed after the election', value: resumed, unit: 's', atMost: 15 },
    ...accounts,
    exactly('events lost', people - ids(), 0),
  ];
}

drill({
  promise:
    'When the MongoDB primary is killed or hangs in the middle of imports and deliveries, every request gets a response within 10 seconds, work goes on within 15 seconds of the election, and nothing is lost or done twice.',
  async run({ seed }) {
    const set = await startTestMongodbSet();
    const receiver = new EventReceiver();
    await receiver.start();
    const env = {
      MONGODB_URI: set.uri(`drill_${process.pid}`),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
    };
    try {
      return await withService({ env }, async (system) => {
        const hung = await lose('SIGSTOP', set, system, receiver, seed);
        const killed = await lose('SIGKILL', set, system, receiver, seed);
        return [
          ...hung.map((figure) => ({ ...figure, name: `hung: ${figure.name}` })),
          ...killed.map((figure) => ({ ...figure, name: `killed: ${figure.name}` })),
        ];
      });
    } finally {
      await receiver.stop();
      await set.stop();
    }
  },
});
