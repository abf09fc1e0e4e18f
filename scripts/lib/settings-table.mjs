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
  const tables = [
    ['API and workers', without(ofApi, onlyApi)],
    ['API', onlyApi],
    ['Workers', without(ofWorker, ofApi)],
    ['Command line', without(ofCli, ofApi)],
  ];
  return [
    '<!-- Made from the declarations in apps/*/src/config.ts: npm run generate:settings -->',
    '# Settings',
    'All settings, with their defaults. [Configure](configure.md) says how they are given, also as files.',
    ...tables.flatMap(([title, variables]) => [`## ${title}`, tableOf(variables, shownDefault)]),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function tableOf(variables, shownDefault) {
  const rows = variables.map((variable) => [
    `\`${variable.name}\``,
    variable.description,
    emphasized(shownDefault(variable)),
  ]);
  const cells = [['Setting', 'Meaning', 'Default'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lineOf(cells[0]), rule, ...rows.map(lineOf)].join('\n');
}

function emphasized(text) {
  if (text.startsWith('required')) {
    return `**${text}**`;
  }
  return text === 'none' ? text : `\`${text}\``;
}
