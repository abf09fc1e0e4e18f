/** The two parts of a person's name. */
export interface NameParts {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** What may follow a name behind a comma, without dots and in capitals. */
const NAME_SUFFIXES: ReadonlySet<string> = new Set(
  (
    'JR SR II III IV ESQ PHD EDD DBA MD DDS DVM RN JD LLM MBA MSC BSC PE PMP CPA CFA CISSP CISM CISA PHR SPHR ' +
    'SHRM-CP SHRM-SCP'
  ).split(' '),
);

/**
 * First and last name from a full name on one line: `Jane van Dyk`, `van Dyk, Jane`. A degree or a
 * generational suffix behind a comma is no given name: `Jane Doe, PhD` is Jane, and stays with the last name.
 */
export function partedName(fullName: string): NameParts {
  const parts = fullName.split(',').flatMap((part) => part.trim() || []);
  const { named, suffixes } = withoutSuffixes(parts);
  const [family = '', ...given] = named;
  if (given.length === 0 || (given.length > 1 && family.includes(' '))) {
    const [head = '', ...rest] = named.join(', ').split(' ');
    return nameParts(head, [rest.join(' '), ...suffixes]);
  }
  return nameParts(given.join(', '), [family, ...suffixes]);
}

/** Of one word before the comma, it is unknown whether the suffix belongs to it: it may be initials. */
function withoutSuffixes(parts: readonly string[]): {
  named: readonly string[];
  suffixes: readonly string[];
} {
  const isNamed = parts.length > 2 || (parts[0] ?? '').includes(' ');
  const end = isNamed
    ? parts.findLastIndex((part, index) => index === 0 || !isSuffix(part)) + 1
    : parts.length;
  return { named: parts.slice(0, end), suffixes: parts.slice(end) };
}

function isSuffix(part: string): boolean {
  return part.split(' ').every((word) => NAME_SUFFIXES.has(word.replaceAll('.', '').toUpperCase()));
}

function nameParts(first: string, last: readonly string[]): NameParts {
  const lastName = last.filter((part) => part !== '').join(', ');
  return { firstName: first === '' ? null : first, lastName: lastName === '' ? null : lastName };
}
