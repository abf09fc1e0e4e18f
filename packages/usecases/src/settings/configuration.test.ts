import { describe, expect, it } from '@jest/globals';
import type { ConfigChange } from '@leadbridge/contracts';

import { adminOrigin } from '../access/testing/origin.js';
import type { AuditEntry } from '../ports/audit.js';
import type { ConfigStore } from '../ports/settings.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createConfiguration } from './configuration.js';

const psaUrl = 'https://psa.example.com/api';

/** @param rival called before each write, as another process that may write first */
function createWorld(rival: (write: (changes: ConfigChange) => void) => void = () => undefined) {
  let stored: { version: number; changes: ConfigChange } = { version: 0, changes: {} };
  let notified = 0;
  const audited: AuditEntry[] = [];
  const write = (changes: ConfigChange): void => {
    stored = { version: stored.version + 1, changes };
  };
  const store: ConfigStore = {
    find: async () => Promise.resolve(stored),
    async replace(expected, changes, _at, audit) {
      rival(write);
      if (stored.version !== expected) {
        return Promise.resolve(false);
      }
      write(changes);
      audited.push(audit);
      return Promise.resolve(true);
    },
  };
  const configuration = createConfiguration({
    ...{ store, psaUrl, clock: createManualClock(), defaultCountry: 'US' },
    async changed() {
      notified += 1;
      return Promise.resolve();
    },
  });
  return {
    ...{ configuration, audited },
    stored: () => stored,
    notified: () => notified,
    change: async (
      body: Parameters<typeof configuration.change>[0],
      expected: readonly number[] | null = null,
    ) => configuration.change(body, expected, adminOrigin),
  };
}

describe('reading the configuration', () => {
  it('shows the defaults in version 0, with the address of the PSA', async () => {
    const { version, config } = await createWorld().configuration.read();
    expect(version).toBe(0);
    expect(config).toMatchObject({
      psa: { base_url: psaUrl, custom_fields_enabled: true },
      default_country: 'US',
      company_matching: 'name',
    });
  });
});

describe('changing the configuration', () => {
  it('stores only the change, takes effect immediately, and is recorded by path', async () => {
    const world = createWorld();
    const { version, config } = await world.change({ lists: { hot: 'Now' }, default_country: 'DE' });
    expect(version).toBe(1);
    expect(config).toMatchObject({ lists: { hot: 'Now' }, default_country: 'DE' });
    expect(await world.configuration.read()).toEqual({ version, config });
    expect(world.stored().changes).toEqual({ lists: { hot: 'Now' }, default_country: 'DE' });
    expect(world.notified()).toBe(1);
    expect(world.audited).toEqual([
      {
        ...{ ...adminOrigin, action: 'config.changed', target: { type: 'config', id: 'config' } },
        changes: {
          'lists.hot': { from: expect.any(String), to: 'Now' },
          default_country: { from: 'US', to: 'DE' },
        },
      },
    ]);
  });

  it('does nothing without effect', async () => {
    const world = createWorld();
    expect(await world.change({ default_country: 'US' })).toMatchObject({ version: 0 });
    expect([world.audited.length, world.notified()]).toEqual([0, 0]);
  });

  it('records a value that was not there as null', async () => {
    const world = createWorld();
    await world.change({ status_ids: { engaged: 21 } });
    await world.change({ status_ids: { engaged: 0 } });
    expect(world.audited.map(({ changes }) => changes)).toEqual([
      { 'status_ids.engaged': { from: null, to: 21 } },
      { 'status_ids.engaged': { from: 21, to: null } },
    ]);
  });

  it('remembers the label that it replaces', async () => {
    const world = createWorld();
    const { config } = await world.change({ providers: { provider_a: { label: 'Alpha' } } });
    expect(config.providers['provider_a']).toMatchObject({ label: 'Alpha', former_labels: ['Provider A'] });
  });

  it('refuses a configuration with faults, and writes nothing', async () => {
    const world = createWorld();
    await expect(world.change({ providers: { acme: {} } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('There is no provider acme'),
    });
    expect(world.stored().version).toBe(0);
  });
});

describe('the address of the PSA', () => {
  it.each([psaUrl, `${psaUrl}/`])('may be sent back as %s', async (address) => {
    const world = createWorld();
    const { config } = await world.change({ psa: { base_url: address, custom_fields_enabled: false } });
    expect(config.psa).toEqual({ base_url: psaUrl, custom_fields_enabled: false });
    expect(world.stored().changes).toEqual({ psa: { custom_fields_enabled: false } });
  });

  it.each(['https://other.example.com/api', 'https://psa.example.com/api/v2', ''])(
    'cannot be changed to %j',
    async (address) => {
      const world = createWorld();
      await expect(world.change({ psa: { base_url: address } })).rejects.toMatchObject({
        message: 'psa.base_url is set by PSA_URL and cannot be changed here',
      });
      expect(world.stored().version).toBe(0);
    },
  );
});

describe('two writers', () => {
  it.each([
    ['the current version', [0], null],
    ['one of several versions', [7, 0], null],
    ['another version', [1], { status: 409, details: { reason: 'CONFIG_CHANGED', version: 0 } }],
    ['none', [], { status: 409, details: { reason: 'CONFIG_CHANGED', version: 0 } }],
  ])('may expect %s', async (_, expected, fault) => {
    const changed = createWorld().change({ default_country: 'DE' }, expected);
    await (fault === null
      ? expect(changed).resolves.toMatchObject({ version: 1 })
      : expect(changed).rejects.toMatchObject(fault));
  });

  it('both take effect if neither expects a version', async () => {
    let isFirst = true;
    const world = createWorld((write) => {
      if (isFirst) {
        isFirst = false;
        write({ lists: { hot: 'Theirs' } });
      }
    });
    const { version, config } = await world.change({ default_country: 'DE' });
    expect(version).toBe(2);
    expect(config).toMatchObject({ lists: { hot: 'Theirs' }, default_country: 'DE' });
    expect(world.audited.map(({ changes }) => changes)).toEqual([
      { default_country: { from: 'US', to: 'DE' } },
    ]);
  });

  it('cannot both write the version that they expect', async () => {
    const world = createWorld((write) => {
      write({ lists: { hot: 'Theirs' } });
    });
    await expect(world.change({ default_country: 'DE' }, [0])).rejects.toMatchObject({
      details: { reason: 'CONFIG_CHANGED', version: 1 },
    });
    expect(world.stored().changes).toEqual({ lists: { hot: 'Theirs' } });
  });

  it('end with a conflict if the other is faster ten times', async () => {
    let writes = 0;
    const world = createWorld((write) => {
      writes += 1;
      write({ lists: { hot: `Theirs ${writes}` } });
    });
    await expect(world.change({ default_country: 'DE' })).rejects.toMatchObject({
      ...{ status: 409, details: { reason: 'CONFIG_CHANGED' } },
    });
    expect([writes, world.notified()]).toEqual([10, 0]);
  });
});
