import { describe, expect, it } from '@jest/globals';
import { customFields, STATUSES } from '@leadbridge/domain';

import { cannedIo } from '../psa/testing/canned-io.js';
import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { resolveHaloMap } from './resolve-map.js';
import { preparedHalo } from './testing/prepared-halo.js';
import { whatHolds } from './what-holds.js';

const settings = haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' });

async function linesOf(changes: Parameters<typeof cannedIo>[0] = {}) {
  const map = await resolveHaloMap(cannedIo({ ...preparedHalo, ...changes }).io, settings, ['Provider A']);
  return { map, lines: whatHolds(map, settings.names) };
}

describe('what a check of a HaloPSA finds', () => {
  it('has a line for the credentials, each type, status and field, and the outcome, with their ids', async () => {
    const { map, lines } = await linesOf();
    expect(lines[0]).toMatch(/^the PSA responds and accepts the credentials/);
    const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect([count(/^ticket type '.+' is there \(\d+\)$/), map.typeIds.size]).toEqual([3, 3]);
    expect(count(/^status '.+' is there \(\d+\)$/)).toBe(map.statusIds.size);
    expect(count(/^custom field \d+ '.+' is .+ \(\d+\)$/)).toBe(
      customFields.filter(({ id }) => map.fields.has(id)).length,
    );
    expect(map.statusIds.size).toBeLessThanOrEqual(Object.values(STATUSES).flat().length);
    expect(count(/^outcome '.+' is there \(\d+\)$/)).toBe(1);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it.each([
    ['ticket types', '/TicketType', /^ticket type/],
    ['statuses', '/Status', /^status/],
    ['fields', '/FieldInfo', /^custom field/],
    ['outcomes', '/Outcome', /^outcome/],
  ])('has none for %s that are not there', async (_what, path, pattern) => {
    const { map, lines } = await linesOf({ [path]: [] });
    expect(lines.filter((line) => pattern.test(line))).toEqual([]);
    expect(map.problems.length).toBeGreaterThan(0);
    expect(lines.length).toBeGreaterThan(1);
  });
});
