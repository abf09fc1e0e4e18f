import { escapeHtml } from '../http/escape-html.js';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number | null;

/** Writes HTML: every value is escaped unless it was made by this function too; null is nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((part, index) => part + rendered(values[index] ?? null)).join(''));
}

function rendered(value: Value): string {
  if (value === null) {
    return '';
  }
  if (value instanceof Html) {
    return value.text;
  }
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
}
