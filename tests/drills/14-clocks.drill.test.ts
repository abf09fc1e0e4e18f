import { seededRandom } from '@leadbridge/psa-simulator';

import { clockOff } from '../support/clock-off.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { drill, exactly, type DrillFigure } from '../support/drill.js';
import { pause, secondsUntil, withWorkers } from '../support/drill-service.js';
import type { WorkerSystem } from '../support/start-system-here.js';

const people = 10;
const atOnce = 5;
const minuteMs = 60_000;
/** Of the PSA's clock, in seconds: a notification is taken within 300. */
const takenOffsets = [-290, -60, 0, 60, 290];
const refusedOffsets = [-3_600, -310, 310, 3_600];
/** In which of the two places the PSA says when it was, and in which form. */
const stampings = ['body', 'header', 'header in seconds'] as const;

interface Notice {
  readonly email: string;
  readonly ticketId: number;
  readonly offsetSeconds: number;
  readonly stamping: (typeof stampings)[number];
}

/** Every person opts out several times over; a last one by notifications that are all refused. */
function noticesOf(system: WorkerSystem, prefix: string, random: () => number): readonly Notice[] {
  const notices = Array.from({ length: people + 1 }, (_, index) => {
    const email = `${prefix}.${index}@left.example.com`;
    const ticketId = system.simulator.seedTicket({
      emailaddress: email,
      customfields: { 101: 'Provider A' },
    });
    const offsets = index === people ? refusedOffsets : [...takenOffsets, ...takenOffsets, ...refusedOffsets];
    return offsets.map((offsetSeconds) => ({
      email,
      ticketId,
      offsetSeconds,
      stamping: stampings[Math.floor(random() * stampings.length)] ?? 'body',
    }));
  }).flat();
  return notices
    .map((notice) => ({ notice, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ notice }) => notice);
}

async function send(system: WorkerSystem, { ticketId, offsetSeconds, stamping }: Notice): Promise<number> {
  const at = Date.now() + offsetSeconds * 1_000;
  const notification = optOutNotification(ticketId);
  const { status } =
    stamping === 'body'
      ? await notify(system, { ...notification, timestamp: new Date(at).toISOString() })
      : await notify(system, notification, {
          'x-webhook-timestamp':
            stamping === 'header' ? new Date(at).toISOString() : String(Math.floor(at / 1_000)),
        });
  return status;
}

async function optOuts(
  system: WorkerSystem,
  provider: SuppressionEndpoint,
  prefix: string,
  random: () => number,
): Promise<readonly DrillFigure[]> {
  const notices = noticesOf(system, prefix, random);
  let [wronglyTaken, wronglyRefused] = [0, 0];
  const left = [...notices];
  const sender = async (): Promise<void> => {
    for (let notice = left.pop(); notice !== undefined; notice = left.pop()) {
      const status = await send(system, notice);
      const isTaken = Math.abs(notice.offsetSeconds) <= 300;
      wronglyTaken += !isTaken && status !== 401 ? 1 : 0;
      wronglyRefused += isTaken && status !== 200 && status !== 202 ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const emails = [...new Set(notices.map(({ email }) => email))].filter(
    (email) => !email.startsWith(`${prefix}.${people}@`),
  );
  await secondsUntil('every opt-out at the provider', 120, () =>
    emails.every((email) => provider.pushed(email).length > 0),
  ).catch(() => undefined);
  // For pushes that would be one too many.
  await pause(2_000);
  const pushes = emails.map((email) => provider.pushed(email).length);
  return [
    { name: 'notifications', value: notices.length },
    exactly('taken that were to be refused', wronglyTaken, 0),
    exactly('refused that were to be taken', wronglyRefused, 0),
    exactly('opt-outs not pushed', pushes.filter((count) => count === 0).length, 0),
    exactly(
      'pushes too many',
      pushes.reduce((sum, count) => sum + Math.max(0, count - 1), 0) +
        provider.pushed(`${prefix}.${people}@left.example.com`).length,
      0,
    ),
  ];
}

drill({
  promise:
    'Notifications of the PSA that are up to five minutes off its clock are taken and others refused, also by workers whose clock is minutes off; repeated and out of order, they tell the provider once.',
  async run({ seed }) {
    const random = seededRandom(seed);
    const provider = await startSuppressionEndpoint();
    const figures: DrillFigure[] = [];
    try {
      for (const minutes of [5, -5]) {
        const options = {
          env: { PROVIDER_A_SUPPRESSION_URL: provider.origin },
          workerEnv: clockOff(minutes * minuteMs),
          simulator: { randomSeed: seed },
        };
        const prefix = minutes > 0 ? 'ahead' : 'behind';
        const measured = await withWorkers(options, async (system) =>
          optOuts(system, provider, prefix, random),
        );
        figures.push(...measured.map((figure) => ({ ...figure, name: `worker ${prefix}: ${figure.name}` })));
      }
      return figures;
    } finally {
      await provider.stop();
    }
  },
});
