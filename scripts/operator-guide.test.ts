import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { apiVariables } from '../apps/api/src/config.js';
import { cliVariables } from '../apps/cli/src/config.js';
import { workerVariables } from '../apps/worker/src/config.js';

interface Variable {
  readonly name: string;
  readonly description: string;
  readonly fallback?: string | number | boolean | Buffer | readonly unknown[] | null;
  readonly requiredInProduction?: boolean;
}

const guide = readFileSync(new URL('../docs/operator.md', import.meta.url), 'utf8');

/** The rows of the first table under a heading, their cells trimmed. */
function tableUnder(heading: string): string[][] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [table = ''] = /^\|[^]*?(?=\n(?!\|))/mu.exec(section) ?? [];
  const rows = table.split('\n');
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function shownDefault({ fallback, requiredInProduction }: Variable): string {
  if (requiredInProduction === true) {
    return '**required in production**';
  }
  if (fallback === undefined) {
    return '**required**';
  }
  const isNone = fallback === null || (Array.isArray(fallback) && fallback.length === 0);
  return isNone ? 'none' : `\`${Array.isArray(fallback) ? fallback.join(',') : String(fallback)}\``;
}

function declaredRows(): string[][] {
  const ofApi: readonly Variable[] = Object.values(apiVariables);
  const ofWorker: readonly Variable[] = Object.values(workerVariables);
  const has = (variables: readonly Variable[], name: string): boolean =>
    variables.some((variable) => variable.name === name);
  const workerAlone = ofWorker.filter(({ name }) => !has(ofApi, name));
  return [...ofApi, ...workerAlone].map((variable) => {
    const { name, description } = variable;
    const reader = !has(ofWorker, name) ? 'API' : has(ofApi, name) ? 'both' : 'worker';
    return [`\`${name}\``, reader, description, shownDefault(variable)];
  });
}

describe('the guide for operators', () => {
  it('lists every setting as it is declared: who reads it, what it means, its default', () => {
    const byName = (rows: string[][]): string[][] => [...rows].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect(byName(tableUnder('Settings'))).toEqual(byName(declaredRows()));
  });

  it('names no setting that does not exist', () => {
    const variables: readonly Variable[] = [apiVariables, workerVariables, cliVariables].flatMap((table) =>
      Object.values(table),
    );
    const declared = new Set(variables.map(({ name }) => name));
    // Of the development start, of the OpenTelemetry SDK, and of the compose file.
    const elsewhere = new Set([
      ...['DATA_DIR', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER'],
      ...['COMPOSE_PROFILES', 'PUBLISHED_ADDRESS'],
    ]);
    const named = [...guide.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])`/g)].map(([, name = '']) => name);
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
