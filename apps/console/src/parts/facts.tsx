import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, one to a line. */
export function Facts({
  facts,
  look = 'framed',
}: {
  readonly facts: readonly Fact[];
  readonly look?: 'framed' | 'plain' | 'dense';
}) {
  return (
    <table className={`table vertical ${look}`}>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
