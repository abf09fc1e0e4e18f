import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../testing/test-api.js';

type Row = Readonly<Record<string, unknown>>;

describe('/config', () => {
  let api: TestApi;
  let other: TestApi;
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    api.call('PUT', '/config', { body, headers });

  beforeAll(async () => {
    const environment = { RATE_LIMIT_PER_HOUR: '100000', PSA_URL: 'http://127.0.0.1:9/psa' };
    api = await startTestApi({ environment });
    other = await startTestApi({ environment, beside: api });
  });

  afterAll(async () => {
    await other.close();
    await api.close();
  });

  beforeEach(async () => {
    await put({
      providers: { provider_a: { rate_limit: 0, enabled: true, label: 'Provider A', aliases: [] } },
    });
    await put({ providers: { provider_a: { former_labels: [] } } });
  });

  it('returns the whole configuration, without secrets, with its version', async () => {
    const { status, body, headers } = await api.call('GET', '/config');
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    expect(Object.keys(body).sort()).toEqual(
      ['company_matching', 'default_country', 'lists', 'providers', 'psa', 'status_ids', 'workflow'].sort(),
    );
    expect(body['psa']).toEqual({ base_url: 'http://127.0.0.1:9/psa', custom_fields_enabled: true });
    expect(body['providers']).toMatchObject({
      provider_a: {
        enabled: true,
        rate_limit: 0,
        label: 'Provider A',
        former_labels: [],
        aliases: [],
        kind: 'provider_a',
      },
    });
    expect(body['lists']).toMatchObject({ mid_market: 'Mid-Market', source: 'Source: <label>' });
  });

  it('merges a part, keeps the rest, and audits who changed what', async () => {
    const before = (await api.call('GET', '/config')).body;
    const { status, body } = await put({ providers: { provider_a: { rate_limit: 120 } } });
    expect(status).toBe(200);
    const providers = before['providers'] as Record<string, Record<string, unknown>>;
    expect(body).toEqual({
      ...before,
      providers: { ...providers, provider_a: { ...providers['provider_a'], rate_limit: 120 } },
    });
    const audit = await api.call('GET', '/audit?action=config.changed&limit=1');
    expect((audit.body['entries'] as unknown[])[0]).toMatchObject({
      target: { type: 'config', id: 'config' },
      actor: { kind: 'api_key', name: 'admin' },
      changes: { 'providers.provider_a.rate_limit': { from: 0, to: 120 } },
    });
  });

  it('accepts its own response, which changes nothing', async () => {
    const { body, headers } = await api.call('GET', '/config');
    const response = await put(body);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('rejects a lost update, and only one of many concurrent changes succeeds', async () => {
    const etag = (await api.call('GET', '/config')).headers.get('etag') ?? '';
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? api : other).call('PUT', '/config', {
          body: { providers: { provider_a: { rate_limit: 10 + index } } },
          headers: { 'If-Match': etag },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    const winner = responses.find(({ status }) => status === 200);
    expect((await api.call('GET', '/config')).body).toEqual(winner?.body);
    expect((await put({}, { 'If-Match': 'no tag' })).status).toBe(400);
  });

  it('loses none of many changes without a version', async () => {
    const names = ['hot', 'warm', 'cold', 'enterprise'];
    const responses = await Promise.all(
      names.map((name, index) =>
        (index % 2 === 0 ? api : other).call('PUT', '/config', {
          body: { lists: { [name]: `List ${name}` } },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await api.call('GET', '/config')).body['lists']).toMatchObject({
      hot: 'List hot',
      warm: 'List warm',
      cold: 'List cold',
      enterprise: 'List enterprise',
    });
  });

  it('takes effect in every process by itself', async () => {
    await put({ providers: { provider_a: { enabled: false } }, default_country: 'DE' });
    expect(api.services.settings.current().defaultCountry).toBe('DE');
    // How soon depends on the clock, and is tested with a fixed one.
    while (other.services.settings.current().defaultCountry !== 'DE') {
      await sleep(20);
    }
    const { sources } = other.services.settings.current();
    expect(sources.find(({ name }) => name === 'provider_a')?.enabled).toBe(false);
    const refused = await other.call('POST', '/validate/leads', {
      body: { source: 'provider_a', data: { first_name: 'A' } },
    });
    expect(refused.status).toBe(400);
    await put({ default_country: 'US' });
  });

  it('accepts a new provider with its kind, and every provider by its aliases', async () => {
    const added = await put({ providers: { partner_feed: { kind: 'provider_b', aliases: ['Feed'] } } });
    expect(added.body['providers']).toMatchObject({
      partner_feed: {
        enabled: true,
        rate_limit: 0,
        label: 'partner_feed',
        former_labels: [],
        aliases: ['Feed'],
        kind: 'provider_b',
      },
    });
    const response = await api.call('POST', '/validate/leads', {
      body: { source: 'feed', data: { first_name: 'Ada', email: 'ada@example.com' } },
    });
    expect(response.status).toBe(200);
  });

  it('stores every label that it replaces, through which opt-outs on earlier tickets find their provider', async () => {
    const labels = (response: { body: Readonly<Record<string, unknown>> }) => {
      const { label, former_labels: former } =
        (response.body['providers'] as Record<string, Row>)['provider_a'] ?? {};
      return [label, former];
    };
    expect(labels(await put({ providers: { provider_a: { label: 'Acme' } } }))).toEqual([
      'Acme',
      ['Provider A'],
    ]);
    // Like a user who reads the whole, changes the label and sends the whole back.
    const whole = (await api.call('GET', '/config')).body;
    const providers = whole['providers'] as Record<string, Row>;
    const changed = {
      ...whole,
      providers: { ...providers, provider_a: { ...providers['provider_a'], label: 'Ace' } },
    };
    expect(labels(await put(changed))).toEqual(['Ace', ['Provider A', 'Acme']]);
    const taken = await put({ providers: { provider_b: { label: 'acme' } } });
    expect({ status: taken.status, message: taken.body.error?.['message'] }).toEqual({
      status: 400,
      message: 'providers.provider_a.former_labels.1 is used by provider_b already',
    });
    expect(labels(await put({ providers: { provider_a: { label: 'Provider A' } } }))).toEqual([
      'Provider A',
      ['Acme', 'Ace'],
    ]);
  });

  it.each([
    ['an unknown key', { unknown: 1 }, 'unknown'],
    [
      'an unknown key of a provider',
      { providers: { provider_a: { secret: 'x' } } },
      'providers.provider_a.secret',
    ],
    [
      'a negative limit',
      { providers: { provider_a: { rate_limit: -1 } } },
      'providers.provider_a.rate_limit',
    ],
    ['half a limit', { providers: { provider_a: { rate_limit: 1.5 } } }, 'providers.provider_a.rate_limit'],
    [
      'a limit as text',
      { providers: { provider_a: { rate_limit: '5' } } },
      'providers.provider_a.rate_limit',
    ],
    ['a null', { providers: { provider_a: { rate_limit: null } } }, 'providers.provider_a.rate_limit'],
    ['a null for a provider', { providers: { provider_a: null } }, 'providers.provider_a'],
    ['a null for all', null, 'body'],
    ['a list', [], 'body'],
    [
      'a provider without a kind',
      { providers: { provider_z: { enabled: true } } },
      'providers.provider_z.kind',
    ],
    [
      'a provider named as our own source',
      { providers: { manual: { kind: 'provider_a' } } },
      'providers.manual',
    ],
    ['a label of another', { providers: { provider_a: { label: 'csv' } } }, 'providers.provider_a.label'],
    [
      'an alias of another',
      { providers: { provider_a: { aliases: ['Provider_B'] } } },
      'providers.provider_a.aliases.0',
    ],
    ['another PSA', { psa: { base_url: 'http://elsewhere.example.com' } }, 'psa.base_url'],
    ['an unknown status', { status_ids: { sleeping: 4 } }, 'status_ids.sleeping'],
    ['one id for two', { status_ids: { won: 4, lost: 4 } }, 'status_ids.lost'],
    [
      'the id of a status that is known without being set',
      { status_ids: { contacted: 1 } },
      'status_ids.contacted',
    ],
    ['no country', { default_country: 'ZZ' }, 'default_country'],
    ['a country by another name', { default_country: 'UK' }, 'default_country'],
    ['a union without numbers of its own', { default_country: 'EU' }, 'default_country'],
    ['an empty list name', { lists: { hot: ' ' } }, 'lists.hot'],
    ['one list for all sources', { lists: { source: 'Leads' } }, 'lists.source'],
    ['one list for all industries', { lists: { industry: 'Industry: <label>' } }, 'lists.industry'],
    ['a key of the prototype', JSON.parse('{"providers": {"__proto__": {"enabled": false}}}'), null],
  ])('rejects %s with 400, and changes nothing', async (_case, body: unknown, field) => {
    const before = await api.call('GET', '/config');
    const { status, body: response } = await put(body);
    expect({ status, code: response.error?.['code'] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    if (field !== null) {
      expect((response.error?.['details'] as Record<string, unknown>)['field']).toBe(field);
    }
    const after = await api.call('GET', '/config');
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });
});
