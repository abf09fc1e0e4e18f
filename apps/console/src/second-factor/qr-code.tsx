import encodeQR from 'qr';

/** Dark on light in both color schemes, with a margin: not every app reads the reverse. */
export function QrCode({ text }: { readonly text: string }) {
  const rows = encodeQR(text, 'raw');
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={200}
      role="img"
      aria-label="QR code of the secret below"
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
