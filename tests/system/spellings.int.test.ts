import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { sampled } from '../support/sampled.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

/** Some of those in `packages/domain/src/testing/spellings.ts`. */
const spellingsOf = (name: string): readonly string[] => [
  `${name}@example.com`,
  `${name}\u200b@example.com`,
  `\u202a${name}@example.com\u202c`,
  `${name}@exam\u00adple.com`,
  `${name}\ufe0f@example.com`,
  `${name}@example.com\u{e0041}`,
  `${name}@example.com.`,
  `<${name}@example.com>`,
  `mailto:${name}@example.com`,
  `${name}＠ｅｘａｍｐｌｅ．ｃｏｍ`,
  `${name}\u3164@example.com`,
  `"${name}@example.com"`,
];

const leadsOf = (emails: readonly string[]) =>
  emails.map((email, index) => flatLead(index, { email, company: null, phone: null }));

const ticketsOf = (email: string) =>
  system.simulator.tickets().filter(({ user_email: own }) => own === email);

describe.each(eachPsa)('an address in other spellings, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  /** The plain one, and others: all of them on the usual PSA. */
  const spellings = (name: string): readonly [string, ...string[]] => {
    const [plain = '', ...others] = spellingsOf(`${name}.${kind.name}`);
    return [plain, ...(kind.name === 'usual' ? others : sampled(others, 3))];
  };

  it('matches the one that opted out: no import of it makes a ticket', async () => {
    const [plain, ...others] = spellings('opted.out');
    const { status } = await api.call('POST', '/suppressions', { email: plain });
    expect(status).toBe(201);

    const { body } = await api.importBulk(leadsOf([plain, ...others]));
    const results = body['results'] as readonly { result: string }[];
    expect(results.map(({ result }) => result)).toEqual(['preserved']);
    for (const email of others) {
      const single = await api.importLead({ ...flatLead(1, { company: null, phone: null }), email });
      expect([email, single.body['result']]).toEqual([email, 'preserved']);
    }
    expect(ticketsOf(plain)).toEqual([]);
  });

  it('is suppressed although the opt-out used one of them', async () => {
    const [plain, ...others] = spellings('written.oddly');
    await api.call('POST', '/suppressions', { email: others.at(-1) });
    const single = await api.importLead({ ...flatLead(2, { company: null, phone: null }), email: plain });
    expect(single.body['result']).toBe('preserved');
    const path = `/suppressions?email=${encodeURIComponent(others[0] ?? '')}`;
    expect((await api.call('GET', path)).body['suppressions']).toHaveLength(1);
  });

  it('is one ticket, whatever spelling came first, in one request or several', async () => {
    const [plain, ...others] = spellings('one.person');
    const emails = [...others.toReversed(), plain];
    const { body } = await api.importBulk(leadsOf(emails));
    expect(body).toMatchObject({ successful: 1, failed: emails.length - 1 });
    const errors = body['errors'] as readonly { error: string }[];
    expect(new Set(errors.map(({ error }) => error))).toEqual(new Set(['Duplicate email address']));
    for (const email of emails) {
      expect((await api.importLead(leadsOf([email])[0] ?? {})).body['result']).not.toBe('created');
    }
    expect(ticketsOf(plain)).toHaveLength(1);
  });
});
