import { describe, expect, it } from '@jest/globals';

import type { JobPace } from '../ports/jobs.js';
import { createRollingWindow } from '../testing/rolling-window.js';
import { createUndoWorld } from './testing/undo-world.js';

/** An undo of leads on two lists, under 500 calls in 300 s. */
async function undoOf(leads: number, othersOnLists: number) {
  const window = createRollingWindow(() => world.clock);
  const world = createUndoWorld({ takesSlot: window.takesSlot });
  for (let index = 0; index < leads; index += 1) {
    world.putCreated(index);
  }
  for (const name of ['CSV Leads', 'Hot']) {
    const list = world.psa.addList(name);
    const items = Array.from(
      { length: leads },
      (_, index) => [300 + index, 10_000 * list.id + index] as const,
    );
    world.listed.set(list.id, new Map(items));
    for (let other = 0; other < othersOnLists; other += 1) {
      list.items.set(50_000_000 + other, 900_000 + other);
    }
  }
  const jobId = world.addJob({});
  const samples: { readonly made: number; readonly left: number }[] = [];
  const { note } = world.deps.runs;
  Object.assign(world.deps.runs, {
    note: async (...given: Parameters<typeof note>) => {
      const { pace } = given[1] as { readonly pace?: JobPace };
      if (pace !== undefined) {
        const { total, processed } = await world.deps.runs.progress(jobId);
        const left = (total - processed) * pace.callsPerRow - (pace.callsUnderWay ?? 0);
        samples.push({ made: world.psa.calls.length, left });
      }
      await note(...given);
    },
  });
  const decidedAfterRuns: number[] = [];
  for (;;) {
    const result = await world.undo(jobId, false);
    decidedAfterRuns.push(world.outcomesOf(jobId).filter((outcome) => outcome !== null).length);
    if (result.done) {
      return { calls: world.psa.calls, outcomes: world.outcomesOf(jobId), samples, decidedAfterRuns };
    }
    window.waitForFree();
  }
}

describe('an undo under 500 calls in 300 s', () => {
  it.each([
    [54, 0],
    [200, 0],
    [400, 5_000],
  ])(
    'of %d leads, beside %d others on each of two lists, needs at most 3.2 calls a lead, and shows its progress in the first window',
    async (leads, others) => {
      const { calls, outcomes, samples, decidedAfterRuns } = await undoOf(leads, others);
      expect(outcomes).toEqual(Array.from({ length: leads }, () => 'undone'));
      expect(calls.length).toBeLessThanOrEqual(3.2 * leads);
      expect(decidedAfterRuns[0]).toBeGreaterThan(0);
      // From a quarter of its way on, it knows how many calls are left.
      const wrong = samples.filter(({ made, left }) => {
        const really = calls.length - made;
        return made > calls.length / 4 && Math.abs(left - really) > Math.max(0.25 * really, 10);
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe('an undo of an import whose list items the PSA has not named', () => {
  it.each([
    [20, 5_900],
    [60, 5_900],
    [60, 100],
  ])('of %d leads reads the list once, among %d others, whatever a window has', async (leads, others) => {
    const window = createRollingWindow(() => world.clock, 200);
    const world = createUndoWorld({ takesSlot: window.takesSlot, pageRows: 10 });
    const list = world.psa.addList('CSV Leads');
    for (let index = 0; index < leads + others; index += 1) {
      list.items.set(50_000 + index, index < leads ? 300 + index : 900_000 + index);
    }
    Array.from({ length: leads }, (_, index) => world.putCreated(index));
    world.listed.set(list.id, new Map(Array.from({ length: leads }, (_, index) => [300 + index, null])));
    const jobId = world.addJob({});
    for (let windows = 1; !(await world.undo(jobId)).done && windows < 20; windows += 1) {
      window.waitForFree();
    }
    expect(new Set(world.outcomesOf(jobId))).toEqual(new Set(['undone']));
    expect(list.items.size).toBe(others);
    const pages = Math.ceil((leads + others) / 10);
    expect(world.psa.calls.filter((call) => call === 'listPlaces').length).toBeLessThanOrEqual(2 * pages);
    expect(world.psa.calls.length).toBeLessThanOrEqual(2 * pages + 5 * leads);
  });
});

describe('an undo in a PSA whose list shows no order', () => {
  it('goes on ticket by ticket if the list has more pages than a window has calls', async () => {
    const leads = 2_600;
    const window = createRollingWindow(() => world.clock);
    const world = createUndoWorld({ takesSlot: window.takesSlot, pageRows: 5 });
    for (let index = 0; index < leads; index += 1) {
      // Neither newest nor oldest first.
      world.putCreated(index % 2 === 0 ? index : leads - index);
    }
    const jobId = world.addJob({});
    for (let windows = 1; !(await world.undo(jobId, false)).done && windows < 20; windows += 1) {
      window.waitForFree();
    }
    expect(new Set(world.outcomesOf(jobId))).toEqual(new Set(['undone']));
    expect(world.psa.calls.length).toBeLessThanOrEqual(3.2 * leads);
  });
});
