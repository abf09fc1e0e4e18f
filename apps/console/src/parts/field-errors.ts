import { LeadbridgeError } from '@leadbridge/client';

/** What the service said of single fields of a form, by their names; empty where it is about none of them. */
export function fieldErrorsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof LeadbridgeError)) {
    return {};
  }
  const { field, errors } = error.details;
  const faults = (Array.isArray(errors) ? errors : []).flatMap((fault: unknown) =>
    isFault(fault) ? [[nameOf(fault.field), inWords(fault.message, fault.field)] as const] : [],
  );
  return {
    ...(typeof field === 'string' ? { [nameOf(field)]: inWords(error.message, field) } : {}),
    ...Object.fromEntries(faults),
  };
}

/** Whether all of a refusal stands beside fields of a form; otherwise it has to be told below them, too. */
export function areShownBeside(names: readonly string[], faults: Readonly<Record<string, string>>): boolean {
  const faulty = Object.keys(faults);
  return faulty.length > 0 && faulty.every((name) => names.includes(name));
}

function isFault(value: unknown): value is { readonly field: string; readonly message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The last part of a path: `qualification_data.fit_score` is the field `fit_score`. */
function nameOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The message without the raw name that it begins with: the field stands above it. */
function inWords(message: string, path: string): string {
  const text = [`"${path}"`, path, nameOf(path)].reduce(
    (rest, name) => (rest.startsWith(`${name} `) ? rest.slice(name.length + 1) : rest),
    message,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}
