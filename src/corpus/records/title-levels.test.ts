import { describe, expect, it } from 'vitest'
import { normalText } from '../../lib/text-normal.ts'
import { titleLevels, findTitleLevels, type TitleLevel } from './title-levels.ts'

const levels = (title: string) => [...findTitleLevels(normalText(title))].sort()

describe('findTitleLevels', () => {
  it.each<[string, TitleLevel[]]>([
    ['Founder & CEO', ['c-suite', 'founder']],
    ['Co-Founder', ['founder']],
    ['Founding Engineer', []],
    ['Chief Technology Officer', ['c-suite']],
    ['President', ['c-suite']],
    ['Vice President, Sales', ['vp']],
    ['SVP Marketing', ['vp']],
    ['VP Engineering and CTO', ['c-suite', 'vp']],
    ['Vice President and President of the Foundation', ['c-suite', 'vp']],
    ['Board Member', ['board-member']],
    ['Chairwoman', ['board-member']],
    ['Managing Partner', ['management', 'partner']],
    ['Partner Manager', ['management', 'partner']],
    ['Director of Sales', ['director']],
    ['Head of Design', ['director']],
    ['Headhunter', []],
    ['Team Lead', ['management']],
    ['Product Manager', ['management']],
    ['Management Consultant', []],
    ['Senior Project Management Specialist', []],
    ['Project Management Intern', ['intern']],
    ['Product Manager Intern', ['intern']],
    ['Wealth Management Associate', ['entry-level']],
    ['Manager, Risk Management Analyst Team', ['management']],
    ['Member of the Management Board', ['management']],
    ['Senior Management', ['management']],
    ['Product Management', []],
    ['Junior Developer', ['entry-level']],
    ['Sales Associate', ['entry-level']],
    ['Executive Assistant', ['assistant']],
    ['Marketing Intern', ['intern']],
    ['Internal Auditor', []],
    ['International Sales', []],
    ['Geschäftsführerin', ['c-suite']],
    ['Werkstudent', ['intern']],
    ['Amministratrice Delegata', ['c-suite']],
    ['Presidente del Consiglio di Amministrazione', ['board-member']],
    ['Vorstandsvorsitzende', ['board-member', 'c-suite']],
    ['Assistenz des Vorstands', ['assistant']],
    ['Mitglied des Aufsichtsrats', ['board-member']],
    ["Président du conseil d'administration", ['board-member']],
    ['Directrice générale adjointe', ['director']],
    ['Consejera delegada', ['board-member', 'c-suite']],
    ['Consejero comercial', []],
    ['Diretor Executivo', ['c-suite', 'director']],
    ['Lid Raad van Bestuur', ['board-member']],
    ['Członek zarządu', ['board-member', 'c-suite']],
    ['VD', ['c-suite']],
    ['Bestyrelsesformand', ['board-member']],
    ['Chair', ['board-member']],
    ['Chair of the Department of Physics', []],
    ['Software Engineer', []],
    ['', []],
  ])('%s names %j', (title, expected) => {
    expect(levels(title)).toEqual([...expected].sort())
  })

  // The officers of a company are chiefs; most who are called so head a crew, a trade or somebody's office.
  it.each([
    'Chief of Staff',
    'Chief of Staff to the CEO',
    'Deputy Chief of Staff, Office of the President',
    'Chief Engineer',
    'Chief Software Engineer',
    'Chief Architect',
    'Chief Petty Officer',
    'Senior Chief Petty Officer',
    'Chief Warrant Officer 3',
    'Chief Resident',
    'Chief Medical Resident',
    'Chief Pilot',
    'Detective Chief Inspector',
    'Chief Constable',
    'Chief Accountant',
    'Chief Manager',
    'Fire Chief',
    'Deputy Chief of Police',
    'Division Chief',
    'Chief of Surgery',
    'Editor in Chief',
    'Executive Assistant to the CEO',
    'EA to CEO',
    'Special Advisor to the President',
    'Office of the CEO',
    'Former CEO',
    'Ex-CEO',
    'Former Chief Operating Officer',
    'CEO Emeritus',
  ])('%s names no seat of the c-suite', (title) => {
    expect(levels(title)).not.toContain('c-suite')
  })

  it.each([
    'Chief of Staff & CTO',
    'CTO and Chief Engineer',
    'Chief Technology Officer & Software Engineer',
    'Chief Scientist',
    'Chief Information Officer, Office of the Secretary',
    'CEO, former CTO',
    'CTO, ex-Google',
    'Deputy Chief Financial Officer',
    'Chief Accounting Officer',
    'President and Chief of Police Programs',
  ])('%s names one', (title) => {
    expect(levels(title)).toContain('c-suite')
  })

  it('answers the same the second time, and only levels of the list', () => {
    for (const title of ['ceo', 'ceo', 'vp', 'vp']) {
      for (const level of findTitleLevels(title)) expect(titleLevels).toContain(level)
    }
    expect(findTitleLevels('ceo')).toEqual(findTitleLevels('ceo'))
  })
})
