import { foldCase } from '../comparison-form.js';
import { parseFlag } from '../flag.js';
import { remembering } from '../remembering.js';
import { anyText, isNoText, entries, isPayload, own, type Payload } from './payload.js';

/**
 * What a key says about consent. Of a `status` only known words are read, since it may be about anything; the
 * others are certainly about consent, so a value that is not understood must not pass.
 */
export type ConsentKey =
  /** A yes means that the person must not be contacted. */
  | 'opt_out'
  /** The time, the reason or the campaign of an opt-out: any value means that there was one. */
  | 'opt_out_trace'
  /** A no means that the person must not be contacted. */
  | 'opt_in'
  /** The state of a number on a do-not-call list: an unknown word means that it is listed. */
  | 'listing'
  | 'status';

/** What the value of such a key says; null if it cannot be read. */
type Consent = 'opted_out' | 'allowed' | null;

/** Longer than any name in use: the rest of a longer one is not read. */
const MAX_NAME_LENGTH = 300;
const MAX_REMEMBERED = 1_000;

const REACH =
  '(?:contact|call|ring|phone|telephone|fax|e ?mails?|mails?|text|sms|whats ?app|message|market|solicit|disturb|write|approach|reach|send|canvass)';
const DO_NOT = new RegExp(
  `(?:do|does|did)(?: ?not|n ?t| n t) ?(?:allow |want )?(?:bulk|postal|direct|cold|to|any|be)? ?(?:bulk|postal|direct|cold)? ?${REACH}`,
  'u',
);
/** The words of the languages of `FOREIGN_FIELD_NAMES` and some more, without accents. */
const FOREIGN_OPT_OUT = [
  '(?:werbe|kontakt|mail|anruf|telefon|newsletter|versand)sperre|kontaktverbot|abmelden',
  '(?:kontakt(?:aufnahme)?|werbung|anrufe|e ?mails?) (?:verboten|untersagt|unerwunscht|nicht erwunscht)',
  'werbewiderspruch',
  'robinson ?(?:list[ae]?|register)|list[ae] robinson|(?<=^ )(?:robinson|c?tps(?: registered| listed)?)(?= $)',
  '(?:newsletter ?)?ab(?:gemeldet|meldung|bestellt)',
  'nicht (?:mehr )?(?:kontaktieren|anrufen|anmailen|mailen|anschreiben|bewerben)',
  'keine (?:werbung|anrufe|newsletter|e ?mails?|mailings?|kontaktaufnahme)',
  'des(?:inscrit|inscrite|inscription|abonnee?|abonnement)',
  'ne (?:pas|plus) (?:contacter|appeler|demarcher|solliciter|envoyer)',
  'bloctel',
  'no (?:contactar|llamar|enviar|molestar)',
  'dad[oa] de baja',
  'non (?:contattare|chiamare|inviare|disturbare)',
  'disiscritt[oa]',
  'nao (?:contatar|contactar|ligar|enviar|perturbar|perturbe)',
  'descadastrad[oa]',
  'niet (?:contacteren|bellen|mailen|benaderen|storen)',
  '(?:uit|af)(?:geschreven|gemeld)',
  '(?:bel me niet|ikke kontakt|ikke ring|kontakta ej|ej kontakt|inte kontakta|avregistrerad|avmeldt|afmeldt)',
  'nie (?:kontaktowac|dzwonic|wysylac)|brak zgody',
  'ei (?:markkinointia|yhteydenottoja)|markkinointikielto',
  'إلغاء الاشتراك|الغاء الاشتراك|عدم الاتصال|لا تتصل|לא ליצור קשר|הסר(?:ה)? מ?רשימ\\p{L}*',
  'не (?:звонить|беспокоить|контактировать|писать|связываться)',
  'отписан\\p{L}*|відписан\\p{L}*',
  'odhlasen[ay]?|nekontaktovat|leiratkoz\\p{L}*|dezabonata?|wypisan[ay]',
  'aran?mak istemiyor|aramayin(?:iz)?|iletisime gecmeyin(?:iz)?|abonelikten (?:cik|ayril)\\p{L}*',
  '\\p{L}*(?:配信停止|[配受]信拒否|退[订訂]|[请請]勿[联聯][系絡繫]|수신 ?거부)\\p{L}*',
];
/** Salesforce's loaders write names without any limits between their words. */
const OPTED_OUT = `(?:opt(?:ed|ing|s)? ?outs?|\\p{L}*(?:opt(?:ed)?out|unsubscribe)\\p{L}*|un ?subs?(?:cribed?|cription)?|(?:black|block|deny) ?list(?:ed)?|suppressed|(?:e ?mail|sms|marketing|contact|global) suppression|suppression (?:list|status|reason)|dncl?|dnd|${FOREIGN_OPT_OUT.join('|')})`;
const OPT_OUT_WORDS = whole(OPTED_OUT);
/** All of a value in a column of any name: a tag, or the last event of a mailing. */
const PHRASE = new RegExp(
  `^ (?:please )?(?:${DO_NOT.source}|opt(?:ed|ing|s)? ?outs?|unsubscribed?|dncl?|${FOREIGN_OPT_OUT.join('|')})(?: (?:me|us|again|any ?more|list))? $`,
  'u',
);
/** Most values are longer, or have digits: whether they are one takes longer to tell. */
const MAY_BE_PHRASE = /^[^\d@:/]{3,40}$/u;
const MAX_PHRASES = 100;
const NO_MARKETING = whole('no (?:marketing|solicitation|mailings?|advertising|consent|permission|opt ?in)');
const OBJECTION = whole('object(?:ed|ion|s)?(?: to| against)? (?:marketing|contact|advertising|processing)');
/** Mailchimp's export of addresses that it has removed from a list. */
const CLEANED = / clean (?:time|campaign) /u;

