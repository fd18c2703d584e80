import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openKind } from '../../../test/support/vendor.ts'
import { capabilities } from '../capabilities.ts'
import { discoverSourceKinds } from '../discover.ts'
import { boardSystems } from '../job-boards/index.ts'

const guide = readFileSync(new URL('../../../docs/guide/sources-adapters.md', import.meta.url), 'utf8')
const entries = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
  (match) =>
    (parse(match[1] as string) as { sources: { source: string; settings: Record<string, unknown> }[] })
      .sources[0]!,
)
const kinds = await discoverSourceKinds()

test('the guide sets up kinds there are; generic-http has a guide of its own', () => {
  const guided = entries.map(({ source }) => source)
  expect(guided).toEqual([
    'reacher',
    'hunter',
    'github',
    'people-data-labs',
    'amadeus',
    'lemmy',
    'mastodon',
    'bluesky',
  ])
  expect(kinds.map(({ id }) => id)).toEqual(expect.arrayContaining([...guided, 'generic-http']))
})

test.each(entries)(
  '$source: the settings of the guide are taken, and what is secret is masked',
  async (entry) => {
    const kind = kinds.find(({ id }) => id === entry.source)!
    const { settings } = entry
    expect(kind.settings.strict().safeParse(settings).error).toBeUndefined()
    const secrets = Object.entries(settings).filter(([, value]) => String(value).startsWith('${'))
    expect(kind.secrets).toEqual(expect.arrayContaining(secrets.map(([name]) => name)))
    const answers = await openKind(kind, settings)
    expect(Object.keys(answers).length).toBeGreaterThan(0)
    const { capability, question } = kind.probe(kind.settings.parse(settings), answers)
    expect(answers).toHaveProperty([capability])
    expect(capabilities[capability].question.safeParse(question).error).toBeUndefined()
  },
)

test('the guide of sources without a key sets up each of them, with settings that are taken', () => {
  const open = readFileSync(new URL('../../../docs/guide/sources-open.md', import.meta.url), 'utf8')
  const guided = [...open.matchAll(/^```yaml\n(sources:[\s\S]*?)^```/gm)].flatMap(
    (match) => (parse(match[1] as string) as { sources: { source: string; settings?: object }[] }).sources,
  )
  for (const { source, settings = {} } of guided) {
    const kind = kinds.find(({ id }) => id === source)
    expect(kind?.settings.strict().safeParse(settings).error, source).toBeUndefined()
    expect(kind, source).toBeDefined()
  }
  const keyless = [...boardSystems, 'board-directory', 'careers-page', 'company-site', 'news-feeds']
  expect(new Set(guided.map(({ source }) => source))).toEqual(new Set(keyless))
})
