import { describe, expect, it } from '@jest/globals';

import { changeConfigBody } from './config.js';

const messages = (body: unknown) =>
  changeConfigBody.validate(body, { abortEarly: false }).error?.details.map(({ message }) => message);

describe('a change of the configuration', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['one flag', { workflow: { auto_conversion: true } }],
    ['one key of a provider', { providers: { provider_a: { enabled: false } } }],
    ['a provider without a limit', { providers: { a: { rate_limit: 0 } } }],
    ['a provider name of 50 characters', { providers: { [`a${'9'.repeat(49)}`]: { kind: 'flat' } } }],
    ['empty lists of a provider', { providers: { a: { aliases: [], former_labels: [] } } }],
    ['a label in another script', { providers: { a: { label: '展示会 2026' } } }],
    ['a label of one character', { providers: { a: { label: 'x' } } }],
    ['names with their placeholders', { lists: { source: 'From <label>', industry: '<name>' } }],
    ['a status id of 0, which means none', { status_ids: { engaged: 0 } }],
    ['the largest status id', { status_ids: { engaged: 2_147_483_647 } }],
    ['the address as it was read', { psa: { base_url: 'https://psa.example.com/api' } }],
    ['a country', { default_country: 'GB' }],
  ])('may be %s', (_case, body) => {
    expect(changeConfigBody.validate(body)).toEqual({ value: body });
  });

  it.each<[string, object, string]>([
    [
      'a provider name in capitals',
      { providers: { Acme: { kind: 'flat' } } },
      'providers.Acme is not allowed',
    ],
    ['a provider name that begins with a digit', { providers: { '1a': {} } }, 'providers.1a is not allowed'],
    [
      'a provider name of 51 characters',
      { providers: { [`a${'9'.repeat(50)}`]: {} } },
      `providers.a${'9'.repeat(50)} is not allowed`,
    ],
    [
      'a limit with a fraction',
      { providers: { a: { rate_limit: 0.5 } } },
      'providers.a.rate_limit must be an integer',
    ],
    [
      'a limit of 1,000,001',
      { providers: { a: { rate_limit: 1_000_001 } } },
      'providers.a.rate_limit must be less than or equal to 1000000',
    ],
    [
      'a label that ends with a blank',
      { providers: { a: { label: 'Acme ' } } },
      'providers.a.label must not have leading or trailing whitespace',
    ],
    ['an empty label', { providers: { a: { label: '' } } }, 'providers.a.label is not allowed to be empty'],
    [
      '21 aliases',
      { providers: { a: { aliases: Array.from({ length: 21 }, (_, index) => `alias ${index}`) } } },
      'providers.a.aliases must contain less than or equal to 20 items',
    ],
    [
      'a list name without its placeholder',
      { lists: { source: 'All leads' } },
      'lists.source must hold <label>, in whose place comes the label of the source',
    ],
    [
      'a list name with the placeholder of another',
      { lists: { industry: 'Industry: <label>' } },
      'lists.industry must hold <name>, in whose place comes the industry',
    ],
    ['a list that is not known', { lists: { lukewarm: 'Lukewarm' } }, 'lists.lukewarm is not allowed'],
    ['a status that is not known', { status_ids: { lukewarm: 1 } }, 'status_ids.lukewarm is not allowed'],
    [
      'a status id above 32 bits',
      { status_ids: { engaged: 2_147_483_648 } },
      'status_ids.engaged must be less than or equal to 2147483647',
    ],
    [
      'a country in lower case',
      { default_country: 'gb' },
      'default_country must be two capital letters such as US',
    ],
    [
      'a code that is no country',
      { default_country: 'UK' },
      'default_country must be a country with telephone numbers, by its ISO 3166-1 code (GB for the United Kingdom)',
    ],
    ['a secret of the PSA', { psa: { client_secret: 'x' } }, 'psa.client_secret is not allowed'],
    ['null for a default', { workflow: null }, 'workflow must be of type object'],
  ])('may not be %s, and is refused with one message', (_case, body, message) => {
    expect(messages(body)).toEqual([message]);
  });

  it('may have 50 providers and not 51', () => {
    const providers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { kind: 'flat' }]));
    expect(messages({ providers: providers(50) })).toBeUndefined();
    expect(messages({ providers: providers(51) })).toEqual([
      'providers must have less than or equal to 50 keys',
    ]);
  });
});