const OPT_IN = [
  'consent(?:ed)?',
  'opt(?:ed|ing)? ?in',
  '\\p{L}*optedin\\p{L}*',
  '(?:double|e ?mail|has|is|marketing|newsletter|phone|sms)optin',
  '\\p{L}*(?:einwilligung|werbeerlaubnis)',
  'consentement|consentimiento|consentimento|consenso|toestemming|samtykke|samtycke|zgoda|согласие',
  'souhlas|suhlas|suostumus|markkinointilupa|hozzajarulas|consimtamant|pristanak|iletisim izni|pazarlama izni',
  'συγκαταθεση|συναινεση|הסכמה|موافقة|згода|persetujuan|werbung (?:erlaubt|gestattet|ok)',
  'kontakt(?:aufnahme)? (?:erlaubt|gestattet|erwunscht)',
  `(?:ok(?:ay)?|allow(?:ed|s)?|agree(?:d|s)?|permission|permitted|consents|happy) (?:us )?(?:to )?(?:be )?(?:receive )?${REACH}(?:ed|ing|s)?`,
  '(?:can|may) (?:(?:be|we|i) )?(?:contact|call|e ?mail|text|phone)(?:ed)?',
  '(?:accepts?|accepted|allows?|receives?) (?:e ?mail |sms |phone |text )?(?:marketing|e ?mails?|sms|calls|newsletters?|mailings?)',
  '(?:contact|marketing|e ?mail|sms|call|phone|mailing|communication) (?:permissions?|allowed|permitted|agreement)',
  'contactable',
  '(?:is ?)?subscribed',
  '\\p{L}*(?:subscription|subscriber|newsletter|abonnement) ?(?:status|state|statut)',
];
const OPT_IN_WORDS = whole(OPT_IN.join('|'));
const WITHDRAWN = whole(
  'withdrawn|withdrawal|revoked|revocation|refused|denied|declined|widerrufen|widerruf|not',
);
const TRACE =
  / (?:(?:date|time|timestamp|datetime|utc|reason|campaign|source|method|ip|comments?|notes?|details|feedback|datum|grund|zeitpunkt) |(?:at|on|since|when|until|by) $)/u;
