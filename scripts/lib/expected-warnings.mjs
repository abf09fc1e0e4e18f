/** What the linter warns of although it is meant so, each with its reason. Any other warning fails the check, and so does one of these that is gone. */
export const expectedWarnings = [
  {
    rule: 'info-license',
    pointer: '#/info',
    reason: 'The document describes a service that its owner runs; terms are no part of it.',
  },
  {
    rule: 'no-ambiguous-paths',
    pointer: '#/paths/~1prospects~1{prospect_id}~1status',
    reason: 'Both addresses stand in the specification; ids are numbers, so "convert" is none.',
  },
  ...['health', 'livez', 'readyz'].map((path) => ({
    rule: 'operation-4xx-response',
    pointer: `#/paths/~1${path}/get/responses`,
    reason: 'Takes nothing that could be wrong, needs no credential and is refused by no limit.',
  })),
  ...['info', 'paths'].map((key) => ({
    rule: 'no-invalid-media-type-examples',
    pointer: `#/paths/~1openapi.json/get/responses/200/content/application~1json/example/${key}`,
    reason: 'The response is an OpenAPI document, which its own standard describes.',
  })),
  {
    rule: 'no-illogical-composition-keywords',
    pointer: '#/components/schemas/LeadInput/oneOf',
    reason:
      'An object under person, contact or data tells them apart: in the flat form none of them may be one.',
  },
  {
    rule: 'no-unused-components',
    pointer: '#/components/schemas/ProviderPayload',
    reason:
      'For programs that handle payloads; a lead names its parts, as OpenAPI Generator cannot nest unions.',
  },
  {
    rule: 'no-unused-components',
    pointer: '#/components/schemas/ErasureResult',
    reason: 'The result of a job of the type "erasure", which a job shows as an object.',
  },
];
