import { readFileSync } from 'node:fs';

/**
 * Converts a variable's raw text to its value; throws `Error` with what was expected ("a port from 1 to
 * 65535").
 */
export type Parser<T> = (text: string) => T;

export interface Variable<T> {
  readonly name: string;
  readonly description: string;
  readonly parse: Parser<T>;
  /** The value if the variable is not set; without a fallback the variable is required. */
  readonly fallback?: T;
  /** True if a production start must not use the fallback. */
  readonly requiredInProduction?: boolean;
}

type VariableTable = Readonly<Record<string, Variable<unknown>>>;
type ConfigOf<T extends VariableTable> = {
  readonly [K in keyof T]: T[K] extends Variable<infer V> ? V : never;
};

/** What help and documents show as the default of a variable; `required` and `none` are no values. */
export function shownDefault(variable: Variable<unknown>): string {
  const { fallback, requiredInProduction } = variable;
  if (requiredInProduction === true) {
    return 'required in production';
  }
  if (!('fallback' in variable)) {
    return 'required';
  }
  const values: readonly unknown[] = Array.isArray(fallback) ? fallback : [fallback];
  return values.length === 0 || fallback === null ? 'none' : values.join(',');
}

/** The settings of an app are invalid; lists every error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads every declared variable from `environment` and reports all errors at once, by name. An empty text
 * counts as not set. Each variable `NAME` can be read from a file instead, whose path is in `NAME_FILE`, as
 * orchestrators mount secrets. `rules` are checks across variables; each returns a problem or null. Values
 * are never quoted, because they may be secrets.
 */
export function loadConfig<T extends VariableTable>(
  table: T,
  environment: Readonly<Record<string, string | undefined>>,
  options: { production: boolean; rules?: readonly ((config: ConfigOf<T>) => string | null)[] },
): ConfigOf<T> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(table)) {
    const { text, problem } = readText(variable.name, environment);
    if (problem !== null) {
      problems.push(problem);
      continue;
    }
    if (text === '') {
      const missing =
        !('fallback' in variable) || (options.production && variable.requiredInProduction === true);
      if (missing) {
        problems.push(`${variable.name} is required: ${variable.description}`);
      } else {
        values[key] = variable.fallback;
      }
      continue;
    }
    try {
      values[key] = variable.parse(text);
    } catch (error) {
      problems.push(`${variable.name}: expected ${error instanceof Error ? error.message : 'another value'}`);
    }
  }
  const config = values as ConfigOf<T>;
  if (problems.length === 0) {
    for (const rule of options.rules ?? []) {
      const problem = rule(config);
      if (problem !== null) {
        problems.push(problem);
      }
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return config;
}

/** The text of a variable, from the environment or from its file; empty if it is not set. */
function readText(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly text: string; readonly problem: string | null } {
  const text = environment[name]?.trim() ?? '';
  const path = environment[`${name}_FILE`]?.trim() ?? '';
  if (path === '') {
    return { text, problem: null };
  }
  if (text !== '') {
    return { text: '', problem: `${name} and ${name}_FILE: expected one of the two` };
  }
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === ''
      ? { text: '', problem: `${name}_FILE: expected a file that is not empty` }
      : { text: content, problem: null };
  } catch (error) {
    const code =
      typeof error === 'object' && error !== null && 'code' in error ? error.code : 'no reason given';
    return { text: '', problem: `${name}_FILE: expected a file that can be read (${String(code)})` };
  }
}