/** Addresses of pages, and figures: every person of a list has them. */
const ABOUT_LIST =
  / (?:url|uri|link|links|page|form|count|counts|rate|total|token|hash|version|keyword|document) $/u;
/** Which consent it is, not whether there is one. */
const KIND = / (?:level|type|types|channels?|language|text|id) $/u;
const LISTING = whole('(?:dncl?|do not call)(?: list)? status');
const STATUS = /(?:status|stage|statut|stato|disposition) $/u;

const NOT_OPTED_OUT = new RegExp(` (?:not|non|never) (?:been )?${OPTED_OUT} `, 'u');
/** Statuses of addresses to which nothing may be sent any more. */
const UNSENDABLE: ReadonlySet<string> = listed(
  'cleaned,bounced,bounce,hard bounced,hard bounce,email bounced,complained,complaint,spam complaint',
  'marked as spam,reported spam,reported as spam,abuse',
);
/** What takes a consent back, or never gave it. */
const REFUSALS: ReadonlySet<string> = listed(
  'withdrawn,revoked,refused,denied,declined,rejected,objected,disallowed,forbidden,prohibited,never,none,no consent',
  'not subscribed,non subscribed,never subscribed,notsubscribed,nonsubscribed,not given,not granted,not consented',
  'not opted in,not allowed,inactive,expired,widerrufen,widersprochen,retire,refuse,retirado,revocado,ritirato',
);
const GRANTS: ReadonlySet<string> = listed(
  'subscribed,opted in,opt in,optin,single opt in,double opt in,doi,soi,confirmed,granted,given,consented,agreed',
  'accepted,approved,allowed,allow,active,explicit,express,explicit consent,erteilt,accorde,concedido,verleend',
);
/** In a column of opt-outs, such as Dynamics'. */
const BARRED = listed('do not allow,not allowed,barred,disallowed,excluded');
const NO_OPT_OUT: ReadonlySet<string> = new Set([
  ...GRANTS,
  ...listed('never,none,not opted out,not unsubscribed,ok to contact,ok to call,ok to email'),
]);
/** Statuses that mean that a number is on no do-not-call list. */
const NOT_LISTED =
  /^(?:none|clear|clean|unknown|unchecked|callable|not (?:found|listed|registered|dnc|on|in)(?: .*)?)$/u;
/** The keys under which an object has the status itself. */
const STATE_KEYS = ['state', 'status', 'enabled', 'name', 'value', 'label'];
const NO_TRACE = /^(?:[0 ]*|none|never)$/u;
const NOTHING: ReadonlySet<string> = new Set();

/** All rows of a file have the same names. */
const found = new Map<string, ConsentKey | null>();

/** What the name of a key or a column says about consent; null if nothing. */
export function consentOfName(name: string): ConsentKey | null {
  const clipped = name.slice(0, MAX_NAME_LENGTH);
  const before = found.get(clipped);
  if (before !== undefined) return before;
  if (found.size >= MAX_REMEMBERED) found.clear();
  const key = consentOfWords(wordsOf(clipped));
  found.set(clipped, key);
  return key;
}

function consentOfWords(words: string): ConsentKey | null {
  if (LISTING.test(words)) return 'listing';
  const isOptIn = OPT_IN_WORDS.test(words);
  const isOptOut =
    [OPT_OUT_WORDS, DO_NOT, NO_MARKETING, OBJECTION, CLEANED].some((pattern) => pattern.test(words)) ||
    (isOptIn && WITHDRAWN.test(words));
  if (ABOUT_LIST.test(words)) return null;
  const isBeside = TRACE.test(words) || (KIND.test(words) && !DO_NOT.test(words));
  if (isOptOut) return isBeside ? 'opt_out_trace' : 'opt_out';
  if (isOptIn) return isBeside ? null : 'opt_in';
  return STATUS.test(words) ? 'status' : null;
}

/** An opt-out of one kind of mailing: a property of HubSpot, and the column of its exports. */
const ONE_MAILING = /^\s*(?:hs_email_optout_\d{1,20}|opted out of email:.{0,60})\s*$/iu;

