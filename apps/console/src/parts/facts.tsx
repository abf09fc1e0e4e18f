import type { ReactNode } from 'react';

/** Names and values, one to a line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <table className="table vertical framed">
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
