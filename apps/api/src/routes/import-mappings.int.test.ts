import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../testing/test-api.js';

const api = useTestApi();

const columns = [
  { column: 'Full name', field: 'name' },
  { column: 'a.b$c', field: null },
];

describe('mappings of columns', () => {
  it('are kept by their names for everybody who imports, replaced, and removed', async () => {
    const path = `/import-mappings/${encodeURIComponent('Trade fairs / "A" 50%')}`;
    const kept = await api.call('PUT', path, { body: { columns }, key: api.keys.operator });
    expect([kept.status, kept.body]).toMatchObject([200, { name: 'Trade fairs / "A" 50%', columns }]);
    await api.call('PUT', '/import-mappings/Another', { body: { columns } });
    const changed = { columns: [{ column: 'Mail', field: 'email' }] };
    await api.call('PUT', path, { body: changed });
    expect((await api.call('GET', '/import-mappings', { key: api.keys.operator })).body['mappings']).toEqual([
      expect.objectContaining({ name: 'Another', columns }),
      expect.objectContaining({ name: 'Trade fairs / "A" 50%', ...changed, updated_by: expect.any(String) }),
    ]);
    expect((await api.call('DELETE', path)).status).toBe(204);
    expect((await api.call('DELETE', path)).status).toBe(404);
    const { body } = await api.call('GET', '/audit?target_type=import_mapping');
    const target = { type: 'import_mapping', id: 'Trade fairs / "A" 50%' };
    expect(body['entries']).toMatchObject([
      { action: 'import_mapping.removed', target, changes: { columns: { from: changed.columns, to: null } } },
      {
        action: 'import_mapping.saved',
        target,
        changes: { columns: { from: columns, to: changed.columns } },
      },
      { action: 'import_mapping.saved', changes: { columns: { from: null, to: columns } } },
      {
        action: 'import_mapping.saved',
        actor: { kind: 'api_key', name: 'operator' },
        target,
        changes: { columns: { from: null, to: columns } },
      },
    ]);
  });

  it.each([
    ['no columns', []],
    ['a column twice', [columns[0], columns[0]]],
    ['a field that is none', [{ column: 'A', field: 'nothing' }]],
  ])('are refused with %s', async (_name, wrong) => {
    const { status, body } = await api.call('PUT', '/import-mappings/Wrong', { body: { columns: wrong } });
    expect([status, body.error?.['code']]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are at most 200, of which each can still be changed', async () => {
    await api.mongo.collection<{ _id: string }>('import_mappings').insertMany(
      Array.from({ length: 199 }, (_, index) => ({
        _id: `Full ${index}`,
        columns,
        updatedAt: new Date(),
        updatedBy: 'Key',
      })),
    );
    const tooMany = await api.call('PUT', '/import-mappings/One more', { body: { columns } });
    expect([tooMany.status, tooMany.body.error?.['message']]).toEqual([
      400,
      'There are 200 mappings already: remove one first',
    ]);
    expect((await api.call('PUT', '/import-mappings/Full 7', { body: { columns } })).status).toBe(200);
  });
});
