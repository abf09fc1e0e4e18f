import type { FormField } from './form-values.js';

export const opportunityForm: readonly FormField[] = [
  { name: 'value', label: 'Value', type: 'number', required: true },
  { name: 'probability', label: 'Probability, 0 to 100', type: 'number', required: true },
  { name: 'expected_close_date', label: 'Expected close', type: 'date', required: true },
  { name: 'products_services', label: 'Products and services', type: 'textarea' },
  { name: 'quotes_proposals', label: 'Quotes and proposals', type: 'textarea' },
  { name: 'competitors', label: 'Competitors' },
];
