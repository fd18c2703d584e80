import type { KeptPosition, PersonState } from '../states.ts'

export const samplePosition = (more: Partial<KeptPosition> = {}): KeptPosition => ({
  pnet_company_id: '1001',
  company_name: 'Acme',
  company_domain: 'acme.example',
  title: 'Account Executive',
  is_current: true,
  start_date: '2024-03-01',
  end_date: null,
  seniority: 'Associate',
  employment_type: ['Full-time'],
  locality: 'Berlin',
  ...more,
})

/** A person with these positions. */
export const holding = (...experiences: KeptPosition[]): Partial<PersonState> => ({ person: { experiences } })
