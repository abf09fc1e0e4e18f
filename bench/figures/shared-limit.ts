import type { ProcessSystem } from '@leadbridge/devkit';

import type { Measurement } from '../figure.js';
import { importBulk, leads, startService } from '../service.js';

const limit = 200;
const windowSeconds = 20;
const windowMs = windowSeconds * 1_000;
const warmUpWindows = 2;
const windows = 2;
/** The other client's requests in each window, all at once. */
const burst = limit * 0.3;
/** Where in each window its burst begins: now and then sooner or later, as cron jobs are. */
const burstOffsets = [0.3, 0.35, 0.25, 0.4];
/** Until the other client repeats what was refused, on the average. */
const repeatMs = 2_000;
const otherPath = '/api/Agent';

export const sharedLimit: Measurement = {
  name: 'shared-limit',
  title:
    'The PSA’s limit shared with another client, which uses 30 % of it in bursts; its 429s name no limit',

  async run() {
    const system = await startService({
      workers: 2,
      env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(windowSeconds) },
      simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds, dialect: { namedLimit: false } },
    });
    try {
      // Each lead of its own company, a few at a time: more requests than the windows measured can hold.
      const backlog = [1, 2, 3, 4].map(async (part) =>
        importBulk(system, leads(part * 10_000, 2_000), { batch_size: 5 }).catch(() => null),
      );
      void Promise.allSettled(backlog);
      const startedAt = Date.now();
      await sendBursts(system, startedAt);
      return figuresOf(system, startedAt + warmUpWindows * windowMs);
    } finally {
      await system.stop();
    }
  },
};

/** Ends with the last of the windows. */
async function sendBursts({ simulator }: ProcessSystem, startedAt: number): Promise<void> {
  const { url, clientId, clientSecret } = simulator;
  const granted = await fetch(`${url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'all',
    }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const endsAt = startedAt + (warmUpWindows + windows) * windowMs;
  const ask = async (): Promise<void> => {
    const response = await fetch(`${url}${otherPath}`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    const again = Date.now() + repeatMs * (0.5 + Math.random());
    if (response.status === 429 && again < endsAt) {
      await until(again);
      await ask();
    }
  };
  const asking: Promise<void>[] = [];
  for (const [window, offset] of burstOffsets.entries()) {
    await until(startedAt + (window + offset) * windowMs);
    asking.push(...Array.from({ length: burst }, ask));
  }
  await until(endsAt);
  await Promise.all(asking);
}

async function until(at: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
}

function figuresOf({ simulator }: ProcessSystem, from: number) {
  const end = from + windows * windowMs;
  const seen = simulator.requests.list().filter(({ time }) => time >= from && time < end);
  const ours = seen.filter(({ path }) => path !== otherPath);
  const refused = ours.filter(({ status }) => status === 429).length;
  const others = seen.filter(({ path, status }) => path === otherPath && status !== 429).length;
  return [
    {
      name: 'share used of what the other client leaves',
      unit: 'ratio',
      values: [(ours.length - refused) / (limit * windows - others)],
      goal: { atLeast: 0.9 },
      note: `${ours.length - refused} of ours and ${others} of the other client in ${windows} windows of ${limit}`,
    },
    {
      name: 'share of our requests that were refused',
      unit: 'ratio',
      values: [refused / ours.length],
      goal: { atMost: 0.02 },
    },
  ];
}
