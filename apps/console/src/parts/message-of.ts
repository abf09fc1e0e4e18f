import { isAway } from '../api/leadbridge.js';
import { codesInWords } from './format.js';

/** What happened, in words for people. */
export function messageOf(error: Error): string {
  return isAway(error)
    ? 'The service did not respond. Your input is kept: check the connection and try again.'
    : codesInWords(error.message);
}
