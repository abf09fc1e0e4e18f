import { afterAll, beforeAll, it } from '@jest/globals';
import { currentTestRun } from '@leadbridge/devkit';
import { psaKinds, type PsaKind, type PsaSimulator } from '@leadbridge/psa-simulator';

/** The kinds of which this run is to try the tests: see `scripts/lib/run-tests.mjs`. */
function ofThisRun<Kind extends { readonly name: string }>(kinds: readonly Kind[]): readonly Kind[] {
  const { psaKinds: chosen } = currentTestRun();
  return kinds.filter(({ name }) => chosen === 'all' || (chosen === 'usual') === (name === 'usual'));
}

/** Every kind of PSA, whatever the run. */
export const everyPsa: readonly PsaKind[] = Object.values(psaKinds);

/**
 * The kinds of PSA that the service may meet, for the acceptance suites: `describe.each(eachPsa)('… on the $name PSA', …)`; the name
 * of each such test has to contain that. `npm test` tries the usual kind, `npm run test:full` the others too. Legitimate
 * differences come from the kind's own settings.
 */
export const eachPsa: readonly PsaKind[] = ofThisRun(everyPsa);

/** Makes the simulator that kind of PSA for the tests of a `describe`. Its contents stay. */
export function usePsa({ name }: PsaKind, simulator: () => PsaSimulator): void {
  beforeAll(() => {
    simulator().setKind(name);
  });
  afterAll(() => {
    simulator().setKind('usual');
  });
}

type Dialect = Omit<PsaKind, 'name'> & { readonly name: PsaKind['name'] | 'halopsa' };

/** Every kind of PSA, plus a HaloPSA, for which the service uses another dialect, whatever the run. */
export const everyDialect: readonly Dialect[] = [
  ...everyPsa,
  { name: 'halopsa', dialect: {}, failure: null },
];

/** `eachPsa`, plus a HaloPSA. */
export const eachDialect: readonly Dialect[] = ofThisRun(everyDialect);

/** `it` for a case that is independent of the dialect: on a HaloPSA it only runs with `MATRIX=all`. */
export const itWhateverDialect = ({ name }: Dialect) =>
  name === 'halopsa' && !currentTestRun().wholeMatrix ? it.skip : it;

/** The settings that make a HaloPSA store what the PSA of the specification does: lists and categories. */
export const haloAsSpecified = {
  psaDialect: 'halopsa',
  psaLists: 'distribution',
  psaCategories: true,
} as const;

type Closing = { close(): Promise<void> } | { stop(): Promise<unknown> };

/** Like `usePsa`; with a HaloPSA the tests of the `describe` have their own harness. */
export function useDialect<Harness extends { readonly simulator: PsaSimulator } & Closing>(
  { name }: Dialect,
  harness: { get(): Harness; set(harness: Harness): void; openHalo(): Promise<Harness> },
): void {
  if (name !== 'halopsa') {
    usePsa(psaKinds[name], () => harness.get().simulator);
    return;
  }
  let ofSpecification: Harness;
  beforeAll(async () => {
    ofSpecification = harness.get();
    harness.set(await harness.openHalo());
  }, 120_000);
  afterAll(async () => {
    const opened = harness.get();
    await ('close' in opened ? opened.close() : opened.stop());
    harness.set(ofSpecification);
  });
}

/** `haloAsSpecified` for a service that runs as separate processes. */
export const haloAsSpecifiedEnv = {
  PSA_DIALECT: 'halopsa',
  PSA_LISTS: 'distribution',
  PSA_CATEGORIES: 'true',
  PSA_DEFAULTS: 'ticket.priority_id=3',
  PSA_SETTLE_SECONDS: '1',
} as const;
