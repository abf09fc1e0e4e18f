const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const numbers = new Intl.NumberFormat();

/** A moment in the reader's zone, which it names, and language. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : times.format(date);
}

/** A day such as 2027-03-31, which is the same one in every zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T12:00:00`);
  return Number.isNaN(date.getTime()) ? day : dates.format(date);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** What is further away is a date: "212 d ago" would have to be counted back. */
const maxRelativeMs = 30 * dayMs;

/** How long ago a moment was, or how far ahead it is: `4 min ago`, `in 2 h`. */
export function formatRelative(iso: string, nowMs: number): string {
  const at = Date.parse(iso);
  const distance = Math.abs(at - nowMs);
  if (Number.isNaN(at)) {
    return iso;
  }
  if (distance >= maxRelativeMs) {
    return dates.format(at);
  }
  if (distance < minuteMs) {
    return at > nowMs ? 'in a moment' : 'just now';
  }
  const [unitMs, unit] =
    distance < hourMs ? [minuteMs, 'min'] : distance < dayMs ? [hourMs, 'h'] : [dayMs, 'd'];
  const words = `${Math.floor(distance / unitMs)} ${unit}`;
  return at > nowMs ? `in ${words}` : `${words} ago`;
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `1 lead`, `54 leads`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A share from 0 to 1. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A share that is near 1 or 0, and whose last tenth of a percent counts: never rounded up to all. */
export function formatExactShare(share: number): string {
  const tenths = share < 1 ? Math.min(999, Math.round(share * 1_000)) : 1_000;
  return `${numbers.format(tenths / 10)} %`;
}

/** A duration in the two largest of its units: `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first === -1 ? [parts[3]] : parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

const spellings: Readonly<Record<string, string>> = {
  dnc: 'DNC',
  id: 'ID',
  ids: 'IDs',
  linkedin: 'LinkedIn',
  psa: 'PSA',
  url: 'URL',
};

/** `lead_imports` as people read it: `Lead imports`. */
export function inWords(name: string): string {
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A message with the codes in it as words: `from new_lead to no_interest` is `from new lead to no interest`. */
export function codesInWords(message: string): string {
  return message.replaceAll(/(?<![\w/.@-])[a-z]+(?:_[a-z]+)+(?![\w/@-])/gu, wordsOf);
}

function wordsOf(name: string): string {
  return name
    .replaceAll(/[_.]/g, ' ')
    .replaceAll(/[a-z]+/g, (word) => spellings[word] ?? word)
    .replaceAll(/\bopt out(s?)\b/g, 'opt-out$1');
}

/** A value of a field as people read it; never as JSON. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? '–' : value;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 'Yes' : 'No';
    case 'object':
      return partsOf(value ?? {}).join(', ') || '–';
    default:
      return '–';
  }
}

function partsOf(value: object): readonly string[] {
  return Array.isArray(value)
    ? value.map(valueText)
    : Object.entries(value).map(([name, each]) => `${inWords(name)}: ${valueText(each)}`);
}
