export const roleChoices = [
  { value: 'admin', label: 'Admin: everything' },
  { value: 'operator', label: 'Operator: imports and works with leads' },
  { value: 'viewer', label: 'Viewer: read-only' },
];
