import { escapeHtml } from '../http/escape-html.js';

/** A text of the document as HTML: `words` between backticks become code, everything else stays text. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
