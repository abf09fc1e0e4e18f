import { Text } from '@mantine/core';

import type { LeadView } from '@leadbridge/contracts';

import { fieldLabel } from '../../parts/field-label.js';
import { counted, inWords, valueText } from '../../parts/format.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { originsOf, standingFields, type Origin } from './origins.js';

/** What is known of the person and the company: each value once, with its source, and what was offered and not taken. */
export function Fields({ lead }: { readonly lead: LeadView }) {
  const { contact, research } = lead;
  const origins = new Map(originsOf(lead).map((origin) => [origin.field, origin]));
  const { name: _name, ...own } = contact;
  const groups = [
    ['Contact and company', { ...own }],
    ['Research', { ...research }],
    ['Fields of the ticket', standingFields(lead)],
  ] as const;
  return groups.map(([title, values]) => {
    const known = Object.entries(values).filter(([, value]) => value !== null && value !== '');
    return known.length === 0 ? null : (
      <Section key={title} title={title}>
        <table className="table vertical">
          <tbody>
            {known.map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{/^CF_/u.test(field) ? fieldLabel(field) : inWords(field)}</th>
                <td>
                  {valueText(value)} <SourceOf origin={origins.get(field)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    );
  });
}

function SourceOf({ origin }: { readonly origin: Origin | undefined }) {
  if (origin === undefined) {
    return null;
  }
  const { source, notTaken } = origin;
  return (
    <>
      {source === null ? null : <span className="source">{sourceLabel(source)}</span>}
      {notTaken.length === 0 ? null : (
        <details>
          <summary>{counted(notTaken.length, 'other value')}</summary>
          {notTaken.map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </details>
      )}
    </>
  );
}
