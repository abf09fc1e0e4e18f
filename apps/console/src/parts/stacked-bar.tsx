interface Part {
  readonly name: string;
  readonly value: number;
  /** Of CSS. */
  readonly color: string;
}

/** Parts of a whole as one bar. With a label it is read as how far something is; without one, the text beside it says the same. */
export function StackedBar({
  parts,
  total,
  label,
}: {
  readonly parts: readonly Part[];
  readonly total: number;
  readonly label?: string;
}) {
  const widthOf = (value: number): number => (total === 0 ? 0 : (value / total) * 100);
  const sum = parts.reduce((before, { value }) => before + value, 0);
  return (
    <svg
      className={label === undefined ? 'stacked-bar' : 'stacked-bar large'}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      {...(label === undefined
        ? { 'aria-hidden': true }
        : {
            role: 'progressbar',
            'aria-label': label,
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(widthOf(sum)),
          })}
    >
      {parts.map(({ name, value, color }, index) => (
        <rect
          key={name}
          x={widthOf(parts.slice(0, index).reduce((before, part) => before + part.value, 0))}
          width={widthOf(value)}
          height={1}
          fill={color}
        />
      ))}
    </svg>
  );
}
