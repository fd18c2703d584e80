import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/support/at-end.ts'
import { testSource } from '../../test/support/sources.ts'
import { loadConfig } from '../config.ts'
import { InvalidSources, maskSources, openConfigured } from './configuration.ts'
import { discoverSourceKinds } from './discover.ts'
import type { SourceHost } from './source.ts'
import { maskedConfig } from '../masked-config.ts'

const host = () => ({}) as SourceHost
const open = (sources: unknown) =>
  openConfigured({ file: '/sources.yaml', content: { sources } }, [testSource], host)
const settings = { url: 'http://127.0.0.1:1' }

test('a source is opened in the order of the file, with what the operator says over what its kind says', async () => {
  const sources = await open([
    { source: 'test-source', settings },
    { source: 'test-source', name: 'off', settings, enabled: false },
    {
      source: 'test-source',
      name: 'second',
      settings,
      capabilities: ['posts'],
      perSecond: 2,
      timeoutMs: 500,
      cost: { perCall: 0.5 },
      cacheDays: {
        found: 1,
        notFound: 0,
      },
    },
  ])
  expect(sources).toMatchObject([
    { name: 'test-source', kind: 'test-source', perSecond: 1_000, timeoutMs: 10_000, cost: undefined },
    {
      name: 'second',
      capabilities: ['posts'],
      perSecond: 2,
      timeoutMs: 500,
      cost: { perCall: 0.5 },
      cacheDays: {
        found: 1,
        notFound: 0,
      },
    },
  ])
  expect(sources[0]?.capabilities).toContain('email.verify')
  expect(sources[0]?.fingerprint).toBe(sources[1]?.fingerprint)
})

test.each([
  [{}, 'Invalid input: expected array'],
  [[{ source: 'none' }], 'sources[0].source: there is no none; there are test-source'],
  [
    [{ source: 'test-source' }],
    'sources[0].settings.url: Invalid input: expected string, received undefined',
  ],
  [
    [{ source: 'test-source', settings: { ...settings, uri: 1 } }],
    'sources[0].settings.Unrecognized key: "uri"',
  ],
  [[{ source: 'test-source', setting: settings }], 'sources[0]: Unrecognized key: "setting"'],
  [
    [{ source: 'test-source', settings, name: 'corpus' }],
    'sources[0].name: is reserved for data already in the corpus',
  ],
  [
    [{ source: 'test-source', settings, name: 'sample' }],
    'sources[0].name: is reserved for the made-up sample',
  ],
  [[{ source: 'test-source', settings, name: 'A B' }], 'sources[0].name: expected lower-case letters'],
  [[{ source: 'test-source', settings, perSecond: 0 }], 'sources[0].perSecond: Too small'],
  [
    [{ source: 'test-source', settings, capabilities: ['mail'] }],
    'sources[0].capabilities[0]: Invalid option',
  ],
  [
    [
      { source: 'test-source', settings },
      { source: 'test-source', settings },
    ],
    'sources[1].name: test-source is used twice',
  ],
])('%j is refused, and the message says where', async (content, message) => {
  const refused: unknown = await open(content).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidSources)
  expect((refused as Error).message).toContain('/sources.yaml\n  ')
  expect((refused as Error).message).toContain(message)
})

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-sources-'))
  atEnd(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'sources.yaml'), text)
  return join(folder, 'sources.yaml')
}

const text = `
sources:
  - source: test-source
    settings:
      url: https://user:hidden@api.example/\${PART}
      key: \${SOURCE_KEY}
`

test('variables of the file are filled in, and no secret is ever shown', async () => {
  const file = await fileOf(text)
  const environment = { ALMANAC_SOURCES: file, SOURCE_KEY: 'very secret', PART: 'v2' }
  const config = loadConfig(environment)
  expect(config.sources?.content).toEqual({
    sources: [
      {
        source: 'test-source',
        settings: { url: 'https://user:hidden@api.example/v2', key: 'very secret' },
      },
    ],
  })
  expect(JSON.stringify(maskedConfig(config))).not.toContain('secret')
  expect(maskSources(config.sources?.template, [testSource])).toEqual([
    {
      source: 'test-source',
      enabled: true,
      settings: {
        url: 'https://user:********@api.example/${PART}',
        key: '${SOURCE_KEY}',
      },
    },
  ])
  const literal = {
    sources: [{ source: 'test-source', settings: { url: 'x', key: 'very secret', apiKey: ['also'] } }],
  }
  expect(maskSources(literal, [testSource])).toMatchObject([
    { settings: { url: 'x', key: '********', apiKey: ['********'] } },
  ])
})

test('a variable that is not set, a file that is not there or no YAML end the start with what is wrong', async () => {
  const file = await fileOf(text)
  expect(() => loadConfig({ ALMANAC_SOURCES: file, PART: 'v2' })).toThrow(
    `ALMANAC_SOURCES: ${file}\n  sources[0].settings.key: SOURCE_KEY is not set`,
  )
  expect(() => loadConfig({ ALMANAC_SOURCES: '/nowhere/sources.yaml' })).toThrow('no such file')
  const broken = await fileOf('sources: [')
  expect(() => loadConfig({ ALMANAC_SOURCES: broken })).toThrow(broken)
})

test('kinds of sources are discovered by their files, each with an id of its own', async () => {
  const kinds = await discoverSourceKinds()
  const ids = kinds.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, settings, secrets } of kinds) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining([...secrets]))
  }
})

test('variables are filled into the settings of entries in use, and stand nowhere else', async () => {
  const paused = await fileOf(
    'sources:\n  - { source: a, enabled: false, settings: { key: "${SOURCE_KEY}" } }',
  )
  expect(loadConfig({ ALMANAC_SOURCES: paused }).sources.content).toEqual({
    sources: [{ source: 'a', enabled: false, settings: { key: '${SOURCE_KEY}' } }],
  })
  const misplaced = await fileOf('sources:\n  - { source: a, name: "${PATH}" }')
  expect(() => loadConfig({ ALMANAC_SOURCES: misplaced, PATH: 'secret-x' })).toThrow(
    'sources[0].name: a variable can stand in settings only',
  )
})
