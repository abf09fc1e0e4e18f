import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../cleansing/limits.js';
import type { ProviderKind } from '../model.js';
import { readingsOf } from '../testing/readings.js';

const flat = { first_name: 'Dana', last_name: 'Whitfield', email: 'dana@acme.test', company: 'Acme' };
const native = { firstName: 'Dana', lastName: 'Whitfield' };

const apollo = (organization: object) => ({
  person: { name: 'Dana Whitfield', email: flat.email, organization: { name: 'Acme', ...organization } },
});
const zoomInfo = (company: object) => ({
  contact: { ...native, email: flat.email, company: { name: 'Acme', ...company } },
});
const cognism = (account: object) => ({
  ...native,
  email: { address: flat.email },
  account: { name: 'Acme', ...account },
});
const lusha = (company: object) => ({
  contacts: [{ ...native, emails: [{ email: flat.email }], company: { name: 'Acme', ...company } }],
});
const hubSpot = (properties: object) => ({
  properties: { firstname: 'Dana', email: flat.email, company: 'Acme', ...properties },
});

type Place = readonly [kind: ProviderKind, field: number, payload: (value: unknown) => unknown];

/** Fields whose value is a text, as exports have it. */
const texts: readonly Place[] = [
  ['flat', 102, (value) => ({ ...flat, services_offered: value })],
  ['flat', 103, (value) => ({ ...flat, growth_signals: value })],
  ['flat', 104, (value) => ({ ...flat, project_pipelines: value })],
  ['flat', 106, (value) => ({ ...flat, Technologies: value })],
  ['flat', 113, (value) => ({ ...flat, location: value })],
  ['flat', 113, (value) => ({ ...flat, street: value })],
  ['provider_a', 102, (value) => apollo({ keywords: value })],
  ['provider_a', 106, (value) => apollo({ technology_names: value })],
  ['provider_b', 106, (value) => zoomInfo({ technologiesUsed: value })],
  ['provider_b', 113, (value) => zoomInfo({ street: value })],
  ['cognism', 106, (value) => cognism({ technologies: value })],
  ['lusha', 106, (value) => lusha({ technologies: value })],
  ['hubspot', 102, (value) => hubSpot({ services_offered: value })],
  ['hubspot', 113, (value) => hubSpot({ address: value })],
];
/** Fields whose value is a list. */
const lists: readonly Place[] = [
  ...texts.filter(([, field]) => field === 106),
  ['provider_a', 102, (value) => apollo({ keywords: value })],
  ['cognism', 102, (value) => cognism({ industry: value })],
];

function read([kind, field, payload]: Place, value: unknown) {
  const result = readingsOf(kind).read(payload(value));
  if (!result.ok) throw new Error(result.faults.map(({ message }) => message).join());
  return { text: String(result.lead.customFields[field]), warnings: result.warnings };
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `Word ${100 + index}`);
const shortened = (field: number) =>
  `The text of CF_${field} was shortened to ${LIMITS.customField} characters`;

describe('a long text of a custom field', () => {
  it.each(texts)('of %s for CF_%i is read whole, or shortened with a warning', (...place) => {
    const whole = words(190).join(', ');
    expect(read(place, whole)).toEqual({ text: whole, warnings: [] });
    for (const count of [210, 2_000, 20_000]) {
      const cut = read(place, words(count).join(', '));
      expect(cut.text).toBe(words(count).join(', ').slice(0, LIMITS.customField).trimEnd());
      expect(cut.warnings).toContain(shortened(place[1]));
    }
  });

  it('is whole for CF_102 where it stands for the services, though an industry is shorter', () => {
    const industry = words(50).join(', ');
    const place: Place = ['flat', 102, (value) => ({ ...flat, industry: value })];
    expect(read(place, industry)).toEqual({
      text: industry,
      warnings: [`The industry was shortened to ${LIMITS.word} characters`],
    });
  });

  it.each(lists)('of a list of %s for CF_%i too', (...place) => {
    expect(read(place, words(190))).toEqual({ text: words(190).join(', '), warnings: [] });
    for (const count of [210, 5_000]) {
      expect(read(place, words(count)).warnings).toContain(shortened(place[1]));
    }
  });
});

describe('a long text of research', () => {
  it.each(['public_research', 'news_articles', 'initial_notes'])(
    '%s is read whole, or shortened with a warning',
    (name) => {
      const of = (text: string) => {
        const result = readingsOf('flat').read({ ...flat, [name]: text });
        return result.ok ? [Object.values(result.lead.research).join(''), result.warnings] : result.faults;
      };
      const whole = words(900).join('\n');
      expect(of(whole)).toEqual([whole, []]);
      expect(of('x'.repeat(300_000))).toEqual([
        'x'.repeat(LIMITS.research),
        [`The text of ${name} was shortened to ${LIMITS.research} characters`],
      ]);
    },
  );
});
