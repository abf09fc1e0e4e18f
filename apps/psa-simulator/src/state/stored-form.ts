import type { Dialect } from '../switches.js';
import { isInput, type Input } from './read-input.js';

/** Fields in which no PSA changes a text. */
const exact: ReadonlySet<string> = new Set(['emailaddress', 'linkedin_url', 'website', 'details', 'note']);
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What this PSA keeps of the fields that a request sends: texts escaped or cut, phone numbers in its own form. */
export function asStored(input: Input, dialect: Dialect): Input {
  if (dialect.texts === 'as_sent' && dialect.phoneNumbers === 'as_sent' && dialect.textCap === null) {
    return input;
  }
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name === 'phonenumber' && dialect.phoneNumbers === 'national' && typeof value === 'string') {
        return [name, value.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')];
      }
      if (name === 'customfields' && Array.isArray(value)) {
        const fields = (value as unknown[]).map((field) =>
          isInput(field) ? { ...field, value: storedText(field['value'], dialect) } : field,
        );
        return [name, fields];
      }
      return [name, exact.has(name) ? value : storedText(value, dialect)];
    }),
  );
}

function storedText(value: unknown, { texts, textCap }: Dialect): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  const text = texts === 'escaped' ? value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign) : value;
  return textCap === null ? text : text.slice(0, textCap).trimEnd();
}
