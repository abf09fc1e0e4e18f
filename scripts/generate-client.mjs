import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, fail, offerHelp, requireNode } from './lib/checkout.mjs';
import { runNode } from './lib/run.mjs';

offerHelp(`
npm run generate:client [-- --check <file>]

Writes the types of packages/client anew, from the API's own document. Needed after every change of the document: a new endpoint, a
field, a description. With --check it writes nothing, and fails where they are not those of the document in the file.
`);
requireNode();

const [, , option, documentFile] = process.argv;
const isCheck = option === '--check';
const { clientTypesFile, clientTypesOf } = await import('./lib/client-types.mjs');
const types = await clientTypesOf(
  isCheck ? JSON.parse(readFileSync(documentFile, 'utf8')) : await sourceDocument(),
);
if (!isCheck) {
  writeFileSync(clientTypesFile, types);
} else if (types !== readFileSync(clientTypesFile, 'utf8')) {
  fail(
    'The document of the API has changed: run "npm run generate:client", and commit packages/client/src/generated.',
  );
}
process.stdout.write('The types of packages/client are those of the document.\n');

/** From the sources, without a build: what is built on the client may not compile before its types are those of the document. */
async function sourceDocument() {
  const { exitCode, output } = await runNode(
    [
      '--conditions=leadbridge-source',
      '--import=tsx',
      join(checkout, 'scripts', 'lib', 'print-document.mjs'),
    ],
    { quiet: true },
  );
  if (exitCode !== 0) {
    process.stderr.write(output);
    fail('The document of the API could not be built (see above).');
  }
  return JSON.parse(output);
}
