import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';
import { own, type Payload } from './payload.js';
import { unescapedPayload } from './plain-payload.js';

const parsed = (json: string): Payload => JSON.parse(json) as Payload;

describe('a payload without HTML escapes', () => {
  it('has none in any text at any depth', () => {
    expect(
      unescapedPayload({ a: 'R&amp;D', b: [{ c: ['Caf&amp;eacute;', 1, null] }, true], d: 'AT&T' }),
    ).toEqual({ a: 'R&D', b: [{ c: ['Café', 1, null] }, true], d: 'AT&T' });
  });

  it('is the same one if it had none', () => {
    const payload = { a: 'R&D', b: [{ c: ['AT&T'] }], d: null };
    expect(unescapedPayload(payload)).toBe(payload);
  });

  it('has keys that look like the prototype as keys, and a hostile depth does not matter', () => {
    const odd = unescapedPayload(parsed('{"__proto__": {"isAdmin": "&amp;"}}'));
    expect(own(odd, '__proto__')).toEqual({ isAdmin: '&' });
    const deep = parsed(`${'{"a":'.repeat(5_000)}"&amp;"${'}'.repeat(5_000)}`);
    expect(unescapedPayload(deep)).toBe(deep);
  });
});

describe('what a spreadsheet writes as a formula', () => {
  it.each<[string, unknown, unknown]>([
    ['external_id', '="0012"', '0012'],
    ['company', '= "Acme ""Works"" Ltd" ', 'Acme "Works" Ltd'],
    ['company', '=HYPERLINK("https://acme.example","Acme Ltd")', 'Acme Ltd'],
    ['website', '=HYPERLINK("https://acme.example"; "Acme Ltd")', 'https://acme.example'],
    [
      'Person Linkedin Url',
      '=LIEN_HYPERTEXTE("https://linkedin.com/in/jo";"Jo")',
      'https://linkedin.com/in/jo',
    ],
    ['E-Mail', '=hyperlink("mailto:jo@acme.example","Jo")', 'mailto:jo@acme.example'],
    ['company', '=HYPERLINK("https://acme.example")', 'https://acme.example'],
    ['emails', ['="jo@acme.example"'], ['jo@acme.example']],
    ['company', '=HYPERLINK(A1,"Acme")', '=HYPERLINK(A1,"Acme")'],
    ['company', '="Acme" & B1', '="Acme" & B1'],
    ['company', '=', '='],
    ['title', 'a = "b"', 'a = "b"'],
  ])('%s: %j is %j', (key, written, text) => {
    expect(unescapedPayload({ [key]: written })).toEqual({ [key]: text });
  });

  it('is the same person as without it', () => {
    const lead = { name: 'Jo Doe', email: 'jo@acme.example', company: 'Acme', phone: '+12025550143' };
    const quoted = Object.fromEntries(Object.entries(lead).map(([key, value]) => [key, `="${value}"`]));
    const { leadOf } = readingsOf('flat');
    expect(leadOf(quoted)).toEqual(leadOf(lead));
  });

  it('takes no longer the longer it is', () => {
    const written = `=HYPERLINK("${'""'.repeat(50_000)}`;
    expect(unescapedPayload({ company: written })).toEqual({ company: written });
  });
});
