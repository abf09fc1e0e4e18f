import { describe, expect, it } from '@jest/globals';

import { createRollingWindow } from '../testing/rolling-window.js';
import { processSuppressions } from './process-suppressions.js';
import { begunAt } from './testing/memory-suppressions.js';
import { createSuppressionWorld } from './testing/suppression-world.js';

const opted = 100;
const maxWindows = 20;

/** Adds the tickets of opt-outs to their list, of which a killed worker has left some attempted. */
async function listed({
  others,
  attempted,
  calls,
}: Readonly<Record<'others' | 'attempted' | 'calls', number>>) {
  const window = createRollingWindow(() => world.clock, calls);
  const world = createSuppressionWorld({ takesSlot: window.takesSlot, pageRows: 10 });
  const { psa, store } = world;
  const list = psa.addList('Do Not Contact');
  for (let other = 0; other < others; other += 1) {
    list.items.set(1_000_000 + other, 900_000 + other);
  }
  const ids: string[] = [];
  for (let index = 0; index < opted; index += 1) {
    const ticketId = 300 + index;
    const { suppressionId } = world.add({ ticketId, marks: ['list'], pushAt: null, ticketAt: begunAt });
    ids.push(suppressionId);
    if (index < attempted) {
      const group = { groupId: `lst_${index}`, jobId: suppressionId, listId: list.id, ticketIds: [ticketId] };
      store.groups.set(group.groupId, { ...group, ofOptOuts: true, state: 'attempted' });
      list.items.set(2_000_000 + index, ticketId);
    }
  }
  let windows = 1;
  for (; windows < maxWindows; windows += 1) {
    await processSuppressions(world.deps, ids);
    if (ids.every((id) => world.find(id)?.marks.length === 0)) {
      break;
    }
    window.waitForFree();
  }
  const items = new Set(psa.ticketsOn('Do Not Contact').filter((ticketId) => ticketId < 300 + opted));
  return { calls: psa.calls.length, windows, listed: items.size };
}

describe('the list of opt-outs', () => {
  it.each([
    ['takes many in a request', 6_000, 0, 500, 11, 1],
    ['is looked at once for those that a killed worker has left', 2_000, 10, 500, 211, 1],
    ['is looked at for ten at once', 1_000, 20, 500, 213, 1],
    ['is not looked at where it is longer than a window', 6_000, 20, 500, 1_010, 3],
    ['is not looked at where others leave too little of a window', 6_000, 20, 260, 530, 3],
  ])('%s: %i others, %i attempted, %i calls left', async (_what, others, attempted, left, calls, windows) => {
    expect(await listed({ others, attempted, calls: left })).toEqual({ calls, windows, listed: opted });
  });
});

/** Posts the notes of opt-outs, which a killed worker has left attempted, and of which it has posted some. */
async function noted({ posted, calls }: Readonly<Record<'posted' | 'calls', number>>) {
  const window = createRollingWindow(() => world.clock, calls);
  const world = createSuppressionWorld({ takesSlot: window.takesSlot });
  const ids = Array.from({ length: opted }, (_, index) => {
    const [ticketId, reference] = [300 + index, `ref-${index}.`];
    const note = { reference, text: `Opted out ${reference}`, attempted: true };
    if (index < posted) {
      world.psa.actions.set(index, { id: index, ticketId, note: note.text });
    }
    return world.add({ ticketId, notes: [note], pushAt: null, ticketAt: begunAt }).suppressionId;
  });
  let windows = 1;
  for (; windows < maxWindows; windows += 1) {
    await processSuppressions(world.deps, ids);
    if (ids.every((id) => world.find(id)?.notes.length === 0)) {
      break;
    }
    window.waitForFree();
  }
  const notes = Array.from({ length: opted }, (_, index) => world.psa.notesOf(300 + index).length);
  return { calls: world.psa.calls.length, windows, once: notes.every((count) => count === 1) };
}

describe('the notes of opt-outs that a killed worker has left', () => {
  it.each([
    ['all posted', opted, 500, 100, 1],
    ['none posted', 0, 500, 110, 1],
    ['none posted, in a small window', 0, 30, 142, 5],
    ['half posted, in a small window', 50, 30, 131, 5],
  ])('are looked for in tens: %s: %i posted, %i calls left', async (_what, posted, left, calls, windows) => {
    expect(await noted({ posted, calls: left })).toEqual({ calls, windows, once: true });
  });
});
