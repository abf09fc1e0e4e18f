import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const events = ['lead.created'];
const api = useTestApi();

describe('the format of a webhook', () => {
  it('is standard unless another is named, and may be changed', async () => {
    const plain = await api.call('POST', '/webhooks', {
      body: { url: 'https://hooks.example.com/', events },
    });
    expect(plain.body).toMatchObject({ format: 'standard' });
    const chat = { url: 'https://hooks.example.com/chat', events, format: 'slack' };
    const { body } = await api.call('POST', '/webhooks', { body: chat });
    expect(body).toMatchObject(chat);
    const path = `/webhooks/${String(body['id'])}`;
    expect((await api.call('PATCH', path, { body: { format: 'teams' } })).body).toMatchObject({
      ...chat,
      format: 'teams',
    });
    const { body: audit } = await api.call('GET', '/audit');
    expect(JSON.stringify(audit)).toContain('"format":{"from":"slack","to":"teams"}');
  });

  it('is standard for a webhook that an earlier release has stored', async () => {
    const body = { url: 'https://hooks.example.com/earlier', events, format: 'slack' };
    const { id } = (await api.call('POST', '/webhooks', { body })).body;
    await api.mongo
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: String(id) }, { $unset: { format: 1 } });
    expect((await api.call('GET', `/webhooks/${String(id)}`)).body).toMatchObject({ format: 'standard' });
  });

  it('is one that there is', async () => {
    const { id } = (
      await api.call('POST', '/webhooks', { body: { url: 'https://hooks.example.com/x', events } })
    ).body;
    const refused = await api.call('PATCH', `/webhooks/${String(id)}`, { body: { format: 'discord' } });
    expect([refused.status, refused.body.error]).toMatchObject([400, { details: { field: 'format' } }]);
  });
});
