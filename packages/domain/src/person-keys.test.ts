import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { dedupeKey } from './dedupe-key.js';
import { newTicket } from './new-ticket.js';
import { factsOfLead, factsOfTicket, gatingKeys, personKeys, upgradedKey } from './person-keys.js';
import { suppressionKeyText } from './suppression-key.js';
import { type aLead, anEmptyLead, aTicket, source } from './testing/leads.js';

const texts = (keys: ReturnType<typeof personKeys>) => keys.map(suppressionKeyText);
const acme = { name: 'Acme', website: null, phone: null };
const zoe = anEmptyLead({
  firstName: 'Zoë',
  lastName: 'Miller',
  email: 'zoe@acme.example',
  phone: '+12025550123',
  company: acme,
});

describe('the keys of a person', () => {
  it('are all that an import may contain, the most specific first', () => {
    expect(texts(personKeys([factsOfLead(zoe)]))).toEqual([
      'email:zoe@acme.example',
      'company-person:acme-zoemiller',
      'phone-person:12025550123-zoemiller',
      'phone:12025550123',
    ]);
    expect(texts(personKeys([factsOfLead({ ...zoe, company: { ...acme, name: null } })]))).toEqual([
      'email:zoe@acme.example',
      'phone-person:12025550123-zoemiller',
      'phone:12025550123',
    ]);
    expect(personKeys([factsOfLead(anEmptyLead({ firstName: 'Zoë', lastName: 'Miller' }))])).toEqual([]);
    expect(personKeys([])).toEqual([]);
  });

  it('combine what different sources say about the same person', () => {
    const other = { ...zoe, lastName: 'Smith', phone: '+12025550199', company: { ...acme, name: 'Beta' } };
    expect(texts(personKeys([factsOfLead(zoe), factsOfLead(other)])).toSorted()).toEqual(
      [
        'email:zoe@acme.example',
        ...['acme', 'beta'].flatMap((company) => [
          `company-person:${company}-zoemiller`,
          `company-person:${company}-zoesmith`,
        ]),
        ...['12025550123', '12025550199'].flatMap((phone) => [
          `phone-person:${phone}-zoemiller`,
          `phone-person:${phone}-zoesmith`,
          `phone:${phone}`,
        ]),
      ].toSorted(),
    );
  });

  it('are the same for a lead that was stored with HTML escapes', () => {
    const clean = { ...zoe, lastName: "O'Brien", company: { ...acme, name: 'Procter & Gamble' } };
    const stored = { ...zoe, lastName: 'O&#39;Brien', company: { ...acme, name: 'Procter &amp; Gamble' } };
    expect(personKeys([factsOfLead(stored)])).toEqual(personKeys([factsOfLead(clean)]));
  });

  it('start with the deduplication key of every lead that has one', () => {
    const maybe = (value: string) => fc.constantFrom(value, null);
    const lead = fc
      .record({ email: maybe('a@b.example'), phone: maybe('+12025550123'), firstName: maybe('Ann') })
      .chain((known) => maybe('Acme').map((name) => anEmptyLead({ ...known, company: { ...acme, name } })));
    fc.assert(
      fc.property(lead, (known) => {
        const [first] = gatingKeys(personKeys([factsOfLead(known)])).filter(
          ({ kind }) => kind !== 'phone-person',
        );
        expect(first === undefined ? null : suppressionKeyText(first)).toBe(dedupeKey(known)?.key ?? null);
      }),
    );
  });

  it('are the same for a ticket and for the lead that it was created from', () => {
    const { summary } = newTicket(zoe, source('provider_a'), { customFields: true, reference: 'job_1#0' });
    const ticket = aTicket({ summary, email: 'Zoe@Acme.example', userName: null, clientName: null });
    expect(texts(personKeys(factsOfTicket(ticket, '(202) 555-0123', 'US')))).toEqual(
      texts(personKeys([factsOfLead(zoe)])),
    );
    const renamed = aTicket({ ...ticket, clientName: 'Acme Holdings' });
    expect(texts(personKeys(factsOfTicket(renamed, '(202) 555-0123', 'US')))).toEqual(
      expect.arrayContaining([
        ...texts(personKeys([factsOfLead(zoe)])),
        'company-person:acmeholdings-zoemiller',
      ]),
    );
    const bare = aTicket({ summary: '+12025550123', email: null, userName: null, clientName: null });
    expect(texts(personKeys(factsOfTicket(bare, null, 'US')))).toEqual(['phone:12025550123']);
    const unread = aTicket({ summary: 'Please call', email: 'n/a', userName: null, clientName: null });
    expect(personKeys(factsOfTicket(unread, null, 'US'))).toEqual([]);
  });
});

