import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openBrowser } from '../../apps/api/src/testing/oidc-browser.js';
import { startOidcIssuer, type OidcIssuer } from '../../apps/api/src/testing/oidc-issuer.js';
import { addPerson, behindProxy, logIn } from '../../apps/api/src/testing/people.js';
import { startTestApi, type TestApi } from '../../apps/api/src/testing/test-api.js';
import { recordCommands } from '../support/count-commands.js';

describe('the commands that MongoDB gets for a sign-in', () => {
  let issuer: OidcIssuer;
  let api: TestApi;

  beforeAll(async () => {
    issuer = await startOidcIssuer({ publicUrl: 'http://leads.example.com' });
    api = await startTestApi({ environment: { ...behindProxy, ...issuer.settings } });
  });

  afterAll(async () => {
    await api.close();
    await issuer.stop();
  });

  async function commandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const record = recordCommands();
    await work();
    record.stop();
    return record.sent.filter(({ isOfWork }) => isOfWork).map(({ name }) => name);
  }

  it('at the issuer are fewer than for one by password, whose session it writes in the same way', async () => {
    const user = await addPerson(api, 'viewer');
    issuer.person = { sub: 'one', email: user.email, email_verified: true, groups: ['readers'] };
    const signIn = async (): Promise<unknown> => openBrowser(api, issuer).signIn();
    const byPassword = await commandsOf(async () => logIn(api, user));
    await signIn();
    const atIssuer = await commandsOf(signIn);
    expect(byPassword).toEqual([
      ...['find', 'findAndModify', 'find', 'update', 'insert', 'insert', 'commitTransaction', 'delete'],
    ]);
    expect(atIssuer).toEqual(['find', 'update', 'insert', 'insert', 'commitTransaction']);
  });

  it('are none before somebody comes back from the issuer', async () => {
    const browser = openBrowser(api, issuer);
    expect(await commandsOf(async () => browser.begin())).toEqual([]);
    expect(await commandsOf(async () => browser.call('GET', '/auth/methods'))).toEqual([]);
  });
});
