import { expect, test } from 'vitest'
import { completePerson } from './complete.ts'

const labels = (title: string) =>
  completePerson({ primary_slug: 'x', experiences: [{ title, company_name: 'Acme', is_current: true }] }).tags

test.each([
  'CEO',
  'CEO, formerly CTO',
  'Chief Engineer and CTO',
  'General Counsel',
  'Генеральный директор',
  'Διευθύνων Σύμβουλος',
  'Ügyvezető igazgató',
])('%s is of the c-suite', (title) => {
  expect(labels(title)).toEqual(['decision-maker', 'c-suite'])
})

test.each(['Fire Chief', 'Chief of Staff', 'Chief Engineer', 'Managing Director', 'Founder, ex-Google'])(
  '%s decides, on no board of officers',
  (title) => {
    expect(labels(title)).toEqual(['decision-maker'])
  },
)

// They held the post before, or work for whoever holds it.
test.each([
  'Former CEO',
  'ex-CEO',
  'CEO Emeritus',
  'Бывший генеральный директор',
  'Office of the CEO',
  'Assistant to the CEO',
])('%s is neither', (title) => {
  expect(labels(title)).toEqual([])
})

test('a deputy of who runs a company is not of the c-suite', () => {
  expect(labels('Заместитель генерального директора')).not.toContain('c-suite')
})
