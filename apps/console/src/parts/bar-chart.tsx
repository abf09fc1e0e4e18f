import { formatNumber } from './format.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** What is read beside the bar, where it is not the number alone. */
  readonly text?: string;
}

/** Values beside each other: a table that draws its numbers, so that it is read as well as seen. */
export function BarChart({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className="table" aria-label={label}>
      <tbody>
        {bars.map(({ name, value, text = formatNumber(value) }) => (
          <tr key={name}>
            <th scope="row" className="bar-name">
              {name}
            </th>
            <td>
              <svg width="100%" height="14" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden>
                <rect
                  width={(value / largest) * 100}
                  height="14"
                  fill="var(--mantine-primary-color-filled)"
                />
              </svg>
            </td>
            <td className="bar-value">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
