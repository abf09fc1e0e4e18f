export interface Banner {
  readonly origin: string;
  readonly adminKey: string;
  /** Where the first admin sets name and password; null once there is one. */
  readonly firstAdminLink: string | null;
  readonly logFile: string;
  /** The simulator's page; null where a PSA of one's own is used. */
  readonly simulator: string | null;
  readonly dataDirectory: string;
  /** What this start has set for the apps: commands that work beside the service need the same. */
  readonly commandSettings: Readonly<Record<string, string>>;
}

const exampleLead = {
  source: 'provider_a',
  data: {
    first_name: 'Alex',
    last_name: 'Example',
    email: 'alex@example.com',
    company: 'Example Software Ltd',
    title: 'Director of IT',
  },
};

/** What a newcomer needs after the start, on one screen: where everything is, a first lead, and the way in for a browser. */
export function renderBanner({
  origin,
  adminKey,
  firstAdminLink,
  logFile,
  simulator,
  dataDirectory,
  commandSettings,
}: Banner): string {
  const exported = Object.entries(commandSettings).map(([name, value]) => `${name}='${value}'`);
  const places: [string, string][] = [
    ['API', `${origin}/api/v1`],
    ['Admin key', adminKey],
    ['Documents', `${origin}/docs`],
    ['Console', `${origin}/console`],
    ...(simulator === null ? [] : [['PSA simulator', simulator] as [string, string]]),
    ['Data', dataDirectory],
    ['Log', logFile],
  ];
  return [
    '',
    'Leadbridge is ready.',
    '',
    ...places.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    ...(firstAdminLink === null
      ? []
      : ['Create your account (this link works once, within an hour):', '', `  ${firstAdminLink}`, '']),
    'Import a lead:',
    '',
    `  curl -i ${origin}/api/v1/sync/leads \\`,
    `    -H 'Authorization: Bearer ${adminKey}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(exampleLead)}'`,
    '',
    ...(simulator === null ? [] : [`Then look at ${simulator} for its ticket.`, '']),
    ...(exported.length === 0
      ? []
      : ['For npm run leadbridge -- psa check, and keys issue:', `  export ${exported.join(' ')}`, '']),
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
