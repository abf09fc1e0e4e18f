import type { TimelineEntryView } from '@leadbridge/contracts';

import { fieldName } from '../../parts/field-label.js';
import { counted, formatDuration, inWords } from '../../parts/format.js';
import { doerOf } from '../../parts/names.js';
import { sourceLabel } from '../../parts/source-label.js';

type Entry = Pick<TimelineEntryView, 'kind' | 'by' | 'details'>;
type Details = Entry['details'];

/** What happened, with who or what did it, as one sentence. */
export function timelineSentence(entry: Entry): string {
  const sentence = sentences[entry.kind];
  return sentence === undefined
    ? `${doerOf(entry.by)} added: ${inWords(entry.kind).toLowerCase()}.`
    : sentence(entry);
}

const sentences: Readonly<Record<string, (entry: Entry) => string>> = {
  import: ({ details }) => {
    const { source, row, index, result, reason } = details;
    const who = `An import from ${typeof source === 'string' ? sourceLabel(source) : 'an unknown source'}`;
    // Of a single import the lead is no row; nor is the first one of a file without a header looked for by its number.
    const where = typeof row === 'number' && !(row === 1 && index === 0) ? ` (row ${row})` : '';
    const why = typeof reason === 'string' && reason !== '' ? `: ${withoutDot(reason)}` : '';
    switch (result) {
      case 'created':
        return `${who} created the ticket${numberOf(details)}${where}.${clientOf(details)}`;
      case 'updated':
        return `${who} changed ${changesOf(details['changes'])}${where}.${keptOf(details)}`;
      case 'preserved':
        return `${who} left the ticket as it is${where}${why}.`;
      default:
        return `${who} changed nothing${where}${why}.`;
    }
  },
  undo: ({ details }) => {
    const restored = fieldsOf(details['fields_restored']);
    const kept = fieldsOf(details['fields_kept']);
    const what =
      details['result'] === 'undone'
        ? restored === ''
          ? 'An undo took the import back'
          : `An undo set back ${restored}`
        : 'An undo changed nothing';
    return `${what}${kept === '' ? '' : `; ${kept} stayed`}${reasonOf(details)}.`;
  },
  status: ({ by, details }) => {
    const { record, from, to, followed } = details;
    const moved =
      typeof from === 'string'
        ? `moved the ${wordsOf(record)} from ${wordsOf(from)} to ${wordsOf(to)}`
        : `set the ${wordsOf(record)} to ${wordsOf(to)}`;
    const irregular = followed === false ? '; the lifecycle does not allow this move' : '';
    return `${doerOf(by)} ${moved}${reasonOf(details)}${irregular}.`;
  },
  conversion: ({ by, details }) => {
    const what = details['record'] === 'opportunity' ? 'an opportunity' : 'a prospect';
    return `${doerOf(by)} made the lead ${what}.`;
  },
  call: ({ by, details }) => {
    const { direction, agent, duration_seconds: seconds, outcome } = details;
    const who = typeof agent === 'string' && agent !== '' ? agent : doerOf(by);
    const call = direction === 'inbound' ? 'took a call' : 'made a call';
    const length = typeof seconds === 'number' ? ` of ${formatDuration(seconds * 1_000)}` : '';
    const end = typeof outcome === 'string' && outcome !== '' ? `: ${withoutDot(wordsOf(outcome))}` : '';
    return `${who} ${call}${length}${end}.`;
  },
  opt_out: ({ by, details }) => `${doerOf(by)} recorded an opt-out${reasonOf(details)}.`,
  note: ({ by, details }) => `${doerOf(by)} added a note: ${withoutDot(textOf(details['text']))}.`,
  event: ({ details }) => {
    const { event_type: type, deliveries } = details;
    const count = Array.isArray(deliveries) ? deliveries.length : 0;
    const to = count === 0 ? 'went to no webhook' : `went to ${counted(count, 'webhook')}`;
    return `The event “${inWords(textOf(type))}” ${to}.`;
  },
};

function numberOf({ psa_ticket_id: ticket }: Details): string {
  return typeof ticket === 'number' ? ` ${ticket}` : '';
}

function changesOf(changes: unknown): string {
  const fields =
    typeof changes === 'object' && changes !== null ? Object.keys(changes).map(fieldName).join(', ') : '';
  return fields === '' ? 'the ticket' : fields;
}

/** A client by its company's name is what everybody expects. */
function clientOf({ company_match: match }: Details): string {
  const rule = typeof match === 'object' && match !== null && 'rule' in match ? match.rule : null;
  switch (rule) {
    case 'alias':
      return ' Its client is the one that somebody has decided on.';
    case 'domain':
      return ' Its client was found by the domain.';
    default:
      return '';
  }
}

function keptOf({ fields_preserved: preserved, manual_work_detected: manual }: Details): string {
  const fields = fieldsOf(preserved);
  return fields === ''
    ? ''
    : ` It kept ${fields}${manual === true ? ', as somebody had worked on the ticket' : ''}.`;
}

function fieldsOf(value: unknown): string {
  return Array.isArray(value) ? value.map((name) => fieldName(textOf(name))).join(', ') : '';
}

function reasonOf({ reason }: Details): string {
  return typeof reason === 'string' && reason !== '' ? `: ${withoutDot(reason)}` : '';
}

/** A status or a kind of record within a sentence. */
function wordsOf(value: unknown): string {
  return textOf(value).replaceAll('_', ' ');
}

function withoutDot(text: string): string {
  return text.trim().replace(/\.$/u, '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
