import { expect, test } from 'vitest'
import { sniffDialect } from './sniff-dialect.ts'

const rows = Array.from({ length: 40 }, (_, index) => index)

test.each([
  ['addresses of pages', 'Profile', (index: number) => `https://pnet.example/in/ada-${index}`],
  ['addresses without a heading', 'https://a.example', (index: number) => `https://ada-${index}.example`],
  ['mailto:', 'mailto:x@a.example', (index: number) => `mailto:ada${index}@acme.example`],
  ['names of resources', 'urn:li:company:9', (index: number) => `urn:li:company:${index}`],
  ['times', 'Start', (index: number) => `${10 + (index % 10)}:${10 + index}`],
  ['names of companies', 'Name', (index: number) => `Acme ${index}`],
])('%s in one column are not cut', (_, heading, cellOf) => {
  const text = [heading, ...rows.map(cellOf)].join('\n')
  expect(sniffDialect(text).delimiter).toBeUndefined()
})

test('a colon cuts what it cuts in the heading, too', () => {
  const text = ['name:city', ...rows.map((index) => `Ada ${index}:Berlin`)].join('\n')
  expect(sniffDialect(text).delimiter).toBe(':')
})

test('addresses beside other columns are cut by what cuts every line', () => {
  const text = ['Name;Page', ...rows.map((index) => `Ada ${index};https://a.example/${index}`)].join('\n')
  expect(sniffDialect(text).delimiter).toBe(';')
})

test.each([
  [';', ['id;text', '0;",\\"', '0;",;"']],
  [',', ['id,text', '0,";\\"', '0,";,a"', '0,";"']],
])('a cell that ends with a backslash hides no %s', (delimiter, lines) => {
  expect(sniffDialect(`${lines.join('\r\n')}\r\n`)).toMatchObject({ delimiter, escape: '"' })
})
