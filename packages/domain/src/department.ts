import { toWords } from './comparison-form.js';

/** The values of CF_110. */
export const DEPARTMENTS = [
  'IT',
  'Finance',
  'Operations',
  'Sales',
  'Marketing',
  'HR',
  'Engineering',
  'Legal',
  'Product',
  'Customer Support',
  'Executive',
  'Other',
] as const;

export type Department = (typeof DEPARTMENTS)[number];

/** The first match counts: a chief financial officer works in finance. */
const RULES: readonly (readonly [RegExp, Department])[] = [
  [
    /\b(?:customer (?:support|success|service|care|experience)|support|help ?desk|client services?)\b/,
    'Customer Support',
  ],
  [/\b(?:human resources?|hr|people|talent|recruit\w*|chro)\b/, 'HR'],
  [/\b(?:legal|counsel|attorney|lawyer|compliance|paralegal)\b/, 'Legal'],
  [
    /\b(?:financ\w*|account(?:ing|ant|ants)|controller|treasur\w*|tax|audit\w*|payroll|cfo|bookkeep\w*)\b/,
    'Finance',
  ],
  [
    /\b(?:information technology|it|information (?:systems?|security)|infrastructure|network\w*|cyber\w*|security|sys ?admin\w*|systems? administrator|database\w*|cio|ciso)\b/,
    'IT',
  ],
  [
    /\b(?:engineer\w*|develop(?:er|ers)|software|technical|technology|devops|architect|r & d|research|cto|data science\w*)\b/,
    'Engineering',
  ],
  [
    /\b(?:marketing|brand\w*|communications?|content|seo|public relations|growth|media|advertising|cmo)\b/,
    'Marketing',
  ],
  [/\b(?:product|ux|design\w*|cpo)\b/, 'Product'],
  [
    /\b(?:sales|account (?:executive|manager|director)|business development|revenue|cro|partnerships?|commercial)\b/,
    'Sales',
  ],
  [
    /\b(?:operations?|operational|logistics|supply chain|procurement|purchasing|manufacturing|production|facilities|project management|program management|coo|administration|administrative)\b/,
    'Operations',
  ],
  [
    /\b(?:c suite|c level|executive|chief|founder|co ?founder|owner|president|ceo|managing director|general manager|management|board)\b/,
    'Executive',
  ],
];

/** The department for a job title or a provider's term; null if there is nothing to read. */
export function departmentOf(text: string | null): Department | null {
  const words = toWords(text);
  if (words === '') return null;
  return RULES.find(([pattern]) => pattern.test(words))?.[1] ?? 'Other';
}