describe('the keys of an opted-out person that block imports', () => {
  it('are all except a number that others may share', () => {
    expect(texts(gatingKeys(personKeys([factsOfLead(zoe)])))).toEqual([
      'email:zoe@acme.example',
      'company-person:acme-zoemiller',
      'phone-person:12025550123-zoemiller',
    ]);
    expect(texts(gatingKeys(personKeys([factsOfLead({ ...zoe, email: null })])))).not.toContain(
      'phone:12025550123',
    );
  });

  it('are the number if nothing else identifies the person', () => {
    const unnamed = anEmptyLead({ phone: '+12025550123' });
    expect(texts(gatingKeys(personKeys([factsOfLead(unnamed)])))).toEqual(['phone:12025550123']);
    const nowhere = { ...unnamed, firstName: 'Zoë' };
    expect(texts(gatingKeys(personKeys([factsOfLead(nowhere)])))).toContain('phone:12025550123');
  });

  it('stay the number for a record that is identified by it, whatever is added', () => {
    const first = anEmptyLead({ phone: '+12025550123', firstName: 'Zoë' });
    const second = anEmptyLead({ phone: '+12025550123', company: acme });
    const keys = personKeys([factsOfLead(first), factsOfLead(second)]);
    expect(texts(gatingKeys(keys, 'phone:12025550123'))).toContain('phone:12025550123');
    expect(texts(gatingKeys(keys, 'phone:12025550199'))).not.toContain('phone:12025550123');
  });

  it('match no colleague in the same office, and the person under another address', () => {
    const gates = new Set(texts(gatingKeys(personKeys([factsOfLead(zoe)]))));
    const meets = (changes: Parameters<typeof aLead>[0]) =>
      texts(personKeys([factsOfLead({ ...zoe, ...changes })])).filter((key) => gates.has(key));
    expect(meets({ email: 'max@acme.example', firstName: 'Max' })).toEqual([]);
    expect(meets({ email: 'zoe@home.example' })).toHaveLength(2);
    expect(meets({ email: 'zoe@home.example', company: { ...acme, name: 'Beta' } })).toEqual([
      'phone-person:12025550123-zoemiller',
    ]);
    expect(meets({ email: 'zoe@home.example', company: { ...acme, name: 'Beta' }, phone: null })).toEqual([]);
  });
});

describe('the keys of a name', () => {
  const keysOf = (personName: string, companyName = 'Acme') =>
    texts(personKeys([{ personName, companyName, phone: '+12025550123' }]));

  it('are the same with and without what is no name', () => {
    const plain = ['company-person:acme-janedoe', 'phone-person:12025550123-janedoe'];
    for (const name of ['Dr. Jane Doe', 'Jane Doe, FCA', 'Jane Doe (they/them)', 'Prof. Dr. Jane Doe 🚀']) {
      expect(keysOf(name)).toEqual(expect.arrayContaining(plain));
    }
    expect(keysOf('Jane Doe, Jr.')).not.toContain(plain[0]);
  });

  it('are the same with and without strokes, and include the former ones', () => {
    for (const name of ['Søren Łæð', 'Soren Laed']) {
      expect(keysOf(name, 'Ørsted')).toContain('company-person:orsted-sorenlaed');
    }
    expect(keysOf('Søren Łæð', 'Ørsted')).toContain('company-person:ørsted-sørenłæð');
    expect(keysOf('Jane Doe, PhD')).toContain('company-person:acme-janedoephd');
  });

  it('are the same with and without the sign of a trade mark, and include the former ones', () => {
    expect(keysOf('Jane Doe', 'Acme™')).toEqual(
      expect.arrayContaining(['company-person:acme-janedoe', 'company-person:acmetm-janedoe']),
    );
  });

  it('are none for a placeholder, in the former form neither', () => {
    expect(keysOf('None None')).toEqual(['phone:12025550123']);
    expect(keysOf('Jane Doe', '#REF!').filter((key) => key.startsWith('company'))).toEqual([]);
  });
});

describe('the key of a record that an earlier release wrote', () => {
  const facts = { email: null, companyName: 'Ørsted', personName: 'Søren Ty, PhD', phone: null };

  it.each([
    ['company-person:ørsted-sørentyphd', 'company-person:orsted-sorenty'],
    ['company-person:ørsted-sørentyphd|job_1/7', 'company-person:orsted-sorenty|job_1/7'],
    ['company-person:ørsted-sørentyphdx', 'company-person:ørsted-sørentyphdx'],
    ['email:søren@ørsted.example', 'email:søren@ørsted.example'],
  ])('%s becomes %s', (former, key) => {
    expect(upgradedKey(former, [facts])).toBe(key);
  });

  it('of an address with a typographic sign becomes that of the typed one', () => {
    const email = 'o’neil@example.com';
    expect(upgradedKey(`email:${email}|job/1`, [{ ...facts, email }])).toBe("email:o'neil@example.com|job/1");
    expect(upgradedKey(`email:${email}`, [facts])).toBe(`email:${email}`);
  });

  it('stays if its company is a placeholder', () => {
    const former = 'company-person:none-janedoe';
    expect(upgradedKey(former, [{ ...facts, companyName: 'None', personName: 'Jane Doe' }])).toBe(former);
  });
});
