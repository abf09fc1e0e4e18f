import { callerOf } from '../support/caller.js';
import { drill, percentile, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  askEveryMs,
  pause,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
} from '../support/drill-service.js';

const sickMs = 4_000;
/** What other routes may take on any machine, and how many times of what they take beside a PSA that works. */
const limitMs = 200;
const slowdown = 3;
const forms = [
  { name: 'errors', fault: { kind: 'error', status: 500 } },
  { name: 'pages of HTML', fault: { kind: 'html_502' } },
  { name: 'cut connections', fault: { kind: 'drop' } },
  { name: 'half a response', fault: { kind: 'drop', when: 'during' } },
  { name: 'no response', fault: { kind: 'hang' } },
] as const;

drill({
  promise:
    'When the PSA fails, whatever the form, no lead is lost, other routes respond as before, and the health response says within 15 seconds that it fails and that it is well again.',
  async run({ seed }) {
    return await withService({ simulator: { randomSeed: seed } }, async (system) => {
      const { faults } = system.simulator;
      const api = callerOf(system);
      const psaState = async (): Promise<unknown> => {
        const { body } = await api.call('GET', '/health');
        return (body['services'] as Readonly<Record<string, unknown>>)['psa'];
      };
      const durationsOfOthers = async (): Promise<readonly number[]> => {
        const durations: number[] = [];
        for (const end = performance.now() + sickMs; performance.now() < end; await pause(50)) {
          const startedAt = performance.now();
          await api.call('GET', '/leads?limit=1');
          durations.push(performance.now() - startedAt);
        }
        return durations;
      };
      const bulks = [await sendBulk(system, rowsWithDuplicates(1_000 * forms.length, 50, seed))];
      const usual = percentile(await durationsOfOthers(), 0.99);
      const figures: DrillFigure[] = [];
      const durations: number[] = [];
      for (const [index, { name, fault }] of forms.entries()) {
        faults.set({ ...fault, path: '/api/*/*' });
        faults.set({ ...fault, path: '/api/*' });
        bulks.push(await sendBulk(system, rowsWithDuplicates(1_000 * index, 50, seed + index)));
        const failing = await secondsUntil(
          `health to say failing with ${name}`,
          60,
          async () => (await psaState()) === 'failing',
          askEveryMs,
        );
        durations.push(...(await durationsOfOthers()));
        faults.clear();
        const well = await secondsUntil(
          `health to say connected after ${name}`,
          60,
          async () => (await psaState()) === 'connected',
          askEveryMs,
        );
        figures.push(
          { name: `${name}: told after`, value: failing, unit: 's', atMost: 15 },
          { name: `${name}: told well after`, value: well, unit: 's', atMost: 15 },
        );
      }
      return [
        ...figures,
        {
          name: 'other routes p99',
          value: percentile(durations, 0.99),
          unit: 'ms',
          atMost: Math.max(limitMs, slowdown * usual),
        },
        ...(await accountsOf(system, bulks)),
      ];
    });
  },
});
