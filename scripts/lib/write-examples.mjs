import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout } from './checkout.mjs';
import { examplesOf } from './response-examples.mjs';

/*
 * Writes the examples of the OpenAPI document, from the responses in the folder of the first parameter; with `--all` none of today's is
 * kept. Runs with `--conditions=leadbridge-source --import=tsx`.
 */
const { apiPrefix } = await import('../../apps/api/src/http/api-prefix.ts');
const { responseExamples } = await import('../../apps/api/src/openapi/generated/response-examples.ts');
const { operationIdOf } = await import('../../apps/api/src/openapi/operation.ts');
const { findRoute } = await import('../../apps/api/src/testing/check-declared.ts');
const { routeTable } = await import('../../apps/api/src/routes/index.ts');

const [, , folder, option] = process.argv;
const recorded = new Map();
for (const name of readdirSync(folder)) {
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
    const { method, path, status, text } = JSON.parse(line);
    const route = findRoute(method, path.startsWith(apiPrefix) ? path.slice(apiPrefix.length) : path);
    if (route !== undefined) {
      const key = `${operationIdOf(route)} ${status}`;
      recorded.set(key, [...(recorded.get(key) ?? []), JSON.parse(text)]);
    }
  }
}

const responses = routeTable.flatMap((route) =>
  Object.entries(route.responses)
    .filter(([, { schema }]) => schema !== null)
    .map(([status, { schema }]) => ({
      id: operationIdOf(route),
      status,
      isValid: (body) => body !== undefined && schema.validate(body, { convert: false }).error === undefined,
    })),
);
const { examples, missing } = examplesOf(responses, option === '--all' ? {} : responseExamples, recorded);
writeFileSync(
  join(checkout, 'apps', 'api', 'src', 'openapi', 'generated', 'response-examples.ts'),
  `/** Recorded by "npm run generate:examples"; not to be edited. */
export const responseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = ${JSON.stringify(examples, null, 2)};
`,
);
if (missing.length > 0) {
  process.stderr.write(`No test that ran got a response of:\n${missing.join('\n')}\n`);
  process.exitCode = 1;
}
