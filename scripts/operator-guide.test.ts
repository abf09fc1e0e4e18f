import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { shownDefault } from '@leadbridge/platform';

import { apiVariables } from '../apps/api/src/config.js';
import { cliVariables } from '../apps/cli/src/config.js';
import { workerVariables } from '../apps/worker/src/config.js';

const tables = { api: apiVariables, worker: workerVariables, cli: cliVariables };

const { settingsDocument, settingsFile } = (await import(
  new URL('./lib/settings-document.mjs', import.meta.url).href
)) as {
  settingsDocument(variables: typeof tables, shown: typeof shownDefault): string;
  settingsFile: string;
};

const folder = new URL('../docs/operator/', import.meta.url);
const guides = [
  new URL('../docs/operator.md', import.meta.url),
  ...readdirSync(folder).map((name) => new URL(name, folder)),
];

describe('the guide for operators', () => {
  it('lists every setting as it is declared (npm run generate:settings)', () => {
    expect(readFileSync(settingsFile, 'utf8')).toBe(settingsDocument(tables, shownDefault));
  });

  it('names no setting that does not exist', () => {
    const declared = new Set(
      Object.values(tables).flatMap((table) => Object.values(table).map(({ name }) => name)),
    );
    // Of the development start, of the OpenTelemetry SDK, and of the compose file.
    const elsewhere = new Set([
      ...['DATA_DIR', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER'],
      ...['BACKUP_FOLDER', 'BACKUP_USER', 'COMPOSE_PROFILES', 'PUBLISHED_ADDRESS'],
    ]);
    const named = guides.flatMap((guide) =>
      [...readFileSync(guide, 'utf8').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])`/g)].map(
        ([, name = '']) => name,
      ),
    );
    const errorCodes =
      /^(INTERNAL_ERROR|EXTERNAL_API_ERROR|EVENT_DISPATCH_STALLED|SET_ASIDE|TICKET_LOST|OPPORTUNITY_LOST)$/;
    expect(
      named.filter(
        (name) =>
          !declared.has(name.replace(/_FILE$/, '')) &&
          !declared.has(name) &&
          !elsewhere.has(name) &&
          !errorCodes.test(name),
      ),
    ).toEqual([]);
  });
});
