import { describe, expect, it } from 'vitest'
import { completeJobPosting } from '../records/index.ts'
import { isBlueCollar } from './blue-collar.ts'

const of = (title: string, more: object = {}) =>
  isBlueCollar(completeJobPosting({ job_id: '1', title, ...more }))

describe('isBlueCollar', () => {
  it.each([
    'CDL Truck Driver',
    'Warehouse Associate (Night Shift)',
    'HVAC Technician',
    'Line Cook',
    'Lkw-Fahrer (m/w/d)',
    'KFZ-Mechatroniker',
    'Électricien bâtiment',
    'Mozo de almacén',
    'Registered Home Health Aide',
  ])('%s is', (title) => expect(of(title)).toBe(true))

  it.each([
    'Software Engineer',
    'SQL Server Administrator',
    'Device Driver Developer',
    'Warehouse Manager',
    'Sales Director',
    'Security Analyst',
    'Cloud Architect',
    'Purchasing Assistant',
    'Manufacturing Intern',
    '',
  ])('%s is not', (title) => expect(of(title)).toBe(false))

  it('by function where the level is low and the title says nothing else', () => {
    const low = { job_function: ['Manufacturing'], seniority_level: 'Entry level' }
    expect(of('Operator II', low)).toBe(true)
    expect(of('Process Engineer', low)).toBe(false)
    expect(of('Operator II', { ...low, seniority_level: 'Director' })).toBe(false)
  })
})
