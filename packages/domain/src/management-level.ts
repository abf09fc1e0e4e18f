import { clip } from './cleansing/text.js';
import { foldCase, toWords } from './comparison-form.js';

const MAX_LENGTH = 200;

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

export type ManagementLevel = (typeof MANAGEMENT_LEVELS)[number];

/** Words of job titles in English, German, French, Spanish, Italian and Dutch, without accents and dots. */
const WORDS = {
  deputyOfOthers: [
    'assistant to|(?:executive|personal|administrative|management) assistant|(?:executive|personal) secretary',
    'secretary to|(?:ea|pa) to|(?:ceo|cfo|coo|cto|president|chairman|director)s?(?: s)? assistant',
    '(?:assistent[ei]?n?|assistenz|assistante?|asistente|sekretar|sekretarin|referent|referentin|secretaresse|secretaire|secretari[ao]|segretari[ao]) (?:de|du|des|der|dem|del|della|dell|di|van)',
    '(?:vorstands|direktions|geschaftsfuhrungs|geschaftsleitungs|directie|management)(?:assist|sekret|secret)\\w*',
  ],
  vicePresident: [
    '[seag]?vp|vice president|vizeprasident(?:in)?|vicepresident[ea]?|vice presidente|vice voorzitter',
  ],
  topExecutive: [
    'c suite|c level|chief|president|c[abcdefgiklmoprstvx]o|ciso|chro|executive board|chair(?:man|woman|person)?',
    'director general|general director',
    'geschaftsfuhr(?:er|erin|ung|ender|ende)|geschaftsleitung|vorstand\\w*|vorsitzender?|aufsichtsrat\\w*|generaldirektor(?:in)?|prasident(?:in)?',
    'p ?dg|presidente|directeurs? generaux|directeur general|directrice generale|gerante?',
    'consejer[oa] delegad[oa]|directora? general|directora? ejecutiv[oa]|gerente general|administradora? (?:unic[oa]|general)',
    'amministrat(?:ore|rice) (?:delegat[oa]|unic[oa])|dirett(?:ore|rice) generale',
    'algemeen directeur|directeur generaal|(?:bestuurs)?voorzitter|bestuurder|raad van bestuur|dga',
  ],
  owner: [
    'founder|co ?founder|proprietor|(?<!product |process |system |service )owner',
    'inhaber(?:in)?|(?:mit)?grunder(?:in)?|eigentumer(?:in)?|gesellschafter(?:in)?',
    '(?:co ?)?fonda(?:teur|trice)|proprietaire|(?:co ?)?fundadora?|propietari[oa]|dueno|duena',
    '(?:co ?)?fonda(?:tore|trice)|titolare|proprietari[oa]|(?:mede ?)?oprichter|(?:mede ?)?eigena(?:ar|resse)',
  ],
  teamManager: [
    '(?:team|gruppen|schicht|filial|projekt|markt|bau)leit(?:er|erin|ung)|(?:team|project|ploeg)leid(?:er|ster)',
  ],
  director: [
    'director|head|direktor(?:in)?|\\w*leit(?:er|erin|ung)|direct(?:eur|rice)|dsi|daf|drh',
    '(?:sub)?directora?|dirett(?:ore|rice)|dirigente|(?:afdelings)?hoofd',
  ],
  manager: [
    'manager(?:in)?|supervisor|team lead|teamlead|superintendent',
    'responsable|chef(?:fe)? (?:de|d|du|des) (?!cuisine|partie|rang)\\w+|encadrante?|gerente|jef[ea]|encargad[oa]',
    'responsabile|capo|leidinggevende',
  ],
  senior: ['senior|sr|principal|staff|lead|expert(?:e|in|o|a)?|espert[oa]'],
  junior: [
    'junior|jr|entry|intern|trainee|apprentice|graduate|assistant|associate|clerk',
    'praktikant(?:in)?|azubi|auszubildender?|werkstudent(?:in)?|volontar(?:in)?|assistent(?:in|e)?|sekretar(?:in)?|sachbearbeiter(?:in)?',
    'stagiaire|apprentie?|alternante?|assistante|secretaire|becari[oa]|practicante|aprendiz|asistente|auxiliar|ayudante|secretari[oa]',
    'stagista|tirocinante|apprendista|assistente|segretari[oa]|impiegat[oa]|stagiair|secretaresse|leerling',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The first match counts: a vice president is not a president. */
const RULES: readonly (readonly [RegExp, ManagementLevel])[] = [
  [anyOf(WORDS.deputyOfOthers), 'Entry'],
  [anyOf(WORDS.vicePresident), 'VP'],
  [anyOf(WORDS.topExecutive), 'C-Suite'],
  [anyOf(WORDS.owner), 'Owner'],
  [/(?<!business )\bpartner(?:in)?\b(?! \w)|\b(?:associee?|soci[oa]|vennoot)\b/, 'Partner'],
  [anyOf(WORDS.teamManager), 'Manager'],
  [anyOf(WORDS.director), 'Director'],
  [/\bnon manager\b/, 'Other'],
  [anyOf(WORDS.manager), 'Manager'],
  [anyOf(WORDS.senior), 'Senior'],
  [anyOf(WORDS.junior), 'Entry'],
];

/** Whom somebody reports to or advises does not make their own level: `Advisor to the CEO`. */
const FOR_OTHERS =
  / (?:to|for|reporting to)(?: the| our)? (?:board|ceo|c[fost]o|chief|president|chair)\b.*$/u;

/** The management level for a job title or a provider's term (`c_suite`); null if there is nothing to read. */
export function managementLevel(text: string | null): ManagementLevel | null {
  const words = toWords(text === null ? null : foldCase(clip(text, MAX_LENGTH)));
  if (words === '') return null;
  const [entry, ...others] = RULES;
  if (entry?.[0].test(words) === true) return entry[1];
  const own = words.replace(FOR_OTHERS, '');
  return others.find(([pattern]) => pattern.test(own))?.[1] ?? 'Other';
}

function anyOf(alternatives: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${alternatives.join('|')})\\b`, 'u');
}
