import type { Department, EmployeeTrendFunction } from '../../../../corpus/records/index.ts'
import type { TrackedCompany } from '../states.ts'

/** The group of staff that counts a department. Departments without a group are in no record. */
const groups: Partial<Record<Department, EmployeeTrendFunction>> = {
  Accounting: 'accounting',
  Administrative: 'administrative',
  'Art / Creative': 'arts_and_design',
  'Business Development': 'business_development',
  Consulting: 'consulting',
  'Customer Service': 'support',
  Design: 'arts_and_design',
  Education: 'education',
  Engineering: 'engineering',
  Entrepreneurship: 'entrepreneurship',
  Finance: 'finance',
  'Human Resources': 'human_resources',
  'Information Technology': 'information_technology',
  Legal: 'legal',
  Marketing: 'marketing',
  'Product Management': 'product_management',
  Sales: 'sales',
}

/** Undefined for a department that no record counts. */
export const departmentGroup = (department: Department): EmployeeTrendFunction | undefined =>
  groups[department]

/** People in a department; undefined if unknown. */
export function readDepartmentSize(company: TrackedCompany, department: Department): number | undefined {
  const group = groups[department] ?? department
  const counts = company.employee_trends?.find(({ functions }) => functions === group)
  return counts?.current_count ?? undefined
}
