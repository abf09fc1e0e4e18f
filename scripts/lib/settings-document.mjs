import { join } from 'node:path';

import { checkout } from './checkout.mjs';

/** The document of all settings, which is made from their declarations. */
export const settingsFile = join(checkout, 'docs', 'operator', 'settings.md');

/**
 * The text of that document. The tables are the declared variables of each app; those that API and worker
 * share are listed once; `shownDefault` is that of `packages/platform`.
 */
export function settingsDocument({ api, worker, cli }, shownDefault) {
  const [ofApi, ofWorker, ofCli] = [api, worker, cli].map((variables) => Object.values(variables));
  const without = (variables, others) =>
    variables.filter(({ name }) => !others.some((other) => other.name === name));
  const onlyApi = without(ofApi, ofWorker);
  const lists = [
    ['API and workers', without(ofApi, onlyApi)],
    ['API', onlyApi],
    ['Workers', without(ofWorker, ofApi)],
    ['Command line', without(ofCli, ofApi)],
  ].map(([title, variables]) => `## ${title}\n\n${variables.map(lineOf).join('\n')}\n`);
  return `<!-- Made from the declarations in apps/*/src/config.ts: npm run generate:settings -->

# Settings

All settings, with their defaults in brackets. [Configure](configure.md) says how they are given, also as files.

${lists.join('\n')}`;

  function lineOf(variable) {
    const text = shownDefault(variable);
    const shown = text.startsWith('required') ? ` (**${text}**)` : text === 'none' ? '' : ` (\`${text}\`)`;
    return `- \`${variable.name}\`${shown}: ${variable.description}`;
  }
}