/** Only the provider knows which mailings are meant, so such an opt-out counts for all. */
export function isOptOutOfOneMailing(name: string): boolean {
  return ONE_MAILING.test(name);
}

/** Whether a text, or one of several, is nothing but an opt-out: `Do not call`, `VIP; Unsubscribed`. */
export function isOptOutPhrase(value: unknown): boolean {
  const given = typeof value === 'string' ? value.slice(0, MAX_NAME_LENGTH).split(/[,;|]/u) : value;
  return Array.isArray(given) && given.slice(0, MAX_PHRASES).some(isPhrase);
}

function isPhrase(part: unknown): boolean {
  return typeof part === 'string' && MAY_BE_PHRASE.test(part) && isPhraseOfWords(part);
}

/** Many rows have the same values. */
const isPhraseOfWords = remembering((part) => PHRASE.test(wordsOf(part)));

/** Reads the value of a key, or the states in objects that have one; null if it cannot be read. */
export function readConsent(key: ConsentKey, given: unknown): Consent {
  if (Array.isArray(given)) {
    const all = entries(given).map((entry) => (isPayload(entry) ? readConsent(key, entry) : null));
    if (all.length === 0) return null;
    return (
      all.find((says) => says === 'opted_out') ?? (all.every((says) => says === 'allowed') ? 'allowed' : null)
    );
  }
  const value = isPayload(given) ? stateOf(given) : given;
  const says = parseFlag(value);
  const words = wordsOf(anyText(value, MAX_NAME_LENGTH) ?? '').trim();
  switch (key) {
    case 'opt_out':
      return says === null ? ofWords(words, BARRED, NO_OPT_OUT) : optedOut(says);
    case 'opt_out_trace':
      return says === false || NO_TRACE.test(words) ? 'allowed' : 'opted_out';
    case 'opt_in':
      return says === null ? ofWords(words, REFUSALS, GRANTS) : optedOut(!says);
    case 'listing':
      return optedOut(isOnDoNotCallList(value));
    case 'status':
      return ofWords(words, NOTHING, NOTHING);
  }
}

/** Whether an opt-out is concluded, and not what the value itself says: that of a dead address, for example. */
export function isInferred(key: ConsentKey, value: unknown): boolean {
  const words = wordsOf(anyText(isPayload(value) ? stateOf(value) : value, MAX_NAME_LENGTH) ?? '').trim();
  return key === 'opt_out_trace' || UNSENDABLE.has(words);
}

/** Whether a do-not-call status (`dnc_status`) bars its number. An unknown status does. */
export function isOnDoNotCallList(status: unknown): boolean {
  const word = anyText(status);
  return parseFlag(status) ?? (word === null ? isNoText(status) : !NOT_LISTED.test(wordsOf(word).trim()));
}

function stateOf(value: Payload): unknown {
  return STATE_KEYS.map((key) => own(value, key)).find(
    (state) => parseFlag(state) !== null || anyText(state) !== null,
  );
}

function optedOut(isOptedOut: boolean): Consent {
  return isOptedOut ? 'opted_out' : 'allowed';
}

function ofWords(words: string, refusals: ReadonlySet<string>, grants: ReadonlySet<string>): Consent {
  const padded = ` ${words} `;
  if (grants.has(words)) return 'allowed';
  if (refusals.has(words) || UNSENDABLE.has(words) || DO_NOT.test(padded)) return 'opted_out';
  return OPT_OUT_WORDS.test(padded) && !NOT_OPTED_OUT.test(padded) ? 'opted_out' : null;
}

function listed(...words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((list) => list.split(',')));
}

function whole(words: string): RegExp {
  return new RegExp(` (?:${words}) `, 'u');
}

/** Folded words between single spaces, with one at each end: `HasOptedOutOfEmail` has five. */
function wordsOf(name: string): string {
  const parted = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return ` ${foldCase(parted)
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ')
    .trim()} `;
}
