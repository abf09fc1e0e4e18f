import { callerOf } from '../support/caller.js';
import { respondWith, EventReceiver, hang, type Behaviour } from '../support/event-receiver.js';
import { drill, exactly, percentile } from '../support/drill.js';
import {
  accountsOf,
  pause,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
} from '../support/drill-service.js';

const hostileTargets = 20;
const rows = 60;
/** One byte of a response that has no end. */
const dripMs = 500;

const drip: Behaviour = (_event, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), dripMs);
  response.on('close', () => {
    clearInterval(timer);
  });
};

const behaviours: readonly Behaviour[] = [
  hang,
  drip,
  respondWith(500),
  respondWith(302, { location: '/good' }),
  (_event, response) => response.destroy(),
];

drill({
  promise:
    'Webhook targets that hang, drip, fail, redirect or hang up delay no other target, which gets every event within a second.',
  async run({ seed }) {
    const receiver = new EventReceiver();
    await receiver.start();
    const env = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32' };
    try {
      return await withService({ env, simulator: { randomSeed: seed } }, async (system) => {
        const api = callerOf(system);
        const paths = Array.from({ length: hostileTargets }, (_, index) => `/hostile-${index}`);
        for (const [index, path] of [...paths, '/good'].entries()) {
          const behaviour = behaviours[index % behaviours.length];
          if (path !== '/good' && behaviour !== undefined) {
            receiver.behave(path, behaviour);
          }
          await api.call('POST', '/webhooks', { url: receiver.url(path), events: ['lead.created'] });
        }
        const bulk = await sendBulk(system, rowsWithDuplicates(1, rows, seed), { batch_size: 5 });
        const accounts = await accountsOf(system, [bulk]);
        const people = new Set(bulk.rows.map(({ email }) => email)).size;
        const good = (): number => new Set(receiver.at('/good').map(({ id }) => id)).size;
        await secondsUntil('every event', 120, () => good() >= people).catch(() => undefined);
        await pause(500);
        const delays = receiver
          .at('/good')
          .map(
            ({ at, body }) => at - Date.parse(String((JSON.parse(body) as { timestamp: string }).timestamp)),
          );
        return [
          exactly('events lost', people - good(), 0),
          {
            name: 'delay p95',
            value: percentile(delays, 0.95),
            unit: 'ms',
            atMost: 1_000,
          },
          ...accounts,
        ];
      });
    } finally {
      await receiver.stop();
    }
  },
});
