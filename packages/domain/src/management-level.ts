import { toWords } from './comparison-form.js';

/** The values of CF_109. */
export const MANAGEMENT_LEVELS = [
  'C-Suite',
  'VP',
  'Director',
  'Manager',
  'Senior',
  'Entry',
  'Owner',
  'Partner',
  'Other',
] as const;

/** A value of CF_109. */
export type ManagementLevel = (typeof MANAGEMENT_LEVELS)[number];

/**
 * The first match counts: an assistant to the CEO has no such level, and a vice president is not a president.
 */
const RULES: readonly (readonly [RegExp, ManagementLevel])[] = [
  [/\b(?:assistant to|(?:executive|personal|administrative) assistant)\b/, 'Entry'],
  [/\b(?:vp|[sea]vp|vice president)\b/, 'VP'],
  [/\b(?:c suite|c level|chief|president|c[efotimprs]o|ciso|chro|cdo|executive board)\b/, 'C-Suite'],
  [/\b(?:founder|co ?founder|proprietor|(?<!product |process |system |service )owner)\b/, 'Owner'],
  [/(?<!business )\bpartner\b(?! \w)/, 'Partner'],
  [/\b(?:director|head)\b/, 'Director'],
  [/\bnon manager\b/, 'Other'],
  [/\b(?:manager|supervisor|team lead|teamlead|superintendent)\b/, 'Manager'],
  [/\b(?:senior|sr|principal|staff|lead|expert)\b/, 'Senior'],
  [/\b(?:junior|jr|entry|intern|trainee|apprentice|graduate|assistant|associate|clerk)\b/, 'Entry'],
];

/**
 * The management level for a job title or a provider's own term (`c_suite`, `VP-Level`); null if there is
 * nothing to read, `Other` if nothing matches.
 */
export function managementLevel(text: string | null): ManagementLevel | null {
  const words = toWords(text);
  if (words === '') return null;
  return RULES.find(([pattern]) => pattern.test(words))?.[1] ?? 'Other';
}
