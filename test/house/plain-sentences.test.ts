import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Turns of phrase that are not English, each with a sentence that has it. */
const idioms: readonly [pattern: RegExp, example: string][] = [
  [/(?<!there )\b(?:is|are|was|were|be) no more\b(?! than| exact)/, 'Entity 7 is no more.'],
  [/\banew\b/, 'Read that anew before sending another.'],
  [/\bof (?:nobody|none)\b/, 'What is older is of nobody.'],
  [/\bto who\b(?! is)/, 'Sell to who has a budget now.'],
  [
    /\bWho (?:is|has) [^.?`\n]{3,60} is (?:left|kept|told|not|no)\b/,
    'Who is in the corpus no more is left out.',
  ],
  [/\b(?:that|which|who|it) is none\b/, 'A date that is none.'],
  [/(?<!answers |companies )\bthose of \w+ the most\b/, 'Returns those of Berlin the most first.'],
  [/\b(?:is|are) told of\b/, 'The pair is told of with the reason.'],
  [/\bgo(?:es)? by (?:itself|themselves)\b/, 'Old files go by themselves.'],
  [/\bsince when\b/, 'Since when the oldest waits, and since when it is due.'],
  [/\bis so of\b/, 'That is so of companies.'],
  [/\bfree some; it goes on\b/i, 'Free some; it goes on by itself.'],
]

const files = globSync(
  [
    'src/**/*.{ts,md}',
    '{console,client/src,clients/python}/**/*.{ts,tsx,py,md}',
    'scripts/*.ts',
    'docs/guide/**/*.{md,yaml}',
    'docs/decisions/*.md',
    '*.md',
  ],
  { cwd: root },
).filter((file) => !file.includes('generated/'))

test.each(idioms)('no text says %s', (pattern, example) => {
  expect(example).toMatch(new RegExp(pattern.source, `${pattern.flags.replace('i', '')}i`))
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(lines).toEqual([])
})

test('the texts are found', () => {
  expect(files.length).toBeGreaterThan(2_000)
})
