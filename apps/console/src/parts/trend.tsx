const height = 24;
const step = 10;

/** How a figure went, as a line; its numbers stand in the chart below. */
export function Trend({ values }: { readonly values: readonly number[] }) {
  const largest = Math.max(1, ...values);
  const points = values.map((value, index) => `${index * step},${height - (value / largest) * height}`);
  return (
    <svg
      className="trend"
      viewBox={`0 -2 ${Math.max(1, values.length - 1) * step} ${height + 4}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
