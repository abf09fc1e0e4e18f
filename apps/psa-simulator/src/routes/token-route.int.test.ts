import { describe, expect, it } from '@jest/globals';

import { askForToken, psaCaller, send } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

describe('the token service', () => {
  const psa = startSimulator();

  const callWith = (authorization: string | undefined): Promise<number> =>
    send(`${psa.url}/api/Status`, authorization === undefined ? {} : { headers: { authorization } }).then(
      (response) => response.status,
    );

  it('issues a bearer token for client credentials in a form', async () => {
    const response = await askForToken(psa);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'all',
    });
    expect(await callWith(`Bearer ${(response.body as { access_token: string }).access_token}`)).toBe(200);
  });

  it('takes a tenant in the query', async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: psa.clientId,
      client_secret: psa.clientSecret,
      scope: 'all',
    });
    expect((await send(`${psa.url}/auth/token?tenant=example`, { method: 'POST', body: form })).status).toBe(
      200,
    );
  });

  it('issues a token without a scope too, and then refuses it everywhere', async () => {
    const response = await askForToken(psa, { scope: '' });
    expect(response.status).toBe(200);
    const token = (response.body as { access_token: string }).access_token;
    expect(await callWith(`Bearer ${token}`)).toBe(401);
  });

  it.each([
    ['another secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['another client', { client_id: 'wrong' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 'unsupported_grant_type'],
  ])('refuses %s', async (_name, fields, error) => {
    const response = await askForToken(psa, fields);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error });
  });

  it('refuses credentials in JSON', async () => {
    const response = await send(`${psa.url}/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: psa.clientId }),
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'invalid_request' });
  });

  it('refuses calls without a token, with another one, and with another scheme', async () => {
    expect(await callWith(undefined)).toBe(401);
    expect(await callWith('Bearer made-up')).toBe(401);
    expect(await callWith(`Basic ${btoa('user:password')}`)).toBe(401);
  });

  it('refuses tokens after their lifetime, and after all were withdrawn', async () => {
    psa.setTokenLifetime(0);
    const expired = await askForToken(psa);
    expect(expired.body).toMatchObject({ expires_in: 0 });
    expect(await callWith(`Bearer ${(expired.body as { access_token: string }).access_token}`)).toBe(401);

    psa.setTokenLifetime(3600);
    const call = await psaCaller(psa);
    expect((await call('GET', '/Status')).status).toBe(200);
    psa.expireTokens();
    expect((await call('GET', '/Status')).status).toBe(401);
  });
});
