import type { LookupAddress, LookupOptions } from 'node:dns';

import { describe, expect, it } from '@jest/globals';

import { createAddressGuard } from './address-guard.js';
import { createGuardedLookup, refusedAddressCode, type ResolvedAddress } from './guarded-lookup.js';

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 });

function look(resolved: readonly ResolvedAddress[] | Error, options: LookupOptions = { all: true }) {
  const lookup = createGuardedLookup(createAddressGuard([]), () =>
    resolved instanceof Error ? Promise.reject(resolved) : Promise.resolve(resolved),
  );
  return new Promise<string | LookupAddress[]>((resolve, reject) => {
    lookup('hooks.example.com', options, (error, addresses) => {
      if (error === null) {
        resolve(addresses);
      } else {
        reject(error);
      }
    });
  });
}

describe('the guarded look-up', () => {
  it('returns public addresses', async () => {
    expect(await look([v4('8.8.8.8'), v6('2606:4700::1')])).toEqual([v4('8.8.8.8'), v6('2606:4700::1')]);
  });

  it('returns a single one if requested, of the requested family', async () => {
    const both = [v4('8.8.8.8'), v6('2606:4700::1')];
    expect(await look(both, {})).toBe('8.8.8.8');
    expect(await look(both, { family: 6 })).toBe('2606:4700::1');
    expect(await look(both, { family: 'IPv4', all: true })).toEqual([v4('8.8.8.8')]);
  });

  it('omits the private ones of a name that has both', async () => {
    expect(await look([v4('10.0.0.1'), v4('8.8.8.8'), v6('::1')])).toEqual([v4('8.8.8.8')]);
  });

  it.each([[[v4('127.0.0.1')]], [[v4('169.254.169.254'), v6('fd00::1')]], [[v6('::ffff:10.0.0.1')]], [[]]])(
    'refuses a name with only private ones: %j',
    async (resolved) => {
      await expect(look(resolved)).rejects.toMatchObject({ code: refusedAddressCode });
    },
  );

  it('passes on why a name cannot be resolved', async () => {
    const fault = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    await expect(look(fault)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('resolves the names of this machine without DNS', async () => {
    const lookup = createGuardedLookup(createAddressGuard(['127.0.0.0/8']));
    const addresses = await new Promise((resolve, reject) => {
      lookup('localhost', { all: true, family: 4 }, (error, found) =>
        error === null ? resolve(found) : reject(error),
      );
    });
    expect(addresses).toEqual([v4('127.0.0.1')]);
  });
});
