import { describe, expect, it } from '@jest/globals';

import { operationIdOf, templatePath } from './operation.js';

describe('operationIdOf', () => {
  it.each([
    ['put', '/leads/:lead_id/status', 'putLeadsByLeadIdStatus'],
    ['get', '/import-mappings/:name', 'getImportMappingsByName'],
    ['get', '/openapi.json', 'getOpenapiJson'],
    ['get', '/webhooks/:webhook_id/deliveries/:delivery_id', 'getWebhooksByWebhookIdDeliveriesByDeliveryId'],
    ['get', '/', 'get'],
  ] as const)('names %s %s', (method, path, name) => {
    expect(operationIdOf({ method, path })).toBe(name);
  });
});

describe('templatePath', () => {
  it.each([
    ['/leads/:lead_id', '/leads/{lead_id}'],
    ['/webhooks/:webhook_id/deliveries/:delivery_id', '/webhooks/{webhook_id}/deliveries/{delivery_id}'],
    ['/leads', '/leads'],
  ])('writes %s as %s', (path, template) => {
    expect(templatePath(path)).toBe(template);
  });
});
