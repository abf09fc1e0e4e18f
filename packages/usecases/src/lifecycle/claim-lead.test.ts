import { describe, expect, it, jest } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { withLead } from './claim-lead.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';

describe('work on a lead', () => {
  it('holds the lead exclusively, under a growing fence, and releases it', async () => {
    const { deps, holders } = createLifecycleWorld();
    const fenceOf = async () =>
      withLead(deps, 12, 'lifecycle', async ({ fence }) => {
        expect([...holders.keys()]).toEqual(['lead:12']);
        return Promise.resolve(fence);
      });
    const first = await fenceOf();
    expect(await fenceOf()).toBeGreaterThan(first);
    expect(holders.size).toBe(0);
  });

  it('does not start while other work holds the lead, and does not release that claim', async () => {
    const { deps, holders } = createLifecycleWorld();
    holders.set('lead:12', 'another');
    let hasBegun = false;
    const work = withLead(deps, 12, 'lifecycle', async () => {
      hasBegun = true;
      return Promise.resolve();
    });
    await expect(work).rejects.toThrow(RecordBusyError);
    expect([hasBegun, holders.get('lead:12')]).toEqual([false, 'another']);
    await expect(withLead(deps, 13, 'lifecycle', async () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('releases the lead if it fails', async () => {
    const { deps, holders } = createLifecycleWorld();
    const work = withLead(deps, 12, 'lifecycle', async () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(holders.size).toBe(0);
  });

  it('writes nothing to the PSA if it was frozen until other work took over the lead', async () => {
    const { deps, holders, psa } = createLifecycleWorld();
    const frozenUntil = performance.now() + 60_000;
    const time = jest.spyOn(performance, 'now');
    const thrown: unknown = await withLead(deps, 12, 'lifecycle', async ({ session }) => {
      time.mockReturnValue(frozenUntil);
      holders.set('lead:12', 'another');
      await session.updateTicket(300, { status_id: 5 });
    }).catch((error: unknown) => error);
    time.mockRestore();
    expect(thrown).toBeInstanceOf(StaleClaimError);
    expect([psa.writes, psa.tickets.get(300)?.statusId]).toEqual([[], 3]);
    expect(holders.get('lead:12')).toBe('another');
  });

  it('calls the PSA with the given priority', async () => {
    const { deps } = createLifecycleWorld();
    const asked: string[] = [];
    const psa = {
      session(context: Parameters<typeof deps.psa.session>[0]) {
        asked.push(context.priority);
        return deps.psa.session(context);
      },
    };
    await withLead({ ...deps, psa }, 12, 'opt_out', async () => Promise.resolve());
    expect(asked).toEqual(['opt_out']);
  });
});
