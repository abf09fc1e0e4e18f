import { describe, expect, it } from '@jest/globals';
import type { MirrorCounts, MirrorState } from '@leadbridge/usecases';

import { clockAt, shownPart } from '../testing/shown.js';
import { mirrorPart } from './mirror-part.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const round = { startedAt: now - 60_000, finishedAt: now - 30_000 } as unknown as MirrorState['complete'];

const stateOf = (kind: MirrorState['kind'], changes: Partial<MirrorState> = {}): MirrorState => ({
  kind,
  version: 1,
  origin: 'https://psa.example',
  order: 'newest_first',
  scan: null,
  complete: round,
  missing: 0,
  unseen: 0,
  watermark: 100,
  nextWatermark: { id: 100, at: now, page: 1 },
  lastPage: 1,
  deltaAt: now,
  deltaScans: 7,
  demandedSince: null,
  rebuildJobId: null,
  ...changes,
});

const shownWith = (states: readonly MirrorState[], counts: Partial<Record<string, MirrorCounts>>) =>
  shownPart(mirrorPart, {
    clock: clockAt(now),
    mirror: {
      states: () => Promise.resolve(states),
      counts: (kind) => Promise.resolve(counts[kind] ?? { documents: 0, oldestObservedAt: null }),
    },
  }).read();

describe('the metrics of the mirror', () => {
  it('show the documents of each kind, whether it is complete, and how old the oldest is', async () => {
    const samples = await shownWith(
      [stateOf('tickets'), stateOf('clients', { complete: null, missing: 4_249, unseen: 1 })],
      {
        tickets: { documents: 25, oldestObservedAt: now - 120_000 },
        clients: { documents: 4, oldestObservedAt: now - 1_000 },
      },
    );
    expect(samples).toEqual({
      'psa_mirror_documents{kind="tickets"}': 25,
      'psa_mirror_documents{kind="clients"}': 4,
      'psa_mirror_complete{kind="tickets"}': 1,
      'psa_mirror_complete{kind="clients"}': 0,
      'psa_mirror_missing{kind="tickets"}': 0,
      'psa_mirror_missing{kind="clients"}': 4_250,
      'psa_mirror_oldest_seconds{kind="tickets"}': 120,
      'psa_mirror_oldest_seconds{kind="clients"}': 1,
      'psa_mirror_delta_scans{kind="tickets"}': 7,
      'psa_mirror_delta_scans{kind="clients"}': 7,
    });
  });

  it.each([
    ['that is empty', {}, null],
    [
      'of a PSA without a known order, because the mirror then decides nothing',
      { order: 'unknown' },
      now - 9,
    ],
    ['that was observed in the future of this clock', {}, now + 9_000],
  ] as const)('show an age of 0 for a kind %s', async (_, changes, oldestObservedAt) => {
    const samples = await shownWith([stateOf('contacts', changes)], {
      contacts: { documents: 1, oldestObservedAt },
    });
    expect(samples['psa_mirror_oldest_seconds{kind="contacts"}']).toBe(0);
  });

  it('show nothing without a mirror', async () => {
    expect(await shownWith([], {})).toEqual({});
  });
});
