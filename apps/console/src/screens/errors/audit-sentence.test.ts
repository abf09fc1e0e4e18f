import { auditActions as knownActions, type AuditView } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { auditActions, auditSentence } from './audit-sentence.js';

const jane = { id: 'usr_1', name: 'Jane Doe', kind: 'person' } as const;
const names = new Map([
  ['usr_2', 'Robin Roe'],
  ['wh_1', 'https://hooks.example.com/'],
]);

const entry = (
  action: AuditView['action'],
  target: AuditView['target'],
  more: Partial<AuditView> = {},
): Pick<AuditView, 'action' | 'actor' | 'target' | 'changes' | 'via'> => ({
  ...{ action, actor: jane, target, changes: {}, via: null, ...more },
});

it('the audit log can be filtered by every action', () => {
  expect(auditActions.toSorted()).toEqual(knownActions.toSorted());
});

describe('an entry of the audit log as a sentence', () => {
  it.each([
    [entry('user.changed', { type: 'user', id: 'usr_2' }), 'Jane Doe changed the account of Robin Roe.'],
    [entry('user.changed', { type: 'user', id: 'usr_1' }), 'Jane Doe changed their own account.'],
    [
      entry('user.changed', { type: 'user', id: 'usr_3' }),
      'Jane Doe changed the account of somebody who has been removed.',
    ],
    [
      entry(
        'user.invited',
        { type: 'user', id: 'usr_3' },
        { changes: { email: { from: null, to: 'a@example.com' } } },
      ),
      'Jane Doe invited a@example.com.',
    ],
    [entry('api_key.revoked', { type: 'api_key', id: 'key_1' }), 'Jane Doe revoked an API key.'],
    [
      entry('webhook.tested', { type: 'webhook', id: 'wh_1' }),
      'Jane Doe tested the webhook https://hooks.example.com/.',
    ],
    [
      entry(
        'webhook.removed',
        { type: 'webhook', id: 'wh_2' },
        { changes: { url: { from: 'https://gone.example.com', to: null } } },
      ),
      'Jane Doe removed the webhook https://gone.example.com.',
    ],
    [
      entry('import_mapping.saved', { type: 'import_mapping', id: 'Fair' }),
      'Jane Doe saved the column mapping “Fair”.',
    ],
    [entry('config.changed', { type: 'config', id: 'config' }), 'Jane Doe changed the settings.'],
    [
      entry('mcp.plan_import', { type: 'job', id: 'job_1' }, { via: 'mcp' }),
      'Jane Doe planned an import through an assistant.',
    ],
    [
      entry(
        'webhook.changed',
        { type: 'webhook', id: 'wh_1' },
        {
          actor: { id: 'leadbridge', name: 'Leadbridge', kind: 'service' },
        },
      ),
      'Leadbridge changed the webhook https://hooks.example.com/.',
    ],
  ])('%j', (given, sentence) => {
    expect(auditSentence(given, names)).toBe(sentence);
  });
});
